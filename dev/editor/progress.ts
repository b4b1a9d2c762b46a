/** Shows progress to a person who waits. */
export interface Progress {
	/** Something begins. */
	begin(what: string): void;
	/** How much of it is done; called whenever that changes. */
	advance(done: number, total: number): void;
}

/** Shows nothing. */
export const silent: Progress = { begin() {}, advance() {} };

/** Writes progress to a stream: on a terminal one line that changes, elsewhere a line for each tenth. */
export function progressOn(output: NodeJS.WriteStream): Progress {
	let doing = '';
	let tenths = 0;
	let isLineOpen = false;
	return {
		begin(what) {
			if (isLineOpen) output.write('\n');
			isLineOpen = false;
			doing = what;
			tenths = 0;
			output.write(`${what}…\n`);
		},
		advance(done, total) {
			const share = total === 0 ? 1 : Math.min(1, done / total);
			if (output.isTTY) {
				output.write(`\r  ${Math.floor(share * 100)} %  (${done} of ${total})  `);
				isLineOpen = true;
			} else if (Math.floor(share * 10) > tenths) {
				tenths = Math.floor(share * 10);
				output.write(`  ${doing}: ${tenths * 10} %\n`);
			}
		},
	};
}
