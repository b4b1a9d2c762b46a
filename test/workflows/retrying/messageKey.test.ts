import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import {
	continuing,
	messagingWorkflow,
	NODE_NAME,
	type NodeSettings,
	outputOf,
	useScene,
} from '../../support/scene';
import { acceptedMarks, itemsOf, marksOf, refuse, runSend, sends, sendText } from '../sends';
import { becameOf } from './statuses';
import { hurry } from '../../support/hurry';
import { until } from '../../support/until';

const scene = useScene();
hurry();

const lost = { kind: 'resetAfterBody' } as const;

const messageKey = '={{ $json.mark }}';

/** Has the service refuse the next message to the customer of this number. */
const refuseNext = (item: number): void => refuse(scene, item, { times: 1 });

/** Sends a number of messages, each with its mark as its key. */
async function sendKeyed(
	count: number,
	options: IDataObject = {},
	settings: NodeSettings = {},
	send = sendText,
): Promise<Execution> {
	return await runSend(scene, send, count, { messageKey, ...options }, settings);
}

const all = (count: number, what: string, others: Record<number, string> = {}): string[] =>
	Array.from({ length: count }, (_, index) => others[index] ?? what);

test.each(sends)(
	'$operation: each key is sent once, and the second execution asks the service nothing',
	async (send) => {
		expect(becameOf(await sendKeyed(20, {}, {}, send))).toEqual(all(20, 'sent'));
		const { length } = scene.sandbox.requests;

		const again = await sendKeyed(20, {}, {}, send);

		expect(scene.sandbox.requests).toHaveLength(length);
		expect(again.items(NODE_NAME)).toEqual(
			marksOf(20).map((mark, item) => ({
				json: {
					recipient: send.recipient(item),
					status: 'skipped',
					skipped: true,
					reason: 'alreadySent',
					messageKey: mark,
				},
				pairedItem: { item },
			})),
		);
	},
);

test('what a stopped run did not come to is sent by the next execution', async () => {
	refuseNext(3);
	const stopped = await sendKeyed(6, { parallelSends: 1 });
	expect(stopped.error?.description).toContain('sends nothing twice.');

	expect(becameOf(await sendKeyed(6))).toEqual([...all(3, 'alreadySent'), ...all(3, 'sent')]);
});

test('bad input claims nothing', async () => {
	const items = itemsOf(sendText, 3);
	const parameters = sendText.parameters({ messageKey });
	await scene.run(parameters, [...items.slice(0, 2), { json: { mark: 'message-2' } }]);

	expect(becameOf(await scene.run(parameters, items))).toEqual(all(3, 'sent'));
});

describe('twice in one run', () => {
	const items = itemsOf(sendText, 3).map(({ json }, index) => ({
		json: { ...json, recipient: sendText.recipient(Math.min(index, 1)), key: 'one' },
	}));
	const parameters = sendText.parameters({ messageKey: '={{ $json.key }}' });

	test('a key and a recipient are sent to once; another recipient gets another message', async () => {
		const execution = await scene.run(parameters, items);

		expect(becameOf(execution)).toEqual(['sent', 'sent', 'sameKey']);
		expect(acceptedMarks(scene.sandbox).sort()).toEqual(['message-0', 'message-1']);
		expect(outputOf(execution)[2]).toEqual({
			recipient: sendText.recipient(1),
			status: 'skipped',
			skipped: true,
			reason: 'sameKey',
			messageKey: 'one',
		});
		expect(becameOf(await scene.run(parameters, items))).toEqual([
			'alreadySent',
			'alreadySent',
			'sameKey',
		]);
	});

	test('where the first is at fault itself, the second is sent', async () => {
		const texts = items.map(({ json }, index) => ({
			json: { ...json, text: index === 1 ? '' : 'Hello' },
		}));
		const withText = { ...parameters, text: '={{ $json.text }}' };
		expect(becameOf(await scene.run(withText, texts, continuing))).toEqual([
			'sent',
			'failed',
			'sent',
		]);
		expect(scene.sandbox.accepted).toHaveLength(2);
		expect(becameOf(await scene.run(withText, texts, continuing))).toEqual([
			'alreadySent',
			'failed',
			'alreadySent',
		]);
	});

	test('where the first is not sent, the other fails alike', async () => {
		refuse(scene, 1);

		expect(becameOf(await scene.run(parameters, items, continuing))).toEqual([
			'sent',
			'failed',
			'failed',
		]);
		expect(scene.sandbox.requests).toHaveLength(2);
	});
});

