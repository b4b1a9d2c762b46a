/** A WhatsApp channel, as the channel list gives it (service: List channels). */
export interface Channel {
	id: number;
	title: string;
	number: string;
}

/** A template, as the service gives it (service: Get template). */
export interface Template {
	id: number;
	name: string;
	body: string;
	header: { type: string; value: string };
	footer: string;
	buttons: Array<{ id: number; type: string; title: string; value: string }>;
	attributes: Array<{ attribute: string }>;
	/** as the list has it (service: List templates); approved if it is missing */
	status?: string;
}

/** The channels the sandbox's team owns. The numbers are from the range set aside for fiction. */
export const channels: readonly Channel[] = [
	{ id: 11, title: 'Webshop', number: '+12025550110' },
	{ id: 12, title: 'Customer Service', number: '+12025550112' },
	{ id: 13, title: 'Appointments (North)', number: '+12025550113' },
	{ id: 14, title: 'Rechnungen & Mahnungen', number: '+12025550114' },
	{ id: 15, title: 'متجر الشرق', number: '+12025550115' },
];

/** A body as long as WhatsApp lets a template have, in characters. */
const newsletter = [
	'Hello {{1}}, here is this month at a glance. ',
	'Members collect two points for each dollar in {{2}}, and points no longer expire. ',
]
	.join('')
	.padEnd(1024, 'The children draw a poster for the spring window, and every poster is shown. ');

function text(value: string) {
	return { type: 'text', value };
}

function media(type: 'image' | 'document' | 'video' | 'audio') {
	return { type, value: '' };
}

/**
 * How a template without a header says so is not known; `none` is a header type elsewhere (service: Send template
 * with file).
 */
const noHeader = { type: 'none', value: '' };

/** What a template has beside its text. A button is its title and the address that it opens. */
interface Extras {
	header?: Template['header'];
	footer?: string;
	buttons?: Array<[title: string, address: string]>;
}

/** Makes a template that declares the variables that its texts use. */
function template(
	id: number,
	name: string,
	body: string,
	{ header = noHeader, footer = '', buttons = [] }: Extras = {},
): Template {
	const texts = [header.value, body, ...buttons.map(([, address]) => address)].join('\n');
	const variables = [...new Set(texts.match(/(?<=\{\{)[^{}]+(?=\}\})/g))].sort();
	return {
		...{ id, name, body, header, footer },
		buttons: buttons.map(([title, value], index) => ({ id: index + 1, type: 'url', title, value })),
		attributes: variables.map((attribute) => ({ attribute })),
	};
}

const clinic = 'https://clinic.example/appointments/{{4}}';

