import type { IDataObject } from 'n8n-workflow';

import { MultipartBody } from '../../nodes/CustomerMessaging/service/multipart';
import { urlOf } from '../../nodes/CustomerMessaging/service/serviceAddress';
import { headerTypeOf } from '../../nodes/CustomerMessaging/template/header';
import { canBeSent } from '../../nodes/CustomerMessaging/template/readTemplate';
import { variablesOf } from '../../nodes/CustomerMessaging/template/placeholders';
import type { Exchanges } from './exchange';
import type { Person } from './person';
import type { Found } from './reads';
import type { Shapes } from './shapes';

/** A customer ID that nobody has, in any account that is not enormous. */
const NOBODY = '404999999999999';

const TEXT = 'This is a test.';

/** The smallest PDF that readers open. */
const FILE = Buffer.from(
	'%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
);

/** A message that the probe may send. */
interface Message {
	step: string;
	operation: string;
	/** what it is, as the person reads it */
	what: string;
	recipient: string;
	body?: IDataObject;
	multipartBody?: () => Promise<MultipartBody>;
}

/** Asks the person for each message by itself, and sends what they agree to, to what they typed as their own. */
export async function sendAgreed(
	exchanges: Exchanges,
	person: Person,
	shapes: Shapes,
	found: Found,
): Promise<void> {
	const phone = await person.type(
		'Your own phone number on WhatsApp, with plus sign and country code (empty: no templates)',
		(typed) =>
			/^(\+[1-9]\d{6,14})?$/.test(typed)
				? undefined
				: 'A plus sign, the country code and the number, without spaces',
	);
	const customer = await person.type(
		'Your own customer ID in the service (empty: no texts, no attachments)',
		(typed) => (/^\+|\s/.test(typed) ? 'An ID, not a phone number' : undefined),
	);
	const url =
		customer === ''
			? ''
			: await person.type('The public address of a picture (empty: no attachment)', (typed) =>
					typed === '' || /^https?:$/.test(urlOf(typed)?.protocol ?? '')
						? undefined
						: 'An address that begins with https://',
				);
	for (const typed of [phone, customer, url]) shapes.hide(typed);

	const messages = [
		...(phone === '' ? [] : toPhone(phone, found)),
		...(customer === '' ? [] : toCustomer(customer, url)),
	];
	for (const { step, operation, what, recipient, ...request } of messages) {
		if (!(await person.agrees(`Send ${what} to ${recipient}?`))) continue;
		const { node, answer } = await exchanges.send(step, operation, found.credential, request);
		person.tell(`  ${answer === undefined ? 'no answer' : `status ${answer.status}`}: ${node}`);
	}
}

function toPhone(
	phone: string,
	{ channelId, templateId, templates, template = {} }: Found,
): Message[] {
	if (templateId === undefined) return [];
	const to = { recipient: phone, operation: 'template.send' };
	const base = { channel_id: channelId, customer_phone: phone };
	const plain = { ...base, template_id: templateId };
	const values = valuesFor(template);
	const shown = Object.values(values).join(', ');
	const named = `template ${templateId}`;
	const withDocument =
		templates.find((one) => canBeSent(one) && headerTypeOf(one) === 'document') ?? template;
	const documentId = String(withDocument.id ?? templateId);
	const without: Message = {
		...{ ...to, step: 'send.withoutVariables', body: plain },
		what: `${named} without its variables`,
	};
	return [
		{
			...{ ...to, step: 'send.template' },
			what: shown === '' ? named : `${named} with the variables ${shown}`,
			body: shown === '' ? plain : { ...plain, attributes: values },
		},
		...(shown === '' ? [] : [without]),
		{
			...{ ...to, step: 'send.wrongVariable' },
			what: `${named} with a variable that it does not have`,
			body: { ...plain, attributes: { ...values, no_such_variable: 'Test' } },
		},
		{
			...{ recipient: phone, step: 'send.file', operation: 'template.sendWithFile' },
			what: `template ${documentId} with an empty PDF`,
			async multipartBody() {
				const body = new MultipartBody();
				const texts = { ...base, template_id: documentId, header_type: 'document' };
				for (const [name, value] of Object.entries(texts)) body.append(name, value);
				body.append('body_vars', JSON.stringify(valuesFor(withDocument)));
				await body.appendFile('file', {
					...{ fileName: 'test.pdf', mimeType: 'application/pdf' },
					open: async () => ({ size: FILE.length, bytes: [FILE] }),
				});
				return body;
			},
		},
	];
}

/** A value for each variable of a template. */
function valuesFor(template: IDataObject): Record<string, string> {
	return Object.fromEntries(variablesOf(template).map(({ id }) => [id, `Test ${id}`]));
}

function toCustomer(customer: string, url: string): Message[] {
	const text = { operation: 'message.sendText', what: `the text '${TEXT}'` };
	const attachment = { customer_id: customer, attachment_type: 'image', attachment_url: url };
	return [
		{
			...text,
			step: 'send.text',
			recipient: customer,
			body: { customer_id: customer, text: TEXT },
		},
		...(url === ''
			? []
			: [
					{
						...{ step: 'send.attachment', operation: 'message.sendAttachment' },
						...{ what: `the picture ${url}`, recipient: customer, body: attachment },
					},
				]),
		{
			...text,
			...{
				step: 'send.unknownCustomer',
				recipient: `customer ${NOBODY}, whom there should not be`,
			},
			body: { customer_id: NOBODY, text: TEXT },
		},
	];
}
