import { ExecuteContext } from 'n8n-core';
import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/engine';
import { OPERATIONS } from '../../support/operations';
import {
	answering,
	loopWorkflow,
	messagingNode,
	NODE_NAME,
	outputOf,
	useScene,
} from '../../support/scene';
import { line, manualTrigger, node, noting } from '../../support/workflowNodes';
import { itemsOf, questions, runSend, type Send } from '../sends';

const scene = useScene();

const ask: IDataObject = {
	...OPERATIONS['message.sendAndWait'],
	customerId: '5001',
	message: '=Is {{ $json.day }} fine?',
};
const onlyYes = { approvalOptions: { values: { approvalType: 'single' } } };
const freeText = { responseType: 'freeText' };
const thursday = [{ day: 'Thursday <at> 10' }];

/** What every answer says of the message that asked for it. */
const asked = () => ({
	recipient: '5001',
	messageId: `report-${scene.sandbox.accepted.at(-1)!.id}`,
	customerId: 5001,
});

/** Presses a button or sends a text, and gives what the node gives out then. */
const outputAfter = async (waiting: Execution, answer: string) =>
	outputOf(await scene.answer(waiting, { answer }));

test.each([
	['Fine? { link }', /^Fine\? http\S+[^}]$/, 'Fine? '],
	['{Link} - fine?', /^http\S+ - fine\?$/, '- fine?'],
	// A link that letters follow would be another one.
	[
		'\u8bf7\u70b9{link}\u9009\u62e9',
		/^\u8bf7\u70b9 http[!-~]+ \u9009\u62e9$/,
		'\u8bf7\u70b9\u9009\u62e9',
	],
	['{link}2 days left', /^http\S+ 2 days left$/, '2 days left'],
	// As would one behind a letter that ends in a mark.
	[
		'\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48{link}',
		/\u0e48 http[!-~]+$/,
		'\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48',
	],
	// In a language without spaces, a sign ends no word.
	['{link}\u3002\u8c22\u8c22', /^http[!-~]+ \u3002\u8c22\u8c22$/, '\u3002\u8c22\u8c22'],
])('the link goes where %s says so', async (message, text, question) => {
	const execution = await scene.run({ ...ask, message });
	expect(scene.sandbox.accepted[0]!.content.body).toMatch(text);
	const { page } = await scene.visit(execution);
	expect(page).toContain(`${question.trim()}<`);
	expect(page).not.toMatch(/link\s*\}/i);
});

test.each([
	['the only button', onlyYes, 'approve', { approved: true }],
	['yes', {}, 'approve', { approved: true }],
	['no', {}, 'disapprove', { approved: false }],
	[
		'a text, exactly as typed',
		freeText,
		' <b>Friday</b>,\r\nat "10" {{ 1 }} ',
		{ text: ' <b>Friday</b>,\nat "10" {{ 1 }} ' },
	],
])('the answer comes out: %s', async (_, parameters, answer, expected) => {
	const execution = await scene.run({ ...ask, ...parameters }, thursday);

	expect(await outputAfter(execution, answer)).toEqual([
		{
			responded: true,
			...expected,
			data: expected,
			...asked(),
			respondedAt: expect.stringMatching(/^\d{4}-.*Z$/),
		},
	]);
});

const until = (values: IDataObject): IDataObject => ({ options: { limitWaitTime: { values } } });

test.each([
	['minutes', 60_000],
	['hours', 3600_000],
	['days', 24 * 3600_000],
])(
	'where nobody answers within two %s, the output says so, and not what came in',
	async (resumeUnit, milliseconds) => {
		const execution = await scene.run(
			{ ...ask, ...until({ resumeAmount: 2, resumeUnit }) },
			thursday,
		);

		const till = new Date(execution.data.waitTill!).getTime();
		expect(Math.abs(till - Date.now() - 2 * milliseconds)).toBeLessThan(60_000);
		const resumed = await scene.answer(execution);
		expect(resumed.status).toBe('success');
		expect(resumed.items(NODE_NAME)).toEqual([
			{ json: { responded: false, ...asked() }, pairedItem: { item: 0, input: undefined } },
		]);
	},
);

