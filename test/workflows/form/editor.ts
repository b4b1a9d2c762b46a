import type {
	IDataObject,
	INodeListSearchResult,
	INodePropertyOptions,
	ResourceMapperFields,
} from 'n8n-workflow';

import type { FormOptions } from '../../../dev/engine/engine';
import { messagingNode, type Scene } from '../../support/scene';

/** What the open form of a test has: its fields, and the credential behind them. */
export interface OpenForm {
	/** Values beside those of a new node with the sandbox's first channel. */
	parameters?: IDataObject;
	/** What differs in the credential; null where none is chosen. */
	credential?: IDataObject | null;
}

/** Opens the channel dropdown, as the editor does, and types into its search. */
export async function openChannels(
	scene: Scene,
	filter?: string,
	form: OpenForm = {},
): Promise<INodeListSearchResult> {
	const options = optionsOf(scene, form, 'channelId');
	return await scene.engine.form.searchList(nodeOf(form), 'searchChannels', filter, options);
}

/** Types into the search of the template, as the editor does. */
export async function findTemplates(
	scene: Scene,
	filter?: string,
	form: OpenForm = {},
): Promise<INodeListSearchResult> {
	const options = optionsOf(scene, form, 'templateId');
	return await scene.engine.form.searchList(nodeOf(form), 'searchTemplates', filter, options);
}

/** Opens the choice of a button variable, as the editor does. */
export async function buttonVariables(
	scene: Scene,
	form: OpenForm,
): Promise<INodePropertyOptions[]> {
	const options = optionsOf(scene, form, 'buttonVariables.variable[0].name');
	return await scene.engine.form.loadOptions(nodeOf(form), 'getButtonVariables', options);
}

/** What the person reads where one of these fails. */
export async function errorOf(
	asking: Promise<unknown>,
): Promise<{ message: string; description?: string | null; httpCode?: string | null }> {
	return await asking.then(
		() => {
			throw new Error('It did not fail');
		},
		(error: { message: string }) => error,
	);
}

/** Asks for the variables' fields, as the editor does when a channel and a template are chosen. */
export async function variableFields(scene: Scene, form: OpenForm): Promise<ResourceMapperFields> {
	const options = optionsOf(scene, form, 'variables');
	return await scene.engine.form.resourceMapperFields(
		nodeOf(form),
		'getTemplateVariables',
		options,
	);
}

/** The channel, or the template, as the form keeps it. */
export function channel(value: unknown, mode: 'list' | 'id' = 'list'): IDataObject {
	return { __rl: true, mode, value } as IDataObject;
}

export const template = channel;

function optionsOf(scene: Scene, { credential }: OpenForm, field: string): FormOptions {
	return { credentials: scene.credentials(credential ?? {}), path: `parameters.${field}` };
}

function nodeOf({ parameters = {}, credential }: OpenForm) {
	const { credentials, ...node } = messagingNode({
		resource: 'template',
		operation: 'send',
		channelId: channel('11'),
		templateId: template(''),
		...parameters,
	});
	return credential === null ? node : { ...node, credentials };
}
