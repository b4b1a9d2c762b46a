import { setTimeout } from 'node:timers/promises';

/** A call of a workflow's webhook that is to send one message. */
export interface Call {
	/** e.g. `call-17`; nothing else in the execution is called so */
	name: string;
	/** nobody else's */
	phone: string;
}

/** The first of the area codes used; each has a hundred numbers that are set aside for fiction. */
const FIRST_AREA = 220;

/** Calls waiting for their answer at one time. */
const PARALLEL = 16;

/** Makes calls, each with a different recipient; up to 3,000. */
export function callsFor(count: number): Call[] {
	return Array.from({ length: count }, (_, index) => ({
		name: `call-${index + 1}`,
		phone: `+1${FIRST_AREA + Math.floor(index / 100)}55501${String(index % 100).padStart(2, '0')}`,
	}));
}

/**
 * Calls a webhook, many times at once.
 *
 * @param apart makes each call once more, this number of milliseconds after the first time
 * @returns what n8n said to the calls that it did not take
 */
export async function callAll(
	address: string,
	calls: readonly Call[],
	apart?: (index: number) => number,
): Promise<string[]> {
	const refusals: string[] = [];
	const post = async (call: Call): Promise<void> => {
		const response = await fetch(address, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(call),
		});
		const text = await response.text();
		if (!response.ok) refusals.push(`${response.status}: ${text}`);
	};
	let next = 0;
	const callOn = async (): Promise<void> => {
		while (next < calls.length) {
			const index = next++;
			const again = apart && setTimeout(apart(index)).then(() => post(calls[index]!));
			await Promise.all([post(calls[index]!), again]);
		}
	};
	await Promise.all(Array.from({ length: apart ? PARALLEL / 2 : PARALLEL }, callOn));
	return refusals;
}
