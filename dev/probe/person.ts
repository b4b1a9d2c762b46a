/** Who runs the probe, and answers its questions. */
export interface Person {
	/** @param problemOf what is wrong with an answer, or nothing; an answer may be empty if this takes it */
	type(question: string, problemOf?: (typed: string) => string | undefined): Promise<string>;
	/** Whether they agree; anything but a yes is a no. */
	agrees(question: string): Promise<boolean>;
	tell(text: string): void;
}

/** Thrown when somebody presses Ctrl-C at a question. */
export class Cancelled extends Error {}