describe('an outcome that nobody knows', () => {
	beforeEach(async () => {
		scene.sandbox.faults.add({ times: 1, fault: lost, accepts: true });
		expect(becameOf(await sendKeyed(1, {}, continuing))).toEqual(['unknown']);
	});

	test('stays an error, execution after execution, and is not sent again', async () => {
		for (let execution = 0; execution < 3; execution++) {
			const { error } = await sendKeyed(1);
			expect(error?.message).toMatch(/^Outcome unknown, the message to 50000 may have arrived: /);
		}
		expect(scene.sandbox.requests).toHaveLength(1);
	});

	test("'Treat as Sent' closes the key for good", async () => {
		const treated = await sendKeyed(1, { unknownOutcome: 'treatAsSent' });
		expect(outputOf(treated)[0]).toMatchObject({ status: 'unknown' });
		expect(becameOf(await sendKeyed(1))).toEqual(['alreadySent']);
		expect(scene.sandbox.requests).toHaveLength(1);
	});

	test("'Send Again' sends it again, once", async () => {
		const options = { unknownOutcome: 'sendAgain' };
		expect(becameOf(await sendKeyed(1, options))).toEqual(['sent']);
		expect(becameOf(await sendKeyed(1, options))).toEqual(['alreadySent']);
		expect(scene.sandbox.requests).toHaveLength(2);
	});
});