test('an expression can make the amount from a point in time', async () => {
	const till = new Date(Date.now() + 36 * 3600_000);
	const amount = "={{ DateTime.fromISO($json.until).diffToNow('hours') }}";
	const execution = await scene.run(
		{ ...ask, ...until({ resumeAmount: amount, resumeUnit: 'hours' }) },
		[{ ...thursday[0], until: till.toISOString() }],
	);

	const { waitTill } = execution.data;
	expect(Math.abs(new Date(waitTill!).getTime() - till.getTime())).toBeLessThan(60_000);
});

test('nobody waits for longer than n8n can', async () => {
	const execution = await scene.run(
		{ ...ask, ...until({ resumeAmount: 1e9, resumeUnit: 'days' }) },
		thursday,
	);

	expect(new Date(execution.data.waitTill!).toISOString()).toBe('3000-01-01T00:00:00.000Z');
});

test('the message ends with a link, and the page behind it shows the question and only takes what its form can send', async () => {
	const execution = await scene.run({ ...ask, businessName: 'B & Co' }, thursday);

	expect(execution.status).toBe('waiting');
	expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual([
		`Is Thursday <at> 10 fine?\n${scene.link()}`,
	]);
	const { status, headers, page, answer } = await scene.visit(execution);
	expect({ status, answer }).toEqual({ status: 200, answer: undefined });
	expect(page).toContain('<html lang="en" dir="ltr">');
	expect(page).toContain('<title>A question for you – B &amp; Co</title>');
	expect(page).toContain(
		'>B &amp; Co</bdi></p>\n<h1 id="heading">Is Thursday &lt;at&gt; 10 fine?</h1>\n',
	);
	expect(page.match(/<button[^>]*>[^<]*/g)).toEqual([
		expect.stringMatching(/value="approve".*>Yes$/),
		expect.stringMatching(/value="disapprove".*>No$/),
	]);
	expect(page).not.toMatch(/<script|<img|<link|https?:/);
	expect(headers).toMatchObject({
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
		'X-Content-Type-Options': 'nosniff',
		'X-Robots-Tag': 'noindex, nofollow',
		'Content-Security-Policy': expect.stringContaining("default-src 'none'"),
	});
});

test.each<[string, IDataObject, string, IDataObject]>([
	['nothing', {}, '', {}],
	['an empty text', freeText, ' \r\n', {}],
	['a text that is too long', freeText, 'x'.repeat(4001), {}],
	['a second field', {}, 'approve', { comment: 'x' }],
])('an answer that the form cannot send ends no wait: %s', async (_, parameters, answer, more) => {
	const execution = await scene.run({ ...ask, ...parameters }, thursday);

	const visited = await scene.visit(execution, { answer, ...more });

	expect(visited).toMatchObject({ status: 400, answer: undefined });
	expect(visited.page).toContain('Your answer was not sent. Please check it, and send it again.');
});

test('a text of the greatest length is taken, however its lines end', async () => {
	const execution = await scene.run({ ...ask, ...freeText }, thursday);
	const lines = Array.from({ length: 400 }, () => 'x'.repeat(9));

	const [output] = await outputAfter(execution, `${lines.join('\r\n')}!`);

	expect(output!.text).toBe(`${lines.join('\n')}!`);
});

