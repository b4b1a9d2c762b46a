import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { repository } from '../../../dev/editor/folders';
import { books } from '../stage/books';
import { stage } from '../stage/stage';
import { until } from '../../support/until';
import { activate, messagingNode, node } from '../stage/workflows';

test.beforeEach(books.reset);

test('a file that someone uploads in a form reaches the service byte for byte', async () => {
	const path = randomUUID();
	const fields = [
		{ fieldLabel: 'Phone', requiredField: true },
		{ fieldLabel: 'File', fieldType: 'file', multipleFiles: false, requiredField: true },
	];
	await activate('Form: upload', [
		node(
			'On form submission',
			'n8n-nodes-base.formTrigger',
			2.2,
			{ formTitle: 'Send an invoice', formFields: { values: fields }, options: { path } },
			{ webhookId: path },
		),
		messagingNode({
			resource: 'template',
			operation: 'sendWithFile',
			channelId: { __rl: true, mode: 'id', value: '11' },
			templateId: '103',
			customerPhone: '={{ $json.Phone }}',
			binaryPropertyName: 'File',
			specifyVariables: 'json',
			variablesJson: '{ "1": "Customer 1", "2": "R-1001", "3": "12.50", "4": "Friday", "5": "us" }',
		}),
	]);
	const content = await readFile(join(repository, 'dev', 'sandbox', 'samples', 'brochure.pdf'));
	const form = new FormData();
	form.append('field-0', '+12025550123');
	form.append('field-1', new Blob([content], { type: 'application/pdf' }), 'Rechnung März.pdf');

	const response = await fetch(`${stage.address}/form/${path}`, { method: 'POST', body: form });

	expect(response.status).toBe(200);
	const message = await until(async () => (await books.accepted())[0]);
	expect(message).toMatchObject({ operation: 'template.sendWithFile', recipient: '+12025550123' });
	expect(message.request.parts).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ name: 'header_type', value: 'document' }),
			expect.objectContaining({
				name: 'body_vars',
				value: '{"1":"Customer 1","2":"R-1001","3":"12.50","4":"Friday","5":"us"}',
			}),
			expect.objectContaining({
				name: 'file',
				fileName: 'Rechnung März.pdf',
				contentType: 'application/pdf',
				size: content.length,
				sha256: createHash('sha256').update(content).digest('hex'),
			}),
		]),
	);
});
