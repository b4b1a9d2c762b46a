import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import {
	openLedger,
	type Delivery,
	type Ledger,
} from '../../../nodes/CustomerMessaging/delivery/ledger';
import { executeContext, type ContextSetup } from '../doubles/executeContext';

const SEND = 'template.send';
const SEND_WITH_FILE = 'template.sendWithFile';

function open(setup: ContextSetup = {}, operation = SEND): Ledger {
	return openLedger(executeContext(setup).context, operation);
}

const sent = (id: string): Delivery => ({ answer: { id } });
const lost = (id: string): Delivery => ({
	unknown: { kind: 'noAnswer', message: `No answer ${id}`, advice: 'Look it up' },
});

test('a message is its item, its operation and its recipient', () => {
	const setup = { nodeContext: {} };
	const ledger = open(setup);
	ledger.record(3, 'a', sent('one'));
	ledger.record(4, 'b', lost('two'));

	expect(ledger.find(3, 'a')).toMatchObject(sent('one'));
	expect(ledger.find(4, 'b')).toMatchObject(lost('two'));
	for (const [itemIndex, recipient] of [
		[3, 'b'],
		[4, 'a'],
		[0, 'a'],
		[3, ''],
		[33, 'a'],
	] as const) {
		expect(ledger.find(itemIndex, recipient)).toBeUndefined();
	}
	expect(open(setup, SEND_WITH_FILE).find(3, 'a')).toBeUndefined();
	expect(open(setup).find(3, 'a')).toMatchObject(sent('one'));
});

test('the last word on an item counts', () => {
	const ledger = open();
	ledger.record(0, 'a', lost('one'));
	ledger.record(0, 'a', sent('two'));
	expect(ledger.find(0, 'a')).toMatchObject(sent('two'));
	ledger.record(0, 'b', sent('three'));
	expect(ledger.find(0, 'a')).toBeUndefined();
	expect(ledger.find(0, 'b')).toMatchObject(sent('three'));
});

test('a recipient may be called whatever an object has', () => {
	const ledger = open();
	for (const [itemIndex, recipient] of ['__proto__', 'constructor', 'toString'].entries()) {
		expect(ledger.find(itemIndex, recipient)).toBeUndefined();
		ledger.record(itemIndex, recipient, sent(recipient));
		expect(ledger.find(itemIndex, recipient)).toMatchObject(sent(recipient));
	}
});

describe('what is stored with the execution', () => {
	test('is nothing before anything was sent', () => {
		const nodeContext: IDataObject = {};
		const ledger = open({ nodeContext });
		ledger.find(0, 'a');
		expect(nodeContext).toEqual({});
		ledger.close();
		expect(nodeContext).toEqual({});
	});

	test('is what makes a message the same and what became of it, by run and item, and nothing else', () => {
		const nodeContext: IDataObject = {};
		const ledger = open({ nodeContext, runIndex: 2 });
		ledger.record(0, 'a', sent('one'));
		ledger.record(7, 'b', lost('two'));
		expect(nodeContext).toEqual({
			deliveries: {
				2: {
					0: { operation: SEND, recipient: 'a', ...sent('one') },
					7: { operation: SEND, recipient: 'b', ...lost('two') },
				},
			},
		});
	});

	test('is only that of the runs that are open, beside what others keep there', () => {
		const nodeContext: IDataObject = { other: 1 };
		const [first, second] = [
			open({ nodeContext, runIndex: 0 }),
			open({ nodeContext, runIndex: 1 }),
		];
		first.record(0, 'a', sent('one'));
		second.record(0, 'a', sent('two'));
		expect(open({ nodeContext, runIndex: 0 }).find(0, 'a')).toMatchObject(sent('one'));
		first.close();
		expect(open({ nodeContext, runIndex: 0 }).find(0, 'a')).toBeUndefined();
		expect(open({ nodeContext, runIndex: 1 }).find(0, 'a')).toMatchObject(sent('two'));
		second.close();
		expect(nodeContext).toEqual({ other: 1 });
	});
});

interface Recorded {
	itemIndex: number;
	operation: string;
	recipient: string;
	delivery: Delivery;
}

const ITEMS = [0, 1, 2, 3];
const OPERATIONS = [SEND, SEND_WITH_FILE];
const RECIPIENTS = ['a', 'b', 'c'];

const anyTry = fc.record({
	operation: fc.constantFrom(...OPERATIONS),
	records: fc.array(
		fc.record({
			itemIndex: fc.constantFrom(...ITEMS),
			recipient: fc.constantFrom(...RECIPIENTS),
			delivery: fc.nat(99).chain((id) => fc.constantFrom(sent(String(id)), lost(String(id)))),
		}),
		{ maxLength: 6 },
	),
	/** In the same process after an error; in another one, from what was stored after an error; in the same after a good end. */
	end: fc.constantFrom<'threw' | 'stored' | 'endedWell'>('threw', 'stored', 'endedWell'),
});

test('whatever is recorded in whichever tries of a run, the next one finds the last word on each item and no other', () => {
	fc.assert(
		fc.property(fc.array(anyTry, { maxLength: 6 }), (tries) => {
			let setup = { nodeContext: { other: 1 } as IDataObject, executeData: {} };
			const known = new Map<number, Recorded>();

			for (const { operation, records, end } of tries) {
				const ledger = open(setup, operation);
				for (const { itemIndex, recipient, delivery } of records) {
					ledger.record(itemIndex, recipient, delivery);
					known.set(itemIndex, { itemIndex, operation, recipient, delivery });
				}
				if (end === 'endedWell') {
					ledger.close();
					expect(setup.nodeContext).toEqual({ other: 1 });
				}
				if (end === 'stored') {
					setup = {
						nodeContext: JSON.parse(JSON.stringify(setup.nodeContext)) as IDataObject,
						executeData: {},
					};
				}

				for (const wanted of OPERATIONS) {
					const next = open(setup, wanted);
					for (const itemIndex of ITEMS) {
						for (const recipient of RECIPIENTS) {
							const last = known.get(itemIndex);
							const isSame = last?.operation === wanted && last.recipient === recipient;
							expect(next.find(itemIndex, recipient)).toEqual(
								isSame ? { operation: wanted, recipient, ...last.delivery } : undefined,
							);
						}
					}
				}
			}
		}),
	);
});