describe('a key', () => {
	const run = async (key: unknown, messageKey = '={{ $json.key }}') =>
		await scene.run(sendText.parameters({ messageKey }), [
			{ mark: 'message', recipient: sendText.recipient(0), key } as IDataObject,
		]);

	test.each([
		['  order 7 ', 'order 7'],
		['0', 0],
		// An é in one character and in two, and what nobody sees.
		['caf\u00e9', 'cafe\u0301'],
		['order 7', '\u200border\u00ad 7\ufeff'],
		['caf\u00e9', 'cafe\u200d\u0301'],
	])('%j is the same as %j', async (one, other) => {
		expect(becameOf(await run(one))).toEqual(['sent']);
		expect(becameOf(await run(other))).toEqual(['alreadySent']);
	});

	test.each(['-NqX3abc', 'https://a.example/1/', 'a:'])(
		'%j can be used where an item has it like that, or somebody typed it',
		async (key) => {
			expect(becameOf(await run(key))).toEqual(['sent']);
			expect(becameOf(await run('', key))).toEqual(['alreadySent']);
			const messageKey = "={{ $('Start').first().json.key }}";
			const items = [1, 2].map((item) => ({
				mark: 'message',
				recipient: sendText.recipient(item),
			}));
			const ofFirst = await scene.run(sendText.parameters({ messageKey }), [
				{ key, ...items[0] },
				items[1]!,
			]);
			expect(becameOf(ofFirst)).toEqual(['sent', 'sent']);
		},
	);

	test.each<string | boolean | null>([
		...['', null, 'undefined', true, false, '- -', 'false', 'TRUE', 'null', '-', 'n/a', 'N/A'],
		...['\\N', '#N/A', '#REF!', 'NaN', '–', '—'],
	])('%j is refused before anything is sent', async (key) => {
		const { error } = await run(key);
		expect(error?.message).toMatch(/^'Message Key'/);
		expect(scene.sandbox.requests).toEqual([]);
		expect(scene.engine.deduplication.calls).toBe(0);
	});

	test.each([
		['', '={{ $json.key }}-shipped'],
		[null, "={{ $json.missing + '-shipped' }}"],
		[2 ** 60, '={{ $json.key }}'],
		// What Odoo gives for an empty field, and a database's export.
		[false, '={{ $json.key }}-shipped'],
		// What has lost its end.
		['', "={{ $json.key + '-shipped' }}"],
		['', "={{ ['november', $json.key].join('/') }}"],
		['', "={{ 'https://example.com/' + $json.key }}"],
		['', "={{ ['acme', $json.key, 'shipped'].join('-') }}"],
		['', "={{ ['acme', $json.key].join(', ') }}-shipped"],
		[null, "={{ $json.key || '' }}-shipped"],
		['-', '={{ $json.key }}-shipped'],
		['false', '={{ $json.key }}-shipped'],
		['#SPILL!', "={{ $json.key || 'shipped' }}"],
		[false, "={{ $json.key + '-shipped' }}"],
		// The missing number is not excused by another field of the item.
		['error: order-null', "={{ 'order-' + $json.missing }}"],
	])('with %j in %s is refused, as other messages would have the same', async (key, messageKey) => {
		expect((await run(key, messageKey)).error?.message).toMatch(/^'Message Key'/);
		expect(scene.sandbox.requests).toEqual([]);
	});

	test.each([
		...['={{ $json.key }}-{{ $json.mark }}', '={{ $json.key.length }} {{ $now.year }}'],
		...["={{ 'null-problemo-' + $json.key }}", '={{ $json.key }}NaN'],
		...["={{ 'https://example.com/' + $json.key }}", "={{ 'order: ' + $json.key }}"],
		...["={{ '#' + $json.key }}", "={{ '+1' + $json.key }}"],
		...['={{ $json.key }}-shipped', "={{ ['acme', $json.key, 'shipped'].join('-') }}"],
	])('%s can be used where its fields are there', async (messageKey) => {
		// What a customer is called, and what Firebase and nanoid may make.
		const keys = ['order', 'Acme Inc.', '-OaB3xK9', 'V1StGXR8--Z5jdHi6B-'];
		for (const key of messageKey.includes('.length') ? ['order'] : keys)
			expect(becameOf(await run(key, messageKey))).toEqual(['sent']);
	});

	// A shop's order with gaps, in English, German, French, Spanish, Portuguese and Swedish.
	const ORDER = {
		...{ order: 'A-1', none: '', last: null, date: '2026-12-05', email: 'ana@example.com' },
		...{ title: 'Black Friday 50% off!', id: 576461413038785752, paid: false, stage: 'n/a' },
		...{ url: 'https://shop.example/1/', slug: '-OaB3xK9-', lines: [{ sku: 'B1' }, { sku: 'B2' }] },
	};

	test.each([
		...[
			"'order ' + $json.none",
			"('order ' + $json.none).hash()",
			"('order ' + $json.none).slice(-6)",
		],
		...[
			'Number($json.none)',
			"($json.email + '-' + $json.last).hash()",
			'`${$json.order}/${$json.last}`',
		],
		...[
			"'Bestellung ' + $json.nummer",
			"['Rechnung', $json.last].join(' ')",
			'$json.last + $json.date',
		],
		...[
			"'facture-' + $json.paid",
			"'livraison ' + $json.stage",
			"$json.none.toLowerCase() + '-fr'",
		],
		...["'pedido-' + ($json.none || '')", "($json.none || '') + '-enviado'", "'id:' + $json.id"],
		...[
			"$json.id ? 'pedido ' + $json.id : ''",
			"'fatura' + $json.last?.trim()",
			"$json.none || 'null'",
		],
		...[
			"'frakt ' + $('Start').item.json.none",
			'$json.last ?? "n/a"',
			"[$json.none, 'x'].join('-')",
		],
		...["DateTime.fromISO($json.none).toISODate() + 'x'", "$json.none + $json.date || 'x'"],
	])('whose part is missing in {{ %s }} is refused, for each message', async (code) => {
		const items = [1, 2].map((item) => ({
			json: { mark: 'message', recipient: sendText.recipient(item), ...ORDER },
		}));
		const parameters = sendText.parameters({ messageKey: `={{ ${code} }}` });
		const execution = await scene.run(parameters, items, continuing);
		expect(becameOf(execution)).toEqual(['failed', 'failed']);
		expect(String(outputOf(execution)[0]!.error)).toMatch(/^'Message Key'/);
	});

	test.each([
		...[
			"$json.title.toLowerCase().replace(/[^a-z0-9]+/g, '-')",
			"'order ' + $json.order",
			'$json.slug + "x"',
		],
		...[
			"($json.email + '-' + $json.order).hash()",
			"$json.email.split('@')[0] + '-'",
			"'a--' + $json.order",
		],
		...[
			'`Bestellung ${$json.order}: ${$json.date}`',
			'$json.url || $json.none',
			'$json.slug ?? $json.last',
		],
		...["$json.last ? $json.last : $json.order + '-ohne'", '$json.url.replace("https:", "")'],
		...[
			"['facture', $json.order, $json.none].filter(Boolean).join('-')",
			'$json.none || $json.order',
		],
		...[
			"$json.lines.map(({ sku }) => sku).join('|')",
			"$json.date.slice(0, 7) + '-' + $json.email",
		],
		...[
			"'pedido/' + $('Start').item.json.order",
			"$json.last ?? 'sem sobrenome'",
			"$json.order + '!'",
		],
		...[
			"DateTime.fromISO($json.date).toFormat('yyyy-LL') + '/' + $json.email",
			'$json.order.hash()',
		],
	])('whose parts are there in {{ %s }} is sent, once', async (code) => {
		const item = { mark: 'message', recipient: sendText.recipient(0), ...ORDER };
		const parameters = sendText.parameters({ messageKey: `={{ ${code} }}` });
		expect(becameOf(await scene.run(parameters, [item]))).toEqual(['sent']);
		expect(becameOf(await scene.run(parameters, [item]))).toEqual(['alreadySent']);
	});

	test('that is left empty is none, and one whose expression is left empty is refused', async () => {
		expect(becameOf(await run('', ''))).toEqual(['sent']);
		expect(becameOf(await run('', ' '))).toEqual(['sent']);
		expect(scene.engine.deduplication.calls).toBe(0);
		const { error } = await run('', '=');
		expect(error?.message).toBe("'Message Key' is empty");
		expect(error?.description).toContain("or empty the field and switch it to 'Fixed'");
	});
});

