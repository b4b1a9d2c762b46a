import type { IExecuteFunctions } from 'n8n-workflow';
import { type Failure, type FailureKind, inSentence } from '../../../lib/basics';
import { FAILURE_POLICY } from '../../../lib/traffic';
import type { FailedOutcome } from '../reporting/outcome';
import type { Result } from '../service/responsePolicy';

/** A run stops after this many messages in a row that the service has not clearly accepted, nor refused. */
const MAX_UNCLEAR = 20;

/**
 * What stops a run once requests leave: a failure that all items share, such as a rejected key, any failure without 'On
 * Error: Continue', `MAX_UNCLEAR` messages in a row, a defect of this node, or the user who cancels the execution.
 */
export class Stop {
	/** Aborted once nothing more may leave. */
	readonly signal: AbortSignal;

	/** Whether the run continues when an item fails ('On Error: Continue'). */
	readonly continues: boolean;

	private readonly halt = new AbortController();

	private readonly cancelled: AbortSignal | undefined;

	private firstReason?: Failure;

	private unclearInARow: FailureKind[] = [];

	constructor(context: IExecuteFunctions) {
		this.continues = context.continueOnFail();
		this.cancelled = context.getExecutionCancelSignal();
		const { signal } = this.halt;
		this.signal = this.cancelled === undefined ? signal : AbortSignal.any([signal, this.cancelled]);
	}

	get isCancelled(): boolean {
		return this.cancelled?.aborted === true;
	}

	/** Why all items whose turn has not come also fail; undefined if they do not. */
	get reason(): Failure | undefined {
		return this.isCancelled ? undefined : this.firstReason;
	}

	/** Call this for each item that fails in its turn. */
	noteFailure({ failure, isHeldBack }: FailedOutcome): void {
		// A held-back message is no failure of this run, so it stops nothing.
		if (isHeldBack) return;
		if (FAILURE_POLICY[failure.kind].isForAll) this.because(failure);
		else if (!this.continues) this.halt.abort();
	}

	/**
	 * Call this for each message's result: a run leaves alone a service that no longer gives clear responses, or gives only
	 * 429s, even if the user treats such messages as sent.
	 */
	noteResult(result: Result): void {
		if (result.ok || FAILURE_POLICY[result.failure.kind].send === 'fail') {
			this.unclearInARow = [];
			return;
		}
		const kinds = this.unclearInARow;
		if (kinds.push(result.failure.kind) !== MAX_UNCLEAR) return;
		const didNot = kinds.some((kind) => FAILURE_POLICY[kind].send === 'unknown')
			? 'clearly accept'
			: 'accept';
		const why = `because the service did not ${didNot} ${MAX_UNCLEAR} messages in a row; the last time`;
		this.because(result.failure, `Nothing more was sent, ${why}: `);
	}

	/** Call this for an error that is a defect of this node. */
	noteDefect(failure: Failure): void {
		this.because(failure, 'Nothing more was sent: ');
	}

	private because(failure: Failure, what = ''): void {
		const message = what === '' ? failure.message : what + inSentence(failure.message);
		this.firstReason ??= { ...failure, message };
		this.halt.abort();
	}
}
