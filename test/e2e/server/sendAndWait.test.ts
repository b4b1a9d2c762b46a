import type { SavedWorkflow } from '../../../dev/editor/restInterface';
import { books } from '../stage/books';
import { rest } from '../stage/stage';
import { itemsOf, latestExecution, storedExecution } from '../stage/executions';
import { answer, answersOf, fillIn, latestLink } from '../stage/waiting';
import { listen, messagingNode } from '../stage/workflows';

beforeEach(books.reset);

const ask = {
	resource: 'message',
	operation: 'sendAndWait',
	customerId: '5001',
	message: '=Is {{ $json.body.day }} fine?',
};
const template = {
	resource: 'template',
	operation: 'sendAndWait',
	channelId: { __rl: true, mode: 'id', value: '11' },
	templateId: { __rl: true, mode: 'id', value: '107' },
	customerPhone: '+12025550123',
	linkVariable: '3',
	specifyVariables: 'json',
	variablesJson: '{ "1": "A-1001" }',
	message: ask.message,
};
const oneButton = { approvalOptions: { values: { approvalType: 'single' } } };
const choice = {
	responseType: 'choice',
	choices: {
		values: [{ label: "={{ ['Thursday at 10', 'Friday at 9'] }}" }, { label: 'Neither' }],
	},
};
const list = (...options: string[]) => ({ values: options.map((option) => ({ option })) });
const form = {
	responseType: 'customForm',
	formFields: {
		values: [
			{ fieldLabel: 'Name', requiredField: true },
			{ fieldLabel: 'Note', fieldType: 'textarea' },
			{ fieldLabel: 'Floor', fieldType: 'number' },
			{ fieldLabel: 'Email', fieldType: 'email' },
			{ fieldLabel: 'Day', fieldType: 'date' },
			{ fieldLabel: 'Door', fieldType: 'dropdown', fieldOptions: list('Front', 'Back') },
			{ fieldLabel: 'Slot', fieldType: 'radio', fieldOptions: list('Morning', 'Evening') },
			{ fieldLabel: 'Extras', fieldType: 'checkbox', fieldOptions: list('Bread', 'Milk') },
		],
	},
};
const freeText = { responseType: 'freeText' };
const body = { day: 'Thursday' };

/** What every answer says of the message that asked for it. */
async function asked() {
	const { id, recipient } = (await books.accepted())[0]!;
	return { recipient, messageId: `report-${id}`, customerId: expect.any(Number) as number };
}

/** Runs a workflow up to the wait. */
async function waiting(name: string, parameters: object) {
	const { workflow, call } = await listen(`Wait: ${name}`, [messagingNode(parameters)]);
	await call(body);
	const { id } = await latestExecution(workflow.id, 'waiting');
	return { id, workflow, link: await latestLink() };
}

describe.each([
	['a message', ask],
	['a template', template],
])('%s', (name, parameters) => {
	test.each([
		['one button', oneButton, 'approve', { approved: true }],
		['two buttons', {}, 'disapprove', { approved: false }],
		['a choice', choice, '1', { choice: 'Friday at 9', choiceIndex: 1 }],
		['a text', freeText, 'On <Friday>,\r\nplease', { text: 'On <Friday>,\nplease' }],
	])('asks, waits, and goes on with the answer: %s', async (kind, more, given, expected) => {
		const { id, workflow, link } = await waiting(`${name}, ${kind}`, { ...parameters, ...more });

		const page = await fetch(link);
		expect(page.status).toBe(200);
		expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
		expect(await page.text()).toContain('Is Thursday fine?');
		expect((await latestExecution(workflow.id, 'waiting')).id).toBe(id);

		const thanks = await answer(link, given);
		expect(await thanks.text()).toContain('Thank you for your answer');
		await latestExecution(workflow.id, 'success');
		expect(await answersOf(id)).toEqual([
			{
				responded: true,
				...expected,
				data: expected,
				...(await asked()),
				respondedAt: expect.any(String),
			},
		]);
		expect(await books.accepted()).toHaveLength(1);
	});

	test('asks with a form, says what is wrong in it, and goes on once that is corrected', async () => {
		const { id, workflow, link } = await waiting(`${name}, form`, { ...parameters, ...form });
		const typed = [
			['field-2', '2.5'],
			['field-6', '1'],
			['field-7', '0'],
			['field-7', '1'],
		];

		const refused = await fillIn(link, [...typed, ['field-0', ' '], ['field-4', '2030-02-31']]);

		expect(refused.status).toBe(400);
		expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
		const page = await refused.text();
		expect(page).toContain('Please answer this.');
		expect(page).toContain('Please enter a date.');
		expect(page).toMatch(/name="field-2"[^>]* value="2.5"/);
		expect((await latestExecution(workflow.id, 'waiting')).id).toBe(id);

		const corrected = [
			['field-0', 'Customer'],
			['field-1', 'a\nb'],
			['field-4', '2030-02-28'],
		];
		const thanks = await fillIn(link, [...typed, ...corrected]);
		expect(await thanks.text()).toContain('Thank you for your answer');
		await latestExecution(workflow.id, 'success');
		expect(await answersOf(id)).toEqual([
			{
				responded: true,
				data: {
					...{ Name: 'Customer', Note: 'a\nb', Floor: 2.5, Email: null, Day: '2030-02-28' },
					...{ Door: null, Slot: 'Evening', Extras: ['Bread', 'Milk'] },
				},
				...(await asked()),
				respondedAt: expect.any(String),
			},
		]);
	});
});

