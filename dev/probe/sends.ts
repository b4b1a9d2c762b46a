import type { IDataObject } from 'n8n-workflow';

import type { MultipartBody } from '../../nodes/CustomerMessaging/service/multipart';
import { objectsOf } from '../../nodes/CustomerMessaging/service/responsePolicy';
import { headerTypeOf } from '../../nodes/CustomerMessaging/template/header';
import { variablesOf } from '../../nodes/CustomerMessaging/template/placeholders';
import { endpointOf } from '../sandbox/contract';
import type { Exchanges } from './exchange';
import type { Person } from './person';
import type { Found } from './reads';

/** A customer ID that nobody has, in any account that is not enormous. */
const NOBODY = '404999999999999';

/** The smallest PDF that readers open. */
const PDF =
	'%PDF-1.1\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

/** A message that the probe may send. */
interface Message {
	step: string;
	operation: string;
	/** what it is and to whom, as the person reads it */
	what: string;
	body?: IDataObject;
	multipartBody?: () => Promise<MultipartBody>;
}

/** Asks the person for each message by itself, and sends what they agree to, to what they typed as their own. */
export async function sendAgreed(
	exchanges: Exchanges,
	person: Person,
	found: Found,
): Promise<void> {
	const phone = await person.type(
		'Your own phone number on WhatsApp, with plus sign and country code (empty: no templates)',
		(typed) => (/^(\+[1-9]\d{6,14})?$/.test(typed) ? undefined : 'A plus sign and digits alone'),
	);
	const customer = await person.type(
		'Your own customer ID in the service (empty: no texts, no attachments)',
		(typed) => (/^\+|\s/.test(typed) ? 'An ID, not a phone number' : undefined),
	);
	const picture = await person.type('The public address of a picture (empty: no attachment)');
	const messages = [
		...(phone === '' || found.templateId === '' ? [] : toPhone(phone, found)),
		...(customer === '' ? [] : toCustomer(customer, picture)),
	];
	let isAnySent = false;
	for (const { step, operation, what, ...content } of messages) {
		if (!(await person.agrees(`Send ${what}?`))) continue;
		isAnySent = true;
		const { path } = endpointOf(operation);
		const request = { kind: 'send', path, expects: 'object', ifRefused: '', ...content } as const;
		const { exchange } = await exchanges.ask(
			step,
			operation,
			{ ...found.credential },
			async (service) => objectsOf(await service.request(request, exchanges.patience)),
		);
		person.tell(`  status ${exchange.status}: ${exchange.node}`);
	}
	if (isAnySent)
		found.isArrivalShown = await person.agrees(
			"Look at the service's dashboard. Does it show which of these messages arrived?",
		);
}

function toPhone(phone: string, { channelId, templateId, templates, template }: Found): Message[] {
	const base = { channel_id: channelId, customer_phone: phone };
	const attributes = valuesFor(template);
	const shown = Object.values(attributes).join(', ');
	// Its file goes into the header of a template that has a document there.
	const withFile = templates.find((one) => headerTypeOf(one) === 'document') ?? template;
	const fileId = String(withFile.id ?? templateId);
	return [
		{
			...{ step: 'send.template', operation: 'template.send' },
			what: `template ${templateId}${shown === '' ? '' : ` with the variables ${shown}`} to ${phone}`,
			body: { ...base, template_id: templateId, ...(shown === '' ? {} : { attributes }) },
		},
		{
			...{ step: 'send.file', operation: 'template.sendWithFile' },
			what: `template ${fileId} with an empty PDF to ${phone}`,
			async multipartBody() {
				const form = new FormData();
				const texts = { ...base, template_id: fileId, header_type: 'document' };
				for (const [name, value] of Object.entries(texts)) form.append(name, value);
				form.append('body_vars', JSON.stringify(valuesFor(withFile)));
				form.append('file', new Blob([PDF], { type: 'application/pdf' }), 'test.pdf');
				// The node's own form streams its file, which fetch does not take.
				return Object.assign(form, { release() {} }) as unknown as MultipartBody;
			},
		},
	];
}

/** A value for each variable of a template. */
function valuesFor(template: IDataObject): Record<string, string> {
	return Object.fromEntries(variablesOf(template).map(({ id }) => [id, `Test ${id}`]));
}

function toCustomer(customer: string, picture: string): Message[] {
	const text = (step: string, to: string, named: string): Message => ({
		...{ step, operation: 'message.sendText', what: `the text 'This is a test.' to ${named}` },
		body: { customer_id: to, text: 'This is a test.' },
	});
	const attachment: Message = {
		...{ step: 'send.attachment', operation: 'message.sendAttachment' },
		what: `the picture ${picture} to ${customer}`,
		body: { customer_id: customer, attachment_type: 'image', attachment_url: picture },
	};
	return [
		text('send.text', customer, customer),
		...(picture === '' ? [] : [attachment]),
		text('send.unknownCustomer', NOBODY, `customer ${NOBODY}, whom there should not be`),
	];
}
