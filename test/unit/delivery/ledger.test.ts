import type { IDataObject } from 'n8n-workflow';
import * as fc from 'fast-check';

import { openLedger, type Entry, type Ledger } from '../../../nodes/CustomerMessaging/delivery/ledger';
import { executeContext, type ContextSetup } from '../doubles/executeContext';

function open(setup: ContextSetup = {}): Ledger {
	return openLedger(executeContext(setup).context);
}

const sent = (fingerprint: string): Entry => ({ fingerprint, answer: { id: `answer to ${fingerprint}` } });
const lost = (fingerprint: string): Entry => ({
	fingerprint,
	unknown: { kind: 'noAnswer', message: 'No answer', advice: 'Look it up' },
});

test('finds what was recorded, for the same item and the same message only', () => {
	const ledger = open();
	ledger.record(3, sent('a'));
	ledger.record(4, lost('b'));
	expect(ledger.find(3, 'a')).toEqual(sent('a'));
	expect(ledger.find(4, 'b')).toEqual(lost('b'));
	expect(ledger.find(4, 'a')).toBeUndefined();
	expect(ledger.find(3, 'b')).toBeUndefined();
	expect(ledger.find(0, 'a')).toBeUndefined();
});

test('the last word on an item counts', () => {
	const ledger = open();
	ledger.record(0, lost('a'));
	ledger.record(0, sent('a'));
	expect(ledger.find(0, 'a')).toEqual(sent('a'));
});

describe('a later try', () => {
	test('of a run that threw finds it in what n8n keeps for the node', () => {
		const setup = { nodeContext: {}, executeData: {} };
		open(setup).record(0, sent('a'));
		expect(open(setup).find(0, 'a')).toEqual(sent('a'));
	});

	test('in another process finds it in the stored execution', () => {
		const nodeContext: IDataObject = {};
		const ledger = open({ nodeContext });
		ledger.record(0, sent('a'));
		ledger.record(7, lost('b'));
		const restored = JSON.parse(JSON.stringify(nodeContext)) as IDataObject;
		const later = open({ nodeContext: restored });
		expect(later.find(0, 'a')).toEqual(sent('a'));
		expect(later.find(7, 'b')).toEqual(lost('b'));
	});

	test('of a run that ended with failed items finds it in this process, and nothing is stored', () => {
		const setup = { nodeContext: {}, executeData: {} };
		const ledger = open(setup);
		ledger.record(0, sent('a'));
		ledger.close(true);
		expect(setup.nodeContext).toEqual({});
		const second = open(setup);
		expect(second.find(0, 'a')).toEqual(sent('a'));
		second.record(1, sent('b'));
		second.close(true);
		expect(open(setup).find(1, 'b')).toEqual(sent('b'));
	});

	test('of a run that went well finds nothing', () => {
		const setup = { nodeContext: {}, executeData: {} };
		const ledger = open(setup);
		ledger.record(0, sent('a'));
		ledger.close(false);
		expect(open(setup).find(0, 'a')).toBeUndefined();
	});
});

test('another run of the node in a loop is a new one, also for the same message', () => {
	const nodeContext: IDataObject = {};
	const first = open({ nodeContext, runIndex: 0 });
	first.record(0, sent('a'));
	const second = open({ nodeContext, runIndex: 1 });
	expect(second.find(0, 'a')).toBeUndefined();
	second.record(0, sent('b'));
	expect(open({ nodeContext, runIndex: 0 }).find(0, 'a')).toEqual(sent('a'));
	expect(open({ nodeContext, runIndex: 1 }).find(0, 'b')).toEqual(sent('b'));
});

describe('what is stored with the execution', () => {
	test('is nothing before anything was sent', () => {
		const nodeContext: IDataObject = {};
		open({ nodeContext }).find(0, 'a');
		expect(nodeContext).toEqual({});
	});

	test('is nothing after the runs went well, beside what others keep there', () => {
		const nodeContext: IDataObject = { other: 1 };
		const [first, second] = [open({ nodeContext, runIndex: 0 }), open({ nodeContext, runIndex: 1 })];
		first.record(0, sent('a'));
		second.record(0, sent('b'));
		first.close(false);
		expect(open({ nodeContext, runIndex: 1 }).find(0, 'b')).toEqual(sent('b'));
		second.close(false);
		expect(nodeContext).toEqual({ other: 1 });
	});

	test('costs little: the answer and less than 100 bytes an item', () => {
		const nodeContext: IDataObject = {};
		const ledger = open({ nodeContext });
		const answer = { id: 'x'.repeat(300) };
		for (let item = 0; item < 1000; item++) ledger.record(item, { fingerprint: 'f'.repeat(32), answer });
		const bytes = JSON.stringify(nodeContext).length / 1000 - JSON.stringify(answer).length;
		expect(bytes).toBeLessThan(100);
	});
});

test('whatever is recorded in whichever tries, the last entry of an item is found and no other', () => {
	const fingerprints = fc.constantFrom('a', 'b', 'c');
	const records = fc.array(fc.record({ item: fc.nat(5), fingerprint: fingerprints, answered: fc.boolean() }));
	const ends = fc.constantFrom<'threw' | 'stored' | 'continued'>('threw', 'stored', 'continued');
	fc.assert(
		fc.property(fc.array(fc.tuple(records, ends), { maxLength: 6 }), (tries) => {
			let setup = { nodeContext: {} as IDataObject, executeData: {} };
			const expected = new Map<number, Entry>();
			for (const [made, end] of tries) {
				const ledger = open(setup);
				for (const { item, fingerprint, answered } of made) {
					const entry = answered ? sent(fingerprint) : lost(fingerprint);
					ledger.record(item, entry);
					expected.set(item, entry);
				}
				if (end === 'continued') ledger.close(true);
				// A stored execution cannot follow a run whose ledger was taken out of it.
				if (end === 'stored' && !tries.some(([, other]) => other === 'continued')) {
					setup = { nodeContext: JSON.parse(JSON.stringify(setup.nodeContext)) as IDataObject, executeData: {} };
				}
			}
			const last = open(setup);
			for (let item = 0; item <= 5; item++) {
				for (const fingerprint of ['a', 'b', 'c']) {
					const entry = expected.get(item);
					expect(last.find(item, fingerprint)).toEqual(entry?.fingerprint === fingerprint ? entry : undefined);
				}
			}
		}),
	);
});
