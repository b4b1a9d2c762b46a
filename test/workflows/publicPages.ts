import type { Operation } from '../../dev/sandbox/sandbox';

/** What the hubs' pages and programs show of a request and its result. */
export interface Documented {
	/** of docs/service.md */
	headings: string[];
	method: 'GET' | 'POST';
	path: string;
	/** Query parameters of a GET, fields or parts of a POST. */
	required: string[];
	optional?: string[];
	/** Examples, with values of our own. */
	results: object[];
}

const template = {
	id: 2001,
	name: 'table_reserved',
	body: 'Hello {{2}}, your table is reserved for {{3}}.',
	header: { type: 'text', value: 'Table {{1}}' },
	footer: 'Harbour Restaurant',
	buttons: [{ id: 1, type: 'url', title: 'Change', value: 'https://harbour.example/tables/{{1}}' }],
	attributes: [{ attribute: '1' }, { attribute: '2' }, { attribute: '3' }],
};

const { header: _missing, ...withoutHeader } = template;

const sendResult = {
	id: '7c0ffee',
	project_id: 42,
	timestamp: '2031-05-06T07:08:09Z',
	function_name: 'send_message',
	message: 'Message sent',
	status: 'ongoing',
	extra: {
		timestamp: '2031-05-06T07:08:09Z',
		project_id: 42,
		platform_id: 11,
		customer_id: 8001,
		customer_phone: '+12025550123',
		template_id: '101',
		template_name: 'order_confirmation',
		source: 'api',
		success: true,
		report: {
			messaging_product: 'whatsapp',
			contacts: [{ input: '+12025550123', wa_id: '12025550123' }],
			messages: [{ id: 'wamid.1', message_status: 'accepted' }],
		},
	},
};

const toPhone = ['template_id', 'channel_id', 'customer_phone'];

export const DOCUMENTED: Record<Operation, Documented> = {
	'template.send': {
		headings: ['Send template'],
		method: 'POST',
		path: '/stable/open/whatsapp/send-template-message',
		required: toPhone,
		optional: ['attributes', 'attachment', 'image', 'document', 'video', 'audio'],
		results: [sendResult],
	},
	'template.sendWithFile': {
		headings: ['Send template with file'],
		method: 'POST',
		path: '/stable/open/whatsapp/send-template',
		required: toPhone,
		optional: ['file', 'body_vars', 'button_vars', 'header_type', 'customer_attributes'],
		results: [{ success: true, data: { status: 'ongoing' } }],
	},
	'message.sendText': {
		headings: ['Send text'],
		method: 'POST',
		path: '/stable/open/customers/send-text-message',
		required: ['customer_id', 'text'],
		// Whether there is something in extra, the pages do not say.
		results: [sendResult, { ...sendResult, extra: {} }],
	},
	'message.sendAttachment': {
		headings: ['Send attachment'],
		method: 'POST',
		path: '/stable/open/customers/send-attachment-message',
		required: ['customer_id', 'attachment_type', 'attachment_url'],
		results: [sendResult],
	},
	'template.get': {
		headings: ['Whose interface this is', 'Get template'],
		method: 'GET',
		path: '/stable/open/whatsapp/get-template-detail',
		required: ['platform_id', 'template_id'],
		results: [template],
	},
	'template.getAll': {
		headings: ['Whose interface this is', 'Get template', 'List templates'],
		method: 'GET',
		path: '/stable/open/whatsapp/get-template-list',
		required: ['platform_id'],
		results: [
			[
				{
					...template,
					buttons: template.buttons.map((button) => ({ ...button, verbose: 'Visit website' })),
					status: 'approved',
				},
				{ ...withoutHeader, id: 2002, status: 'approved' },
				{ ...template, id: 2003, header: '', status: 'approved' },
			],
		],
	},
	'channel.getAll': {
		headings: ['List channels'],
		method: 'GET',
		path: '/stable/open/whatsapp/get-platform-list',
		required: [],
		results: [[{ id: 3001, title: 'Harbour Restaurant', number: '+12025550199' }]],
	},
};

/** The fields of a call of a webhook about a ticket; about a customer, it has no ticket. */
export const EVENT_FIELDS = [
	...['action', 'customer', 'channel', 'team', 'ticket', 'id', 'type', 'name'],
	...['primary_id', 'avatar', 'first_name', 'last_name', 'full_name', 'gender', 'timezone'],
	...['locale', 'language', 'phone', 'email', 'created_at', 'last_message_time'],
	...['last_message_text', 'city', 'region', 'country', 'ip_address', 'user_agent'],
	...['is_replied', 'is_resolved', 'conversation_text', 'assigned_agent', 'assigned_group'],
	...['resolved_by', 'tags'],
];
