import { FailureError } from '../transport/failure';

/** A value the user gave that cannot be used, found before anything was sent. */
export class InputError extends FailureError {
	/**
	 * Takes what is wrong, with the field's name as the form shows it, and what to do. Neither ends in
	 * a full stop.
	 */
	constructor(message: string, advice: string) {
		super({ kind: 'invalid', message, advice });
	}
}
