import { FailureError } from '../transport/failure';

/** A value from the user that cannot be used, found before anything was sent. */
export class InputError extends FailureError {
	/**
	 * Neither text ends in a full stop.
	 * @param message what is wrong, naming the field as the form shows it
	 * @param advice what to do
	 */
	constructor(message: string, advice: string) {
		super({ kind: 'invalid', message, advice });
	}
}