describe.each([
	['while the customer waits', false],
	['after the connection to the customer broke', true],
])('%s', (_when, breaksOff) => {
	const post = (answer: string) => ({
		...{ method: 'POST' as const, url: scene.link(), body: { answer } },
		breaksOff,
	});

	test('n8n fails to go on with an answer: the customer can give it again, but only once', async () => {
		const execution = await scene.run(ask, thursday);
		const body = { answer: 'approve' };

		const failed = await scene.engine.visit(execution, {
			...post('approve'),
			resumesAfter: async () => await Promise.reject(new Error('The database is gone')),
		});
		expect(failed).toMatchObject({ status: 500, answer: undefined });
		expect(await scene.visit(execution, body)).toMatchObject({ status: 200, answer: [[{}]] });
		expect(await scene.visit(execution, body)).toMatchObject({ status: 410, answer: undefined });
	});

	test('n8n has yet to go on with an answer: until shortly after, there is no second one, however long that takes', async () => {
		const execution = await scene.run(ask, thursday);
		const again: unknown[] = [];
		let passed = 0;
		const start = Date.now();
		const now = jest.spyOn(Date, 'now').mockImplementation(() => start + passed);
		const answerAfter = async (milliseconds: number): Promise<void> => {
			passed += milliseconds;
			again.push((await scene.visit(execution, { answer: 'disapprove' })).status);
		};
		const first = await scene.engine.visit(execution, {
			...post('approve'),
			resumesAfter: async () => await answerAfter(60_000),
		});
		for (const milliseconds of [0, 9000, 2000]) await answerAfter(milliseconds);
		now.mockRestore();
		expect(first.answer).toMatchObject([[{ json: { approved: true } }]]);
		// By then, n8n itself takes none any more.
		expect(again).toEqual([410, 410, 410, 200]);
	});
});

test('in a loop, the link of an earlier question does not answer a later one', async () => {
	const days = [{ day: 'Thursday' }, { day: 'Friday' }];
	const first = await scene.runWorkflow(loopWorkflow(1, ask), days);
	const firstLink = scene.link();
	const second = await scene.answer(first, { answer: 'approve' });
	expect(second.status).toBe('waiting');

	const late = await scene.visit(second, { answer: 'approve' }, firstLink);

	expect(late).toMatchObject({ status: 410, answer: undefined });
	expect(late.page).toContain('no longer valid');
	expect((await scene.visit(second)).page).toContain('Is Friday fine?');
	const done = await scene.answer(second, { answer: 'approve' });
	expect(done.status).toBe('success');
	expect(outputOf(done, 0, 'Loop Over Items').map(({ approved }) => approved)).toEqual([
		true,
		true,
	]);
});

test('the link of an execution that n8n has forgotten is not that of a later one with the same ID', async () => {
	const runs = [];
	for (const now of [1, 2]) {
		const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
		await scene.run(ask, thursday);
		clock.mockRestore();
		runs.push(new URL(scene.link()).searchParams.get('run'));
	}
	expect(runs).toEqual(['0-1', '0-2']);
});

const questionCases = questions.flatMap((question) =>
	['', 'appointment'].flatMap((messageKey) =>
		[true, false].map((accepts) => [question.operation, messageKey, accepts, question] as const),
	),
);

test.each(questionCases)(
	"%s with the key '%s', accepted: %s: whoever does what the error says asks again, also after 'Treat as Sent' was refused",
	async (_, messageKey, accepts, question) => {
		const fault = { kind: 'resetAfterBody' } as const;
		scene.sandbox.faults.add({ operation: question.request, times: 1, fault, accepts });
		const run = async (options: IDataObject, before?: Execution) => {
			const parameters = question.parameters({ messageKey, ...options });
			return before === undefined || messageKey !== ''
				? await scene.run(parameters, itemsOf(question, 1))
				: await scene.retry(before, parameters);
		};
		const first = await run({});
		expect(first.error?.description).toContain(
			"To ask again, with a new link, set 'If Outcome Is Unknown' under 'Options' to 'Send Again'",
		);
		expect(first.error?.description).not.toContain('Treat as Sent');

		const refused = await run({ unknownOutcome: 'treatAsSent' }, first);
		expect(refused.error?.message).toContain("'If Outcome Is Unknown' is 'treatAsSent'");
		expect(scene.sandbox.accepted).toHaveLength(accepts ? 1 : 0);

		const asked = await run({ unknownOutcome: 'sendAgain' }, refused);
		expect(asked.status).toBe('waiting');
		expect(scene.sandbox.accepted).toHaveLength(accepts ? 2 : 1);
		expect(await outputAfter(asked, 'approve')).toMatchObject([{ approved: true }]);
	},
);