test.each(["{{ 1 }} \"quoted\" \\ 'it's' 😀", '\\u007b', 'toJSON', 'x'.repeat(1000)])(
	'a node of any other name can be answered: %j',
	async (name) => {
		const node = { ...messagingNode({ ...ask, message: 'Fine?' }), name };
		const { workflow, call } = await listen('Wait: name', [node]);
		await call(body);
		await latestExecution(workflow.id, 'waiting');

		expect(await (await fetch(await latestLink())).text()).toContain('Fine?');
		await answer(await latestLink(), 'approve');

		const { id } = await latestExecution(workflow.id, 'success');
		expect(itemsOf(await storedExecution(id), name)).toMatchObject([{ approved: true }]);
	},
);

describe('only the form of the page, behind the link that was sent, answers', () => {
	const approve = { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) };
	const changed = (link: string, name: string, value?: string): string => {
		const url = new URL(link);
		if (value === undefined) url.searchParams.delete(name);
		else url.searchParams.set(name, value);
		return url.href;
	};

	let workflow: SavedWorkflow;
	let link: string;
	beforeAll(async () => {
		({ workflow, link } = await waiting('abuse', ask));
	});

	test.each<[string, (link: string) => string, RequestInit, number, RegExp]>([
		[
			'a messenger that previews the link',
			(link) => link,
			{ headers: { 'user-agent': 'WhatsApp/2.23.20.0' } },
			200,
			/Is Thursday fine/,
		],
		['a HEAD request', (link) => link, { method: 'HEAD' }, 200, /^$/],
		[
			'a GET that carries the answer',
			(link) => `${link}&answer=approve`,
			{},
			401,
			/Invalid|invalid/,
		],
		['another method', (link) => link, { ...approve, method: 'PUT' }, 200, /No action required/i],
		[
			'an answer that is no text',
			(link) => link,
			{
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: '{ "answer": ["approve"] }',
			},
			400,
			/was not sent/,
		],
		['no signature', (link) => changed(link, 'signature'), approve, 401, /Invalid|invalid/],
		[
			'a wrong signature',
			(link) => changed(link, 'signature', '0'.repeat(64)),
			approve,
			401,
			/Invalid|invalid/,
		],
		[
			'the signature of another run',
			(link) => changed(link, 'run', '1'),
			approve,
			401,
			/Invalid|invalid/,
		],
	])('%s does not', async (_name, urlOf, request, status, page) => {
		const response = await fetch(urlOf(link), request);

		expect(response.status).toBe(status);
		expect(await response.text()).toMatch(page);
		expect((await latestExecution(workflow.id, ['waiting', 'success'])).status).toBe('waiting');
	});

	test('and the form still does after all of them', async () => {
		await answer(link, 'approve');
		const { id } = await latestExecution(workflow.id, 'success');
		expect(await answersOf(id)).toMatchObject([{ approved: true }]);
	});

	test('of several answers, only the first counts, even if they come at the same time', async () => {
		const { workflow, call } = await listen('Wait: several answers', [
			messagingNode(ask),
			{
				...messagingNode({
					resource: 'message',
					operation: 'sendText',
					customerId: '5002',
					text: '={{ $json.approved }}',
				}),
				name: 'Then',
			},
		]);
		await call(body);
		const { id } = await latestExecution(workflow.id, 'waiting');
		const link = await latestLink();

		await Promise.all([answer(link, 'approve'), answer(link, 'approve'), answer(link, 'approve')]);
		await latestExecution(workflow.id, 'success');
		const late = await answer(link, 'disapprove');

		expect(await late.text()).toMatch(/No action required/i);
		expect(await answersOf(id)).toMatchObject([{ approved: true }]);
		expect((await books.accepted()).map(({ recipient }) => recipient)).toEqual(['5001', '5002']);
	});

	test('an execution that was stopped stays so', async () => {
		const { id, workflow, link } = await waiting('stopped', ask);
		await rest.ask('POST', `/executions/${id}/stop`);

		const response = await answer(link, 'approve');

		expect(response.status).toBe(409);
		expect((await latestExecution(workflow.id, ['canceled', 'success'])).status).toBe('canceled');
	});
});
