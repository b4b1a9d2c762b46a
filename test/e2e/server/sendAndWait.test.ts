import type { SavedWorkflow } from '../../../dev/editor/restInterface';
import { books } from '../stage/books';
import { rest } from '../stage/stage';
import { itemsOf, latestExecution, storedExecution } from '../stage/executions';
import { answer, answersOf, latestLink } from '../stage/waiting';
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
const twoButtons = { approvalOptions: { values: { approvalType: 'double' } } };
const freeText = { responseType: 'freeText' };
const body = { day: 'Thursday' };

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
		['one button', {}, 'approve', { approved: true }],
		['two buttons', twoButtons, 'disapprove', { approved: false }],
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
				data: { ...expected, respondedAt: expect.any(String) },
			},
		]);
		expect(await books.accepted()).toHaveLength(1);
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
			/did not arrive/,
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
			messagingNode({ ...ask, ...twoButtons }),
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