test('a question whose outcome is unknown stays so, also after a retry that could not even read its values', async () => {
	const [question] = questions as [Send];
	const fault = { kind: 'resetAfterBody' } as const;
	scene.sandbox.faults.add({ operation: question.request, times: 1, fault, accepts: true });
	let execution = await runSend(scene, question, 1);
	for (const parameters of [
		{ ...question.parameters(), variablesJson: 'no JSON' },
		question.parameters(),
	]) {
		execution = await scene.retry(execution, parameters);
		expect(execution.status).toBe('error');
	}
	expect(scene.sandbox.accepted).toHaveLength(1);
});

test('a retry of what another retry has asked fails, as that one waits for the answer', async () => {
	scene.sandbox.faults.add({ times: 1, fault: answering(400) });
	const failed = await scene.run(ask, thursday);
	expect((await scene.retry(failed)).status).toBe('waiting');
	const retried = await scene.retry(failed, ask, { onError: 'continueErrorOutput' });

	expect(outputOf(retried, 1)[0]).toMatchObject({
		error: expect.stringContaining('was already sent by an earlier execution') as string,
		details: { status: 'unknown' },
	});
	expect(retried.hints(NODE_NAME)).toEqual([
		'0 of 1 messages sent, 1 skipped (sent before).',
		expect.stringContaining('To send the customer a new link, '),
	]);
	expect((await scene.retry(failed)).status).toBe('error');
	expect(scene.sandbox.accepted).toHaveLength(1);
});

test('if a node behind the question fails, a retry goes on there, with the answer', async () => {
	const failing = node('Failing', 'n8n-nodes-base.stopAndError', 1, { errorMessage: 'Wrong' });
	const workflow = line('Messaging', [manualTrigger(), messagingNode(ask), failing]);
	const waiting = await scene.runWorkflow(workflow, thursday);
	const failed = await scene.answer(waiting, { answer: 'approve' });
	expect(failed.error?.message).toContain('Wrong');

	const corrected = line('Messaging', [
		manualTrigger(),
		messagingNode(ask),
		noting('Failing', { approved: '={{ $json.approved }}' }),
	]);
	const retried = await scene.engine.retry(failed, { workflow: corrected });

	expect(retried.status).toBe('success');
	expect(outputOf(retried, 0, 'Failing')).toMatchObject([{ approved: 'true' }]);
	expect(scene.sandbox.accepted).toHaveLength(1);
});

test.each<[string, IDataObject, string]>([
	['no question', { message: ' ' }, "'Message' is empty"],
	['nothing but the link', { message: '{link}' }, "'Message' contains nothing but the link"],
	[
		'no variable for the link',
		{
			...OPERATIONS['template.sendAndWait'],
			...{ customerPhone: '+12025550123', linkVariable: '={{ $json.missing }}' },
		},
		"'Link Variable Name or ID': {{ $json.missing }} gives nothing",
	],
	[
		'a yes that says what no says by itself',
		{ approvalOptions: { values: { approveLabel: 'No' } } },
		"'Approval Options' has 'No' twice",
	],
	[
		'a label that an expression does not find',
		{ approvalOptions: { values: { approveLabel: '={{ $json.missing }}' } } },
		"'Yes Button Label': {{ $json.missing }} gives nothing",
	],
	[
		'an amount that an expression does not find',
		until({ resumeAmount: '={{ $json.missing }}' }),
		'{{ $json.missing }} gives nothing',
	],
	['an amount of 0', until({ resumeAmount: 0 }), "'Limit Wait Time' has already run out"],
	[
		'an amount from a time that has passed',
		until({ resumeAmount: "={{ DateTime.fromISO('2020-01-01').diffToNow('days') }}" }),
		"'Amount' under 'Limit Wait Time' is '-",
	],
])('refused before anything is sent: %s', async (_, parameters, message) => {
	const { error } = await scene.run({ ...ask, message: 'Fine?', ...parameters });

	expect(error?.message).toContain(message);
	expect(scene.sandbox.requests).toEqual([]);
});

