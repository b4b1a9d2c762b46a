import { readTemplate } from '../../template/readTemplate';
import { channelField, readTemplateChoice, templateField } from '../../template/templateChoice';
import type { ReadOperation } from '../operation';

/** Reads one template (service: Get template). */
export const get: ReadOperation = {
	value: 'get',
	name: 'Get',
	action: 'Get template',
	description: 'Read the text, header, buttons and variables of a WhatsApp template',
	kind: 'read',
	fields: [channelField, templateField],
	prepare(item, service) {
		const template = readTemplateChoice(item);
		return async () => [await readTemplate(service, template, (given) => given)];
	},
};
