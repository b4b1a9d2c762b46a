import { InputError } from '../../../nodes/CustomerMessaging/primitives/failure';

/** What a user is told about a value that cannot be used: what is wrong, and what to do. Throws where it is taken. */
export function refusalOf(read: () => unknown): string {
	let value: unknown;
	try {
		value = read();
	} catch (error) {
		if (error instanceof InputError) return `${error.message}. ${error.failure.advice}`;
		throw error;
	}
	throw new Error(`was taken as ${JSON.stringify(value)}`);
}

/** The same where n8n or the service has to be asked first. */
export async function laterRefusalOf(reading: Promise<unknown>): Promise<string> {
	const settled = await reading.then(
		(value) => () => value,
		(error: unknown) => () => {
			throw error;
		},
	);
	return refusalOf(settled);
}