describe('a node of any name', () => {
	const run = async (name: string) => {
		const node = { ...messagingNode({ ...ask, message: 'Fine?' }), name };
		const workflow = line('Messaging', [manualTrigger(), node]);
		return await scene.runWorkflow(workflow, [{}], { mode: 'webhook' });
	};

	test.each(['constructor', 'prototype', 'isProxy', 'Line\u2028separator', 'Line\u2029separator'])(
		'whose page n8n could not show is refused before anything is sent: %j',
		async (name) => {
			const { error } = await run(name);
			expect(error).toMatchObject({
				message: `n8n could not show the answer page of a node called '${name}'`,
				description: expect.stringMatching(/^The message was not sent\. Rename the node/) as string,
			});
			expect(scene.sandbox.requests).toEqual([]);
		},
	);

	test.each(['{{ 1 }}', 'Order {{ 1', 'Order }}', '{{'])(
		'waits for the answer: %j',
		async (name) => {
			expect((await run(name)).status).toBe('waiting');
		},
	);

	test.each([
		...['{{ 1 }}', '"quoted"', '`${1}`', 'back\\slash\\', 'line\nbreak'],
		...['=1', '$json', '__proto__', '😀'],
	])('can be answered, or is refused before anything is sent: %j', async (name) => {
		const execution = await run(name);
		if (execution.status !== 'waiting') {
			// Under some names n8n can run no node at all.
			return expect(scene.sandbox.requests).toEqual([]);
		}
		expect((await scene.visit(execution)).page).toContain('Fine?');
		expect((await scene.answer(execution, { answer: 'approve' })).status).toBe('success');
	});
});

test('who gives several items is told how to ask all at once without losing the answers', async () => {
	const { error } = await scene.run(ask, [...thursday, ...thursday]);

	expect(error?.message).toContain('Nobody was asked: there are 2 items');
	expect(error?.description).toContain("'Execute Once' in the node's settings");
	expect(error?.description).toContain("the 'loop' output of a 'Loop Over Items' node");
	expect(error?.description).toContain("switch off 'Wait For Sub-Workflow Completion'");
	expect(scene.sandbox.requests).toEqual([]);
});

test('an address of n8n that the customer cannot open is refused', async () => {
	const credentials = scene.credentials({ baseUrl: 'https://hub.example.com' });
	const { error } = await scene.run(ask, thursday, {}, { credentials });

	expect(error?.message).toContain("this n8n says that its address is 'http://localhost:5678/'");
	expect(error?.description).toMatch(/N8N_WEBHOOK_URL .*WEBHOOK_URL/);
});

test('an address of n8n with a path is refused, as n8n would not know its own link', async () => {
	const address = jest.spyOn(ExecuteContext.prototype, 'getRestApiUrl');
	address.mockReturnValue('http://localhost:5678/n8n/rest');
	const { error } = await scene.run(ask, thursday);
	address.mockRestore();

	expect(error?.message).toContain(
		"this n8n says that its address is 'http://localhost:5678/n8n/'",
	);
	expect(error?.description).toContain('without a path');
	expect(scene.sandbox.requests).toEqual([]);
});

test('a question whose message key was sent before is not asked again, nor waited for', async () => {
	const keyed = { ...ask, messageKey: 'appointment-1' };
	expect((await scene.run(keyed, thursday)).status).toBe('waiting');
	const again = await scene.run(keyed, thursday);
	expect(again.status).toBe('success');
	expect(outputOf(again)).toEqual([
		{
			recipient: '5001',
			status: 'skipped',
			skipped: true,
			reason: 'alreadySent',
			messageKey: 'appointment-1',
		},
	]);
	expect(scene.sandbox.accepted).toHaveLength(1);
});
