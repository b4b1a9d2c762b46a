import { books } from '../stage/books';
import { latestExecution } from '../stage/executions';
import { answersOf, ask } from '../stage/waiting';

const extras = { values: [{ option: 'Bread' }, { option: 'Milk' }] };
const form = {
	responseType: 'customForm',
	formFields: {
		values: [
			{ fieldLabel: 'Name' },
			{ fieldLabel: 'Extras', fieldType: 'checkbox', fieldOptions: extras },
		],
	},
};
const MEGABYTE = 1024 * 1024;

let asked: Awaited<ReturnType<typeof ask>>;
beforeAll(async () => {
	await books.reset();
	asked = await ask('bad answers', form);
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
	return await fetch(asked.link, { method: 'POST', headers: { 'content-type': type }, body });
}

async function isStillWaiting(): Promise<boolean> {
	return (await latestExecution(asked.workflow.id, ['waiting', 'success'])).status === 'waiting';
}

test.each<[string, string]>([
	['the prototype', parts(['__proto__', 'x'], ['field-0', 'x'])],
	['a field of the prototype', parts(['__proto__[field-0]', 'x'])],
	['what every object has', parts(['constructor', 'x'])],
	['a text twice', parts(['field-0', 'a'], ['field-0', 'b'])],
	['brackets after a name', parts(['field-0[]', 'a'])],
	['two lines in a text of one line', parts(['field-0', 'a\r\nBcc: all'])],
	['15 MB', parts(['field-0', 'x'.repeat(15 * MEGABYTE)])],
	['a file', parts(['field-0', 'x', '; filename="a.txt"\r\ncontent-type: text/plain'])],
])('what the page cannot send ends no wait, and the page comes again: %s', async (_, body) => {
	const response = await post(body);

	expect(response.status).toBe(400);
	expect(await response.text()).toContain('Is Thursday fine?');
	expect(await isStillWaiting()).toBe(true);
});

const URL_ENCODED = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

test.each<[string, string, string]>([
	['more than 20 MB', parts(['field-0', 'x'.repeat(21 * MEGABYTE)]), MULTIPART],
	['a form that was cut short', parts(['field-0', 'x']).slice(0, -60), MULTIPART],
	['a form in one part', 'field-0=x', URL_ENCODED],
	['nothing', '', URL_ENCODED],
	['20 MB in one part', `field-0=${'x'.repeat(20 * MEGABYTE)}`, URL_ENCODED],
	['JSON', '{ "field-0": "x" }', JSON_TYPE],
	['a list', '["x"]', JSON_TYPE],
	['the prototype in JSON', '{ "__proto__": { "field-0": "x" } }', JSON_TYPE],
	['no JSON', '{ "field-0": ', JSON_TYPE],
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
	await post(parts(['field-0', 'Customer'], ['field-1', '1']));

	const { id } = await latestExecution(asked.workflow.id, 'success');
	expect(await answersOf(id)).toMatchObject([{ data: { Name: 'Customer', Extras: ['Milk'] } }]);
});
