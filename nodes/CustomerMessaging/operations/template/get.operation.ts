import { channelField, readChannelId } from '../fields/channel';
import { readTemplateId, templateField } from '../fields/template';
import type { Operation } from '../operation';
import { templateRequest } from './templateRequest';

/** Reads one template (service: Get template). */
export const get: Operation = {
	value: 'get',
	name: 'Get',
	action: 'Get a template',
	description: 'Read the text, header, buttons and variables of a WhatsApp template',
	kind: 'read',
	fields: [channelField, templateField],
	async prepare(parameters, itemIndex, service) {
		const channelId = await readChannelId(parameters, itemIndex, service);
		return {
			request: templateRequest(service, {
				channelId,
				templateId: readTemplateId(parameters, itemIndex),
			}),
		};
	},
};
