import type { RestInterface } from '../../../dev/editor/restInterface';
import { books } from '../stage/books';
import { connect } from '../stage/stage';
import { answer, answersOf, latestExecution, latestLink } from '../stage/waiting';
import { listen, messagingNode } from '../stage/workflows';

let rest: RestInterface;
beforeAll(async () => {
	rest = await connect();
});
beforeEach(async () => await books.reset());

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
	const { workflow, call } = await listen(rest, `Wait: ${name}`, [messagingNode(parameters)]);
	await call(body);
	const { id } = await latestExecution(rest, workflow.id, 'waiting');
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
		expect((await latestExecution(rest, workflow.id, 'waiting')).id).toBe(id);

		const thanks = await answer(link, given);
		expect(await thanks.text()).toContain('Thank you for your answer');
		await latestExecution(rest, workflow.id, 'success');
		expect(await answersOf(rest, id)).toEqual([
			{
				responded: true,
				...expected,
				data: { ...expected, respondedAt: expect.any(String) },
			},
		]);
		expect(await books.accepted()).toHaveLength(1);
	});
});
