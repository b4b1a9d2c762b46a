import type { Execution } from '../../../dev/engine/execution';
import { OPERATIONS } from '../../support/operations';
import { answering, continuing, NODE_NAME, outputOf, useScene } from '../../support/scene';
import { addFault, itemsOf, refuse, runSend, sendText } from '../sends';
import { becameOf } from '../retrying/statuses';

const scene = useScene();

const lost = { kind: 'resetAfterBody' } as const;

test('the summary says how many were sent, not sent, unknown and skipped, and what helps against too many requests', async () => {
	const messageKey = '={{ $json.mark }}';
	refuse(scene, 1);
	addFault(scene, 2, lost);
	// One 429 alone may be about its recipient.
	for (const item of [3, 4])
		addFault(scene, item, { kind: 'rateLimit', retryAfter: 0 }, { times: 1 });
	await runSend(scene, sendText, 1, { messageKey });

	const items = itemsOf(sendText, 5);
	const execution = await scene.run(
		sendText.parameters({ messageKey, parallelSends: 2 }),
		[...items, items[4]!],
		continuing,
	);
	expect(execution.hints(NODE_NAME)).toEqual([
		"Item 2, 50002 may have arrived: the connection broke before the service's response was complete.",
		'Item 1, 50001: the service refused the request with status 400: The service answers 400 (code fault).',
		"The service asked to slow down: lower 'Parallel Sends' or set 'Messages per Second' under 'Options'.",
	]);
	const { hints } = execution.data.data.resultData.runData[NODE_NAME]!.at(-1)!;
	expect(hints!.map(({ group }) => group?.summary)).toEqual([
		...Array<string>(2).fill(
			'2 of 6 messages sent, 1 not sent, 1 may have arrived, 1 skipped (sent before), 1 skipped (same key).',
		),
		undefined,
	]);
});

test('what comes from data is text in hints and in the description of an error, which are HTML, and stays as it is elsewhere', async () => {
	const words = 'a<b & "c" <img src=x>';
	const shown = 'a&lt;b &amp; "c" &lt;img src=x&gt;';
	const fault = answering(400, { error: words });
	for (const item of [0, 1]) addFault(scene, item, fault);
	const execution = await runSend(scene, sendText, 3, {}, continuing);
	expect(execution.hints(NODE_NAME)).toEqual([expect.stringContaining(shown)]);
	expect(outputOf(execution)[0]!.error).toContain(words);
	expect(outputOf(execution)[0]!.message).toContain(words);

	const phones = [`1${words}`, `2${words}`].map((phone) => ({ phone }));
	const { error } = await scene.run(OPERATIONS['template.send'], phones);
	expect(error?.message).toContain(words);
	expect(error?.description).toMatch(/<br>• Item 1: [^<>]*2a&lt;b &amp; "c" &lt;img src=x&gt;/);
});

describe('a service that stops responding', () => {
	/** What each item says, first the ones that were tried. */
	const errors = (execution: Execution): unknown[] => outputOf(execution).map(({ error }) => error);
	const notTried = (didNot: string): unknown =>
		expect.stringMatching(
			`^Nothing more was sent, because the service did not ${didNot} 20 messages in a row; the last time: the `,
		);
	const tooMany = { kind: 'rateLimit', retryAfter: 86_400 } as const;

	test.each([
		['breaks the connection', [lost], 'unknown', 'clearly accept'],
		['answers with nothing but 429', [tooMany], 'failed', 'accept'],
		['does both', [lost, ...Array<typeof tooMany>(19).fill(tooMany)], undefined, 'clearly accept'],
	])('and %s is left alone after twenty messages in a row', async (_what, faults, status, did) => {
		for (let item = 1; item < 25; item++)
			addFault(scene, item, faults[(item - 1) % faults.length]!);
		const execution = await runSend(scene, sendText, 25, { parallelSends: 1 }, continuing);

		expect(scene.sandbox.requests.length).toBe(1 + 20);
		expect(errors(execution).slice(21)).toEqual(Array(4).fill(notTried(did)));
		expect(becameOf(execution)).toEqual([
			'sent',
			...(status === undefined
				? ['unknown', ...Array<string>(19).fill('failed')]
				: Array<string>(20).fill(status)),
			...Array<string>(4).fill('failed'),
		]);
	});

	test('and cannot even be reached is left alone, too', async () => {
		const credentials = scene.credentials({ baseUrl: 'http://127.0.0.1:1' });
		const options = { parallelSends: 1 };
		const execution = await runSend(scene, sendText, 22, options, continuing, { credentials });
		expect(errors(execution).slice(19)).toEqual([
			expect.stringMatching(/^The service could not be reached/),
			...Array(2).fill(notTried('accept')),
		]);
	});

	test('is asked on where it refuses, or responds in between', async () => {
		for (let item = 0; item < 60; item++) {
			if (item % 20 !== 19) addFault(scene, item, lost);
			else if (item > 20) refuse(scene, item);
		}
		await runSend(scene, sendText, 60, { parallelSends: 1 }, continuing);
		expect(scene.sandbox.requests.length).toBe(60);
	});

	test("is left alone where its messages are treated as sent, and the others' items are not lost", async () => {
		for (let item = 0; item < 25; item++) addFault(scene, item, lost);
		const options = { parallelSends: 1, unknownOutcome: 'treatAsSent' };
		const execution = await runSend(scene, sendText, 25, options);
		expect(scene.sandbox.requests.length).toBe(20);
		expect(execution.error?.message).toMatch(
			/^Nothing more was sent, because the service did not clearly accept 20 messages in a row; .* \[item 20, 50020\]$/,
		);
		expect(execution.error?.description).toContain('0 of 25 messages sent, 5 not sent, 20 may');
	});
});
