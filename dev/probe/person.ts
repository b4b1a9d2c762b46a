import * as prompts from '@clack/prompts';

/** Who runs the probe, and answers its questions. */
export interface Person {
	choose(question: string, options: Array<{ value: string; label: string }>): Promise<string>;
	/** @param problemOf what is wrong with an answer, or nothing; an answer may be empty if this takes it */
	type(question: string, problemOf?: (typed: string) => string | undefined): Promise<string>;
	/** The same, and nobody sees it. */
	typeUnseen(question: string): Promise<string>;
	/** Whether they agree; anything but a yes is a no. */
	agrees(question: string): Promise<boolean>;
	tell(text: string): void;
}

/** Thrown when somebody presses Ctrl-C at a question. */
export class Cancelled extends Error {}

function answered<Answer>(answer: Answer | symbol): Answer {
	if (prompts.isCancel(answer)) throw new Cancelled();
	return answer as Answer;
}

/** The person at this terminal. */
export const personAtTerminal: Person = {
	choose: async (message, options) => answered(await prompts.select({ message, options })),
	type: async (message, problemOf) =>
		answered(
			await prompts.text({
				message,
				validate: (typed: string | undefined) => problemOf?.((typed ?? '').trim()),
			}),
		)?.trim() ?? '',
	typeUnseen: async (message) =>
		answered(
			await prompts.password({
				message,
				validate: (typed: string | undefined) => (typed?.trim() ? undefined : 'Paste the key'),
			}),
		).trim(),
	agrees: async (message) => answered(await prompts.confirm({ message, initialValue: false })),
	tell: (text) => console.log(text),
};