/** The templates that lead nowhere near n8n. */
const others: readonly Template[] = [
	template(
		101,
		'order_confirmation',
		'Hello {{2}}, thank you for your order. We will deliver it on {{3}}.',
		{
			header: text('Order {{1}} is confirmed'),
			footer: 'Reply STOP to unsubscribe',
			buttons: [['Track order', 'https://shop.example/orders/{{1}}']],
		},
	),
	template(
		102,
		'new_collection',
		'Hello {{1}}, the new collection is here. Members get {{2}} off this week.',
		{
			header: media('image'),
			footer: 'While stocks last',
			buttons: [['See the collection', 'https://shop.example/new']],
		},
	),
	template(
		103,
		'invoice',
		'Dear {{1}},\n\nyour invoice {{2}} for *{{3}}* is attached. Please pay by {{4}}.\n\nQuestions? Call {{5}}.',
		{ header: media('document'), footer: 'Accounts department' },
	),
	template(104, 'how_to_video', 'Here is how to set up your {{1}}.', { header: media('video') }),
	template(105, 'opening_hours', 'Our offices are open Monday to Friday, 9:00 to 17:00.'),
	template(106, 'appointment_reminder', 'Hello {{1}}, see you on {{2}} at {{3}}.', {
		header: text('Your appointment'),
		footer: 'Please be there five minutes early',
		buttons: [
			['Confirm', `${clinic}/confirm`],
			['Change', `${clinic}/change`],
		],
	}),
	template(107, 'parcel_with_numbering_gap', 'Parcel {{1}} is waiting for you at {{3}}.'),
	template(
		108,
		'header_variable_only',
		'We have received your question and will answer within one working day.',
		{ header: text('Ticket {{1}}'), footer: 'Customer Service' },
	),
	template(109, 'button_variable_only', 'How did we do? Your opinion helps us improve.', {
		footer: 'Takes one minute',
		buttons: [['Rate us', 'https://feedback.example/{{1}}']],
	}),
	template(110, 'order_shipped_arabic', 'مرحباً {{1}}، تم شحن طلبك رقم {{2}} وسيصل يوم {{3}}.', {
		header: text('طلبك في الطريق'),
		footer: 'شكراً لثقتكم',
		buttons: [['تتبع الشحنة', 'https://shop.example/ar/orders/{{2}}']],
	}),
	template(111, 'birthday_emoji', 'Dear {{1}}, today is your day 🥳 Your gift: {{2}} 🎁👩‍👩‍👧', {
		header: text('🎉 Happy birthday! 🎂'),
		footer: '💌 The whole team',
	}),
	template(112, 'newsletter_longest_body', newsletter, {
		footer: 'Reply STOP to unsubscribe',
	}),
	template(113, 'voice_note', 'A short message for you, {{1}}.', { header: media('audio') }),
	template(118, 'order_ready', 'Hello {{customer_name}}, your order {{order}} is ready.', {
		header: text('Order {{order}}'),
		buttons: [['See the order', 'https://shop.example/orders/{{order}}']],
	}),
];

/** What is pending or rejected cannot be sent. */
const unapproved: readonly Template[] = [
	{
		...template(116, 'winter_sale', 'Hello {{1}}, the winter sale begins on {{2}}.'),
		status: 'pending',
	},
	{ ...template(117, 'win_a_prize', 'You have won, {{1}}! Call us now.'), status: 'rejected' },
];

/**
 * The templates. Every approved one can be sent from every channel. With the last three of these a customer can be asked
 * something, as their buttons lead to n8n.
 *
 * @param n8n the address of n8n, without a slash at the end
 */
export function templatesLeadingTo(n8n: string): readonly Template[] {
	const question = template(114, 'delivery_time', 'Hello {{1}}, your order {{2}} is packed.', {
		footer: 'It takes a minute',
		buttons: [['Pick a time', `${n8n}/{{3}}`]],
	});
	const rating = template(
		115,
		'how_was_it',
		'Hello {{1}}, we hope that we could help. How was it?',
		{
			footer: 'It takes a minute',
			buttons: [['Answer', `${n8n}/{{2}}`]],
		},
	);
	const appointment = template(
		119,
		'appointment_question',
		'Hello {{1}}, we have you down for {{2}} at {{3}}. Does that time still work?',
		{ footer: 'It takes a minute', buttons: [['Answer', `${n8n}/{{4}}`]] },
	);
	return [...others, question, rating, appointment, ...unapproved];
}

/** The approved ones for an n8n that says of itself what it says without any settings. */
export const templates = templatesLeadingTo('http://localhost:5678').filter(
	({ status }) => status === undefined,
);

/**
 * The customers the sandbox knows: every positive whole number, except those starting with 404, which are there to
 * see what happens with a customer who does not exist.
 */
export function isKnownCustomer(id: string): boolean {
	return /^[1-9][0-9]{0,14}$/.test(id) && !id.startsWith('404');
}

/**
 * A customer's phone number, made up from the identifier so that it is the same each time and in the range for fiction.
 */
export function phoneOfCustomer(id: string): string {
	return `+120255501${id.slice(-2).padStart(2, '0')}`;
}

/** The identifier of the customer behind a phone number, made up from its last nine digits. */
export function customerOfPhone(phone: string): number {
	return Number(phone.replace(/\D/g, '').slice(-9));
}