describe('a store that cannot be used', () => {
	test.each(['stopWorkflow', 'continueRegularOutput'] as const)(
		'sends nothing, and says why (On Error: %s)',
		async (onError) => {
			scene.engine.deduplication.beforeAccess = () => {
				throw new Error('The database is locked');
			};
			const execution = await sendKeyed(3, {}, { onError });
			const words = 'n8n could not read or save which messages were sent: The database is locked';
			if (onError === 'stopWorkflow') expect(execution.error?.message).toBe(words);
			else expect(outputOf(execution).map(({ error }) => error)).toEqual(all(3, words));
			expect(scene.sandbox.requests).toEqual([]);
		},
	);

	test.each([
		['says so above the output', 2, false],
		['says so in the error of another message', 3, true],
	])('after messages were sent %s', async (_, count, isRefused) => {
		if (isRefused) refuse(scene, 2);
		let accesses = 0;
		scene.engine.deduplication.beforeAccess = () => {
			// Those that the claim takes.
			if (++accesses > 7) throw new Error('The database is locked');
		};
		const execution = await sendKeyed(count);
		expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(2));
		const said = isRefused ? execution.error?.description : JSON.stringify(execution.data);
		expect(said).toContain('the next execution treats their outcome as unknown');
		// What was sent is not to be run again.
		expect(said).not.toMatch(/run the workflow again/i);
	});
});

test('without a key, retries of the original, again, and of a retry send each message once', async () => {
	refuseNext(2);
	const original = await runSend(scene, sendText, 6, { parallelSends: 1 });
	refuseNext(4);
	const first = await scene.retry(original);
	const second = await scene.retry(original);
	const retryOfRetry = await scene.retry(first);
	const third = await scene.retry(original);

	expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(6));
	expect([original, first].map(({ status }) => status)).toEqual(['error', 'error']);
	// The original knows of two, its first retry has sent two more.
	expect(becameOf(second)).toEqual(all(6, 'sent', { 2: 'alreadySent', 3: 'alreadySent' }));
	expect(becameOf(retryOfRetry)).toEqual([...all(4, 'sent'), ...all(2, 'alreadySent')]);
	expect(becameOf(third)).toEqual([...all(2, 'sent'), ...all(4, 'alreadySent')]);
});

test.each<[string, IDataObject, IDataObject]>([
	['a key was added', {}, { messageKey }],
	['its key was removed', { messageKey }, {}],
	['its key was changed', { messageKey }, { messageKey: '={{ $json.mark }}, again' }],
])('a retry after a change sends nothing twice where %s', async (_, options, changed) => {
	refuseNext(2);
	const original = await runSend(scene, sendText, 6, { parallelSends: 1, ...options });
	refuseNext(4);
	await scene.retry(original);
	expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(4));

	for (let retry = 0; retry < 2; retry++) await scene.retry(original, sendText.parameters(changed));
	expect(acceptedMarks(scene.sandbox).sort()).toEqual(marksOf(6));
});

