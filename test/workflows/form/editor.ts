import type { IDataObject } from 'n8n-workflow';

import { messagingNode, type Scene } from '../../support/scene';

/** What the open form of a test has: its fields, and the credential behind them. */
interface OpenForm {
	/** Values beside those of a new node with the sandbox's first channel. */
	parameters?: IDataObject;
	/** What differs in the credential; null where none is chosen. */
	credential?: IDataObject | null;
}

/** Opens the channel dropdown, as the editor does, and types into its search. */
export async function openChannels(scene: Scene, filter?: string, form: OpenForm = {}) {
	const { node, options } = opened(scene, form);
	return await scene.engine.form.searchList(node, 'searchChannels', filter, options);
}

/** Types into the search of the template, as the editor does. */
export async function findTemplates(scene: Scene, filter?: string, form: OpenForm = {}) {
	const { node, options } = opened(scene, form);
	const { form: editor } = scene.engine;
	return await editor.searchList(node, 'searchTemplates', filter, options);
}

/** Opens the list of a template's variables for the link, as the editor does. */
export async function linkVariables(scene: Scene, form: OpenForm) {
	const { node, options } = opened(scene, form);
	return await scene.engine.form.loadOptions(node, 'getLinkVariables', options);
}

/** Asks for the variables' fields, as the editor does when a channel and a template are chosen. */
export async function variableFields(scene: Scene, form: OpenForm) {
	const { node, options } = opened(scene, form);
	return await scene.engine.form.resourceMapperFields(node, 'variables', options);
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

/** The channel or the template that was chosen, as the form keeps it. */
export function chosen(value: unknown, mode: 'list' | 'id' = 'list'): IDataObject {
	return { __rl: true, mode, value } as IDataObject;
}

function opened(scene: Scene, { parameters = {}, credential = {} }: OpenForm) {
	const { credentials, ...node } = messagingNode({
		resource: 'template',
		operation: 'send',
		channelId: chosen('11'),
		templateId: chosen(''),
		...parameters,
	});
	return credential === null
		? { node }
		: { node: { ...node, credentials }, options: { credentials: scene.credentials(credential) } };
}
