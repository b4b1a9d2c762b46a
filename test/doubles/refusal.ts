import { InputError } from '../../lib/basics/failure';

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
