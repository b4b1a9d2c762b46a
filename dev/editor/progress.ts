/** Shows progress to a person who waits. */
export interface Progress {
	/** Something begins. */
	begin(what: string): void;
}

/** Shows nothing. */
export const silent: Progress = { begin() {} };

/** Writes progress to a stream. */
export function progressOn(output: NodeJS.WriteStream): Progress {
	return { begin: (what) => void output.write(`${what}…\n`) };
}
