import { channelField, readChannelId } from '../../fields/template/channel';
import { readTemplateId, templateField } from '../../fields/template/template';
import type { ReadOperation } from '../operation';
import { readTemplate } from '../../templates/templates';

/** Reads one template (service: Get template). */
export const get: ReadOperation = {
	value: 'get',
	name: 'Get',
	action: 'Get template',
	description: 'Read the text, header, buttons and variables of a WhatsApp template',
	kind: 'read',
	fields: [channelField, templateField],
	prepare(item, service) {
		const template = { channelId: readChannelId(item), templateId: readTemplateId(item) };
		return async () => [await readTemplate(service, template, (given) => given)];
	},
};
