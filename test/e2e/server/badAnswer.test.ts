import { expect, test } from '@playwright/test';

import { books } from '../stage/books';
import { latestExecution } from '../stage/executions';
import { answersOf, ask } from '../stage/waiting';

const MEGABYTE = 1024 * 1024;

let asked: Awaited<ReturnType<typeof ask>>;
test.beforeAll(async () => {
	await books.reset();
	asked = await ask('bad answers', { responseType: 'freeText' });
});

const URL_ENCODED = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';
const MULTIPART = 'multipart/form-data; boundary=part';
const PARTS = '--part\r\ncontent-disposition: form-data; name="answer"\r\n\r\nx\r\n--part--\r\n';

async function post(body: string, type: string): Promise<Response> {
	return await fetch(asked.link, { method: 'POST', headers: { 'content-type': type }, body });
}

async function isStillWaiting(): Promise<boolean> {
	return (await latestExecution(asked.workflow.id, ['waiting', 'success'])).status === 'waiting';
}

for (const [what, body, type = URL_ENCODED] of [
	['a field of the prototype', '__proto__[answer]=x'],
	['a text twice', 'answer=a&answer=b'],
	['brackets after the name', 'answer[]=a'],
	['15 MB', `answer=${'x'.repeat(15 * MEGABYTE)}`],
	['a form in parts', PARTS, MULTIPART],
	['another field in JSON', '{ "other": "x" }', JSON_TYPE],
	['the prototype in JSON', '{ "__proto__": { "answer": "x" } }', JSON_TYPE],
] as const)
	test(`what the page cannot send ends no wait, and the page comes again: ${what}`, async () => {
		const response = await post(body, type);

		expect(response.status).toBe(400);
		expect(await response.text()).toContain('Is Thursday fine?');
		expect(await isStillWaiting()).toBe(true);
	});

for (const [what, body, type] of [
	['more than 20 MB', `answer=${'x'.repeat(21 * MEGABYTE)}`, URL_ENCODED],
	['parts that were cut short', PARTS.slice(0, -20), MULTIPART],
	['no JSON', '{ "answer": ', JSON_TYPE],
	['XML', '<answer><name>x</name></answer>', 'application/xml'],
] as const)
	test(`what is no form ends no wait: ${what}`, async () => {
		const response = await post(body, type);

		// n8n refuses most of these itself.
		expect(response.status).toBeGreaterThanOrEqual(400);
		expect(await isStillWaiting()).toBe(true);
	});

test('and the form still does after all of them', async () => {
	await post('answer=On+Friday', URL_ENCODED);

	const { id } = await latestExecution(asked.workflow.id, 'success');
	expect(await answersOf(id)).toMatchObject([{ text: 'On Friday' }]);
});
