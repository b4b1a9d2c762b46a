import type { Operation } from '../../dev/sandbox/sandbox';

/** What the hubs' pages and programs show of a request and its result, with values of our own. */
export interface Documented {
	/** of docs/service.md */
	headings: string[];
	method: 'GET' | 'POST';
	path: string;
	required: string[];
	/** Examples: the queries of a GET, the fields or the parts of a POST. */
	requests: Array<Record<string, unknown>>;
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

const toPhone = { channel_id: '11', customer_phone: '+12025550123' };
const file = 'https://shop.example/files/one';

const withAttachment = (template_id: string, type: string) => ({
	...toPhone,
	template_id,
	attributes: { 1: 'Customer 1', 2: 'A-1001' },
	attachment: { [type]: file },
});

export const DOCUMENTED: Record<Operation, Documented> = {
	'template.send': {
		headings: ['Send template'],
		method: 'POST',
		path: '/stable/open/whatsapp/send-template-message',
		required: ['template_id', 'channel_id', 'customer_phone'],
		requests: [
			{ ...toPhone, template_id: '105' },
			withAttachment('102', 'image'),
			withAttachment('103', 'document'),
			withAttachment('104', 'video'),
			withAttachment('113', 'audio'),
		],
		results: [sendResult],
	},
	'template.sendWithFile': {
		headings: ['Send template with file'],
		method: 'POST',
		path: '/stable/open/whatsapp/send-template',
		required: ['template_id', 'channel_id', 'customer_phone'],
		requests: [
			{ ...toPhone, template_id: '105' },
			{
				...toPhone,
				template_id: '103',
				file: new Blob(['%PDF-1.7'], { type: 'application/pdf' }),
				body_vars: '{"1":"Customer 1"}',
				button_vars: '{"1":"A-1001"}',
				header_type: 'document',
				customer_attributes: '{"last_order":"A-1001"}',
			},
		],
		results: [{ success: true, data: { status: 'ongoing' } }],
	},
	'message.sendText': {
		headings: ['Send text'],
		method: 'POST',
		path: '/stable/open/customers/send-text-message',
		required: ['customer_id', 'text'],
		requests: [{ customer_id: '8001', text: 'Your order is on its way.' }],
		// Whether there is something in extra, the pages do not say.
		results: [sendResult, { ...sendResult, extra: {} }],
	},
	'message.sendAttachment': {
		headings: ['Send attachment'],
		method: 'POST',
		path: '/stable/open/customers/send-attachment-message',
		required: ['customer_id', 'attachment_type', 'attachment_url'],
		requests: ['image', 'video', 'document'].map((attachment_type) => ({
			...{ customer_id: '8001', attachment_type, attachment_url: file },
		})),
		results: [sendResult],
	},
	'template.get': {
		headings: ['Whose interface this is', 'Get template'],
		method: 'GET',
		path: '/stable/open/whatsapp/get-template-detail',
		required: ['platform_id', 'template_id'],
		requests: [{ platform_id: '11', template_id: '101' }],
		results: [template],
	},
	'template.getAll': {
		headings: ['Whose interface this is', 'Get template', 'List templates'],
		method: 'GET',
		path: '/stable/open/whatsapp/get-template-list',
		required: ['platform_id'],
		requests: [{ platform_id: '11' }],
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
		requests: [{}],
		results: [[{ id: 3001, title: 'Harbour Restaurant', number: '+12025550199' }]],
	},
};

/** A call of a webhook about a ticket; about a customer, it has no ticket. */
export const EVENT = {
	action: 'ticket_created',
	customer: {
		id: 8001,
		primary_id: '12025550123',
		avatar: '',
		first_name: 'Ada',
		last_name: 'Example',
		full_name: 'Ada Example',
		gender: '',
		timezone: '',
		locale: '',
		language: '',
		phone: '+12025550123',
		email: 'ada@customer.example',
		created_at: '1935817200',
		last_message_time: '1935817260',
		last_message_text: 'Is my table by the window?',
		city: '',
		region: '',
		country: '',
		ip_address: '',
		user_agent: '',
	},
	channel: { id: 3001, type: 'livechat_messenger', name: 'Harbour Restaurant' },
	team: { id: 42, name: 'Tables' },
	ticket: {
		id: 9001,
		is_replied: false,
		is_resolved: false,
		conversation_text: 'Is my table by the window?',
		created_at: '1935817260',
		assigned_agent: null,
		assigned_group: null,
		resolved_by: null,
		tags: [],
	},
};
