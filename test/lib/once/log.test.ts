import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import * as fc from 'fast-check';

import { nameByKey, SentLog, type OwnRecord } from '../../../lib/once/log';

const SEND = 'template.send';

/** What n8n keeps for a node: in an execution, and for the tries of one run. */
interface Kept {
	nodeContext: IDataObject;
	executeData: object;
}

function open({ nodeContext, executeData }: Kept, operation = SEND, $runIndex = 0): SentLog {
	const context = {
		getContext: () => nodeContext,
		getExecuteData: () => executeData,
		getNode: () => ({ type: 'customerMessaging' }),
		getWorkflowDataProxy: () => ({ $runIndex }),
	};
	return new SentLog(context as unknown as IExecuteFunctions, operation);
}

const sent = (id: string): OwnRecord => ({ status: 'sent', response: { id } });
const lost = (id: string): OwnRecord => ({
	status: 'unknown',
	reason: { kind: 'noResponse', message: `No answer ${id}`, advice: 'Look it up' },
});

test('what is stored is what makes a message the same and what became of it, by run and item, while the run is open', () => {
	const kept: Kept = { nodeContext: { other: 1 }, executeData: {} };
	const [first, second] = [open(kept, SEND, 0), open({ ...kept, executeData: {} }, SEND, 2)];
	first.recordOf({ index: 0, recipient: 'a' });
	expect(kept.nodeContext).toEqual({ other: 1 });
	first.record({ index: 0, recipient: 'a' }, sent('one'));
	second.record({ index: 7, recipient: '__proto__' }, lost('two'));
	expect(kept.nodeContext).toEqual({
		other: 1,
		records: {
			0: { 0: [{ operation: SEND, recipient: 'a', ...sent('one') }] },
			2: { 7: [{ operation: SEND, recipient: '__proto__', ...lost('two') }] },
		},
	});
	first.forget();
	expect(Object.keys(kept.nodeContext.records as object)).toEqual(['2']);
	second.forget();
	expect(kept.nodeContext).toEqual({ other: 1 });
});

test('an item whose recipient was changed from one try to the next has the last one', () => {
	const log = open({ nodeContext: {}, executeData: {} });
	for (const recipient of ['a', 'b']) log.record({ index: 0, recipient }, sent(recipient));
	expect(log.recipientOf(0)).toBe('b');
});

const ITEMS = [0, 1, 33];
const OPERATIONS = [SEND, 'template.sendWithFile'];
const RECIPIENTS = ['a', 'b', 'toString'];

const anyTry = fc.record({
	operation: fc.constantFrom(...OPERATIONS),
	records: fc.array(
		fc.record({
			itemIndex: fc.constantFrom(...ITEMS),
			recipient: fc.constantFrom(...RECIPIENTS),
			status: fc.nat(99).chain((id) => fc.constantFrom(sent(String(id)), lost(String(id)))),
		}),
		{ maxLength: 6 },
	),
	/** In the same process after an error; in another one, from what was stored after an error; in the same after a good end. */
	end: fc.constantFrom<'threw' | 'stored' | 'endedWell'>('threw', 'stored', 'endedWell'),
});

test('whatever is recorded in whichever tries of a run, the next one finds the last word on each message and no other', () => {
	fc.assert(
		fc.property(fc.array(anyTry, { maxLength: 6 }), (tries) => {
			let kept: Kept = { nodeContext: { other: 1 }, executeData: {} };
			const known = new Map<string, OwnRecord>();
			const lastRecipients = new Map<string, string>();
			for (const { operation, records, end } of tries) {
				const log = open(kept, operation);
				for (const { itemIndex, recipient, status } of records) {
					log.record({ index: itemIndex, recipient }, status);
					known.set(JSON.stringify([operation, itemIndex, recipient]), status);
					lastRecipients.set(JSON.stringify([operation, itemIndex]), recipient);
				}
				if (end === 'endedWell') {
					log.forget();
					expect(kept.nodeContext).toEqual({ other: 1 });
				}
				if (end === 'stored')
					kept = { nodeContext: structuredClone(kept.nodeContext), executeData: {} };
				for (const wanted of OPERATIONS) {
					const next = open(kept, wanted);
					for (const itemIndex of ITEMS) {
						expect(next.recipientOf(itemIndex)).toBe(
							lastRecipients.get(JSON.stringify([wanted, itemIndex])),
						);
						for (const recipient of RECIPIENTS) {
							const last = known.get(JSON.stringify([wanted, itemIndex, recipient]));
							expect(next.recordOf({ index: itemIndex, recipient })).toEqual(
								last ? { operation: wanted, recipient, ...last } : { status: 'new' },
							);
						}
					}
				}
			}
		}),
	);
});

test('a key and a recipient never make the same name as others that are divided elsewhere', () => {
	const names = [
		{ key: 'order-1', recipient: '23' },
		{ key: 'order-12', recipient: '3' },
	].map((message) => nameByKey({ index: 0, ...message }));
	expect(new Set(names).size).toBe(2);
});
