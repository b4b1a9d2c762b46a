import * as fc from 'fast-check';

import type { Execution } from '../../../dev/engine/execution';
import { hurry } from '../../support/hurry';
import { answering, messagingWorkflow, outputOf, useScene } from '../../support/scene';
import { itemsOf, sendText } from '../sends';

/** Each run prints its seed. `RANDOM_OUTCOMES_SEED=<seed> npm test -- randomOutcomes` repeats it. */
const seed = Number(process.env.RANDOM_OUTCOMES_SEED ?? Date.now() % 2 ** 31);

const scene = useScene();
hurry(100);

/** What the service makes of a request. */
const FATES = {
	accepted: { accepts: true, end: 'sent' },
	refused: { accepts: false, end: 'notSent' },
	acceptedWithoutResponse: { accepts: true, end: 'unknown' },
	lost: { accepts: false, end: 'unknown' },
} as const;

const anyRound = fc.record({
	/** Which of the failed executions is retried, from the last one; otherwise the workflow is run anew. */
	retries: fc.option(fc.constantFrom(0, 0, 0, 1, 2), { nil: undefined, freq: 3 }),
	key: fc.constantFrom(undefined, 'one', 'one', 'two'),
	unknownOutcome: fc.constantFrom('ask' as const, 'treatAsSent' as const, 'sendAgain' as const),
	fate: fc.constantFrom(...(Object.keys(FATES) as Array<keyof typeof FATES>)),
});

type Round = typeof anyRound extends fc.Arbitrary<infer Any> ? Any : never;

type State = 'new' | 'unknown' | 'sent';

/** What the node knows of a message, and what has to become of it: one item, one customer, one execution at a time. */
class Model {
	accepted = 0;

	/** What all executions know, by key or by the execution that is retried. */
	readonly list = new Map<string, State>();

	/**
	 * Says what an execution comes to.
	 *
	 * @param root the execution that is retried, or the first one that it is a retry of; undefined for a new one
	 * @param before what that execution knew when it failed: of what it, or the one that it is a retry of, has sent itself
	 */
	round({ key, unknownOutcome, fate }: Round, root: string | undefined, before: State) {
		const names = [
			...(key === undefined ? [] : [`key ${key}`]),
			...(root === undefined ? [] : [root]),
		];
		const known = names.map((name) => this.list.get(name) ?? 'new');
		const isDoubtful = before === 'unknown' || known.includes('unknown');
		const isSent = known.includes('sent');
		const conclude = (state: State): void => names.forEach((name) => this.list.set(name, state));
		let end: 'sent' | 'notSent' | 'unknown' | 'skipped' = 'skipped';
		let after = before;
		// By a name by which it was not sent, another message may be meant.
		if (isSent)
			for (const [index, name] of names.entries())
				this.list.set(name, known[index] === 'sent' ? 'sent' : 'unknown');
		else if (isDoubtful && unknownOutcome !== 'sendAgain') end = 'unknown';
		else {
			end = FATES[fate].end;
			this.accepted += Number(FATES[fate].accepts);
			if (end !== 'notSent') after = end;
		}
		if (end === 'sent') conclude('sent');
		const isUnknown = end === 'unknown' || (end === 'notSent' && isDoubtful);
		if (isUnknown && unknownOutcome === 'treatAsSent') conclude('sent');
		// What others left unknown stays as it is.
		else if (isUnknown && after === 'unknown') conclude('unknown');

		return { became: isUnknown ? 'unknown' : end === 'notSent' ? 'failed' : end, after };
	}
}

/** What an execution says became of its message. */
function outcomeOf(execution: Execution): string {
	if (execution.status === 'error')
		return execution.error!.message.startsWith('Outcome unknown') ? 'unknown' : 'failed';
	const { status } = outputOf(execution)[0]!;
	return status === 'unknown' || status === 'skipped' ? status : 'sent';
}

function workflowOf({ key, unknownOutcome }: Round) {
	const parameters = { unknownOutcome, ...(key === undefined ? {} : { messageKey: key }) };
	return messagingWorkflow(sendText.parameters(parameters));
}

test('whatever is changed from one execution to the next, the next one knows exactly what became of the message', async () => {
	process.stdout.write(`RANDOM_OUTCOMES_SEED=${seed}\n`);
	const recipient = sendText.recipient(0);
	await fc.assert(
		fc.asyncProperty(fc.array(anyRound, { minLength: 1, maxLength: 7 }), async (rounds) => {
			scene.sandbox.reset();
			scene.engine.deduplication.clear();
			const model = new Model();
			const failed: Array<{ execution: Execution; root: string; knew: State }> = [];
			let executions = 0;
			const last = (['one', 'two'] as const).map((key): Round => ({
				key,
				retries: undefined,
				unknownOutcome: 'ask',
				fate: 'accepted',
			}));
			for (const [index, round] of [...rounds, ...last].entries()) {
				const retried = round.retries === undefined ? undefined : failed.at(-1 - round.retries);
				const expected = model.round(round, retried?.root, retried?.knew ?? 'new');
				scene.sandbox.faults.clear();
				const { accepts, end } = FATES[round.fate];
				if (end !== 'sent')
					scene.sandbox.faults.add({
						...{ recipient, accepts },
						fault: end === 'unknown' ? { kind: 'resetAfterBody' } : answering(400),
					});
				const workflow = workflowOf(round);
				const execution =
					retried === undefined
						? await scene.runWorkflow(workflow, itemsOf(sendText, 1), { mode: 'webhook' })
						: await scene.engine.retry(retried.execution, { workflow });
				const root = retried?.root ?? `execution ${++executions}`;
				expect([index, outcomeOf(execution)]).toEqual([index, expected.became]);
				expect([index, scene.sandbox.accepted.length]).toEqual([index, model.accepted]);
				if (execution.status === 'error') failed.push({ execution, root, knew: expected.after });
			}
		}),
		{
			seed,
			numRuns: 30,
			includeErrorInReport: true,
			// Smaller examples would take minutes.
			endOnFailure: true,
			interruptAfterTimeLimit: 200_000,
			markInterruptAsFailure: true,
		},
	);
});
