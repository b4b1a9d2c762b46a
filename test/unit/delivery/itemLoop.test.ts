import type { IExecuteFunctions } from 'n8n-workflow';

import { ItemLoop } from '../../../nodes/CustomerMessaging/delivery/itemLoop';
import { UNTOUCHED } from '../../../nodes/CustomerMessaging/reporting/outcome';
import { DEFAULT_OPTIONS } from '../../../nodes/CustomerMessaging/operations/sendOptions';

test.each([
	[0, 20],
	[1, 5],
	[2.5, 13],
	[50, 20],
])(
	'at %d a second, %d of twenty messages wait for their turn: other executions find no more in progress than leave in five seconds',
	async (messagesPerSecond, count) => {
		const context = {
			getInputData: () => Array.from({ length: 30 }, () => ({ json: {} })),
			continueOnFail: () => true,
			getExecutionCancelSignal: () => undefined,
		} as unknown as IExecuteFunctions;
		const options = { ...DEFAULT_OPTIONS, parallelSends: 20, messagesPerSecond };
		const loop = new ItemLoop(context, options, () => UNTOUCHED);
		let begun = 0;
		let leave = (): void => {};
		const turn = new Promise<void>((resolve) => (leave = resolve));
		const delivering = loop.deliver(loop.items, async () => {
			begun++;
			await turn;
			return UNTOUCHED;
		});
		await new Promise(setImmediate);
		expect(begun).toBe(count);
		leave();
		await delivering;
		expect(begun).toBe(30);
	},
);
