import { InputError } from '../../../nodes/CustomerMessaging/delivery/inputError';

/** What a user is told about a value that cannot be used. */
export interface Refusal {
	message: string;
	advice: string;
}

/** The refusal of bad input; fails the test where the input is taken or another error is thrown. */
export function refusalOf(read: () => unknown): Refusal {
	try {
		const value = read();
		throw new Error(`was taken as ${JSON.stringify(value)}`);
	} catch (error) {
		if (!(error instanceof InputError)) throw error;
		return { message: error.message, advice: error.failure.advice };
	}
}

/** The refusal of bad input that is found only after n8n or the service has answered. */
export async function laterRefusalOf(read: () => Promise<unknown>): Promise<Refusal> {
	const settled = await read().then(
		(value) => () => value,
		(error: unknown) => () => {
			throw error;
		},
	);
	return refusalOf(settled);
}
