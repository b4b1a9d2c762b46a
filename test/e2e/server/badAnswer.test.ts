import type { SavedWorkflow } from '../../../dev/editor/restInterface';
import { books } from '../stage/books';
import { latestExecution } from '../stage/executions';
import { answersOf, latestLink } from '../stage/waiting';
import { listen, messagingNode } from '../stage/workflows';

const options = { values: [{ option: 'Bread' }, { option: 'Milk' }] };
const ask = {
	resource: 'message',
	operation: 'sendAndWait',
	customerId: '5001',
	message: 'What would you like?',
	responseType: 'customForm',
	formFields: {
		values: [
			{ fieldLabel: 'Name' },
			{ fieldLabel: 'Floor', fieldType: 'number' },
			{ fieldLabel: 'Day', fieldType: 'date' },
			{ fieldLabel: 'Slot', fieldType: 'radio', fieldOptions: options },
			{ fieldLabel: 'Extras', fieldType: 'checkbox', fieldOptions: options },
		],
	},
};
const MEGABYTE = 1024 * 1024;

let workflow: SavedWorkflow;
let link: string;
beforeAll(async () => {
	await books.reset();
	const { call, ...listening } = await listen('Bad answers', [messagingNode(ask)]);
	({ workflow } = listening);
	await call({});
	await latestExecution(workflow.id, 'waiting');
	link = await latestLink();
});

/** What a browser sends for a form: parts with a name, and perhaps more in their heads. */
const BOUNDARY = 'part';
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
const parts = (...given: Array<[name: string, value: string, more?: string]>) =>
	`${[...given, ['answer', 'form'] as const]
		.map(
			([name, value, more = '']) =>
				`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`,
		)
		.join('')}--${BOUNDARY}--\r\n`;

async function post(body: string, type = MULTIPART): Promise<Response> {
	return await fetch(link, { method: 'POST', headers: { 'content-type': type }, body });
}

async function isStillWaiting(): Promise<boolean> {
	return (await latestExecution(workflow.id, ['waiting', 'success'])).status === 'waiting';
}

test.each<[string, string]>([
	['an unknown field', parts(['field-0', 'x'], ['field-9', 'x'])],
	['a label for a name', parts(['Name', 'x'])],
	['the prototype', parts(['__proto__', 'x'], ['field-0', 'x'])],
	['a field of the prototype', parts(['__proto__[field-0]', 'x'])],
	['what every object has', parts(['constructor', 'x'])],
	['a text twice', parts(['field-0', 'a'], ['field-0', 'b'])],
	['brackets after a name', parts(['field-0[]', 'a'])],
	['two lines in a text of one line', parts(['field-0', 'a\r\nBcc: all'])],
	['a text that is too long', parts(['field-0', 'x'.repeat(4001)])],
	['a number without end', parts(['field-1', '1e999'])],
	['a day that is not in the calendar', parts(['field-2', '2030-02-31'])],
	['an option nobody offered', parts(['field-3', '2'])],
	['a checkbox nobody offered', parts(['field-4', '0'], ['field-4', '7'])],
	['15 MB', parts(['field-0', 'x'.repeat(15 * MEGABYTE)])],
	['a file', parts(['field-0', 'x', '; filename="a.txt"\r\ncontent-type: text/plain'])],
])('what the page cannot send ends no wait, and the page comes again: %s', async (_, body) => {
	const response = await post(body);

	expect(response.status).toBe(400);
	expect(await response.text()).toContain('What would you like?');
	expect(await isStillWaiting()).toBe(true);
});

test.each<[string, string, string]>([
	['more than 20 MB', parts(['field-0', 'x'.repeat(21 * MEGABYTE)]), MULTIPART],
	['a form that was cut short', parts(['field-0', 'x']).slice(0, -60), MULTIPART],
	['a form in one part', 'field-0=x', 'application/x-www-form-urlencoded'],
	['nothing', '', 'application/x-www-form-urlencoded'],
	[
		'20 MB in one part',
		`field-0=${'x'.repeat(20 * MEGABYTE)}`,
		'application/x-www-form-urlencoded',
	],
	['JSON', '{ "field-0": "x" }', 'application/json'],
	['a list', '["x"]', 'application/json'],
	['the prototype in JSON', '{ "__proto__": { "field-0": "x" } }', 'application/json'],
	['no JSON', '{ "field-0": ', 'application/json'],
	['plain text', 'field-0=x', 'text/plain'],
	['XML', '<answer><name>x</name></answer>', 'application/xml'],
	['no parts', 'field-0=x', MULTIPART],
])('what is no form ends no wait: %s', async (_, body, type) => {
	const response = await post(body, type);

	// n8n refuses most of these itself, each line in its own way.
	expect(response.status).toBeGreaterThanOrEqual(400);
	expect(await isStillWaiting()).toBe(true);
});

test('and the form still does after all of them', async () => {
	await post(parts(['field-0', 'Customer'], ['field-1', ''], ['field-2', ''], ['field-4', '1']));

	const { id } = await latestExecution(workflow.id, 'success');
	expect(await answersOf(id)).toMatchObject([
		{ data: { Name: 'Customer', Floor: null, Day: null, Slot: null, Extras: ['Milk'] } },
	]);
});
