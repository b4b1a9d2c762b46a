import type { Sandbox } from '../../dev/sandbox/sandbox';
import type { Listening } from './workflows';

/** A call of a workflow's webhook that is to send one message. */
export interface Call {
	/** e.g. `call-17`; nothing else in the execution is called so */
	name: string;
	/** nobody else's */
	phone: string;
}

/** Calls waiting for their answer at one time. */
const PARALLEL = 16;

/** Makes calls, each with a different recipient; up to 3,000. */
export function callsFor(count: number): Call[] {
	// Each area code has a hundred numbers that are set aside for fiction.
	return Array.from({ length: count }, (_, index) => ({
		name: `call-${index + 1}`,
		phone: `+1${220 + Math.floor(index / 100)}55501${String(index % 100).padStart(2, '0')}`,
	}));
}

/** Calls a webhook, many times at once. */
export async function callAll(workflow: Listening, calls: readonly Call[]): Promise<void> {
	const left = calls.values();
	const callOn = async (): Promise<void> => {
		for (const call of left) await workflow.post(call);
	};
	await Promise.all(Array.from({ length: PARALLEL }, callOn));
}

/** How often the service accepted a message for each recipient. */
export function timesAccepted({ accepted }: Sandbox): Map<string, number> {
	const times = new Map<string, number>();
	for (const { recipient } of accepted) times.set(recipient, (times.get(recipient) ?? 0) + 1);
	return times;
}

/** How many recipients got more than one message. */
export function acceptedTwice(times: Map<string, number>): number {
	return [...times.values()].filter((count) => count > 1).length;
}
