import type { WorkflowNode } from '../../../dev/editor/restInterface';
import { node } from './workflows';

/** A trigger that shows a form with a phone number and a file, at `/form/<path>`. */
export function uploadForm(path: string): WorkflowNode {
	return node(
		'On form submission',
		'n8n-nodes-base.formTrigger',
		2.2,
		{
			formTitle: 'Send an invoice',
			formFields: {
				values: [
					{ fieldLabel: 'Phone', requiredField: true },
					{ fieldLabel: 'File', fieldType: 'file', multipleFiles: false, requiredField: true },
				],
			},
			options: { path },
		},
		{ webhookId: path },
	);
}