test('a retry in which two items have got one key does not send the second, as the first was sent', async () => {
	const recipient = sendText.recipient(0);
	refuse(scene, 0, { after: 1, times: 1 });
	const items = itemsOf(sendText, 2).map(({ json }) => ({ json: { ...json, recipient } }));
	const original = await scene.run(sendText.parameters({ parallelSends: 1 }), items);

	const retried = await scene.retry(original, sendText.parameters({ messageKey: 'one' }));
	expect(becameOf(retried)).toEqual(['sent', 'sameKey']);
	expect(acceptedMarks(scene.sandbox)).toEqual(['message-0']);
});

test.each([{}, { messageKey }])(
	'a node that was pasted anew since refuses to retry (%j), as it knows nothing of other retries',
	async (options) => {
		refuseNext(2);
		const original = await runSend(scene, sendText, 6, { parallelSends: 1, ...options });
		const { nodes, ...workflow } = messagingWorkflow(sendText.parameters(options));
		const pasted = { ...workflow, nodes: nodes.map((node) => ({ ...node, id: 'pasted' })) };
		const { error } = await scene.engine.retry(original, { workflow: pasted });
		expect(error?.description).toContain("choose 'Retry with original workflow'");
		expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(2));
		await scene.retry(original);
		expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(6));
	},
);

test.each([3, 200])(
	"a 'Remove Duplicates' node that is not connected is noticed, and its %d entries are left alone",
	async (count) => {
		const { deduplication } = scene.engine;
		deduplication.fill('', count);
		const { error } = await sendKeyed(3);
		expect(error?.message).toMatch(
			/^A 'Remove Duplicates' node with the scope 'Workflow' uses the storage/,
		);
		expect(error?.description).toContain("'Clear Deduplication History'");
		expect(scene.sandbox.requests).toEqual([]);
		expect(deduplication.entries('imported ')).toBe(count);
	},
);

test('what an earlier execution left unknown stops nothing: all others are sent, and the error names it', async () => {
	const count = 501;
	scene.sandbox.faults.add({ times: 1, fault: lost });
	await sendKeyed(1);

	const { error } = await sendKeyed(count);
	expect(error?.message).toMatch(
		/^Outcome unknown, the message to 50000 may have arrived: .* \[item 0, 50000\]$/,
	);
	expect(error?.description).toContain('500 of 501 messages sent, 1 may have arrived');
	expect(scene.sandbox.accepted).toHaveLength(count - 1);
});

test('the error of a message that another execution is sending says to wait for that one first', async () => {
	let answer = (_milliseconds: number): void => {};
	const latency = new Promise<number>((resolve) => (answer = resolve));
	scene.latency = () => latency;
	const other = sendKeyed(1);
	await until(() => scene.sandbox.requests.length === 1);
	const { error } = await sendKeyed(1);
	answer(0);
	await other;
	expect(error?.message).toContain('another execution started to send it');
	expect(error?.description).toContain(
		' Wait until no other execution of this workflow is running. Look up the message to ',
	);
});

test('an execution that nobody retries asks the store nothing', async () => {
	scene.engine.deduplication.calls = 0;
	await runSend(scene, sendText, 3);
	expect(scene.engine.deduplication.calls).toBe(0);
});

test('with a pace, only the messages of the next seconds are under way', async () => {
	const count = 25;
	let underWay: number | undefined;
	scene.latency = () => {
		// One that is under way has three entries.
		underWay ??= scene.engine.deduplication.entries('imported n:messaging') / 3;
		return 0;
	};
	await sendKeyed(count, { messagesPerSecond: 1 });
	expect(underWay).toBeGreaterThan(0);
	expect(underWay).toBeLessThanOrEqual(7);
	expect(acceptedMarks(scene.sandbox)).toEqual(marksOf(count));
});

test('10,000 messages are remembered, even by two names each', async () => {
	scene.engine.deduplication.fill('messaging', 20_000);
	await sendKeyed(1);
	expect(scene.engine.deduplication.entries('imported n:messaging')).toBe(20_001);
});

test('however often a run comes again, each of its keys takes up one place', async () => {
	const count = 3;
	for (let run = 0; run < 3; run++) {
		await sendKeyed(count);
		expect(scene.engine.deduplication.entries('imported n:messaging')).toBe(count);
	}
	expect(scene.sandbox.accepted).toHaveLength(count);
});
