import type { Failure } from '../transport/failure';

/** Something an item needs to know from the service could not be looked up, so nothing was sent. */
export class LookupError extends Error {
	constructor(readonly failure: Failure) {
		super(failure.message);
	}
}
