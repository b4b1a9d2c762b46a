/**
 * A value the user gave that cannot be used, found before anything was sent.
 *
 * `message` says what is wrong, with the field's name as the form shows it; `advice` what to do.
 * Neither ends in a full stop.
 */
export class InputError extends Error {
	constructor(
		message: string,
		readonly advice: string,
	) {
		super(message);
	}
}
