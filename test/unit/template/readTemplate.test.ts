import type { ICredentialTestFunctions, IExecuteFunctions } from 'n8n-workflow';

import { readableService } from '../../../nodes/CustomerMessaging/delivery/reader';
import { DEFAULT_OPTIONS } from '../../../nodes/CustomerMessaging/operations/sendOptions';
import { SYSTEM_CLOCK } from '../../../lib/basics/clock';
import { openServiceForTest } from '../../../nodes/CustomerMessaging/service/service';
import { FailureError } from '../../../lib/basics';
import { lookUps, templateForCheck } from '../../../nodes/CustomerMessaging/template/readTemplate';

const { now } = SYSTEM_CLOCK;
let time = 0;
beforeEach(() => {
	SYSTEM_CLOCK.now = () => time;
	lookUps.clear();
});
afterEach(() => Object.assign(SYSTEM_CLOCK, { now }));

const KEY = 'key-0123456789';

const context = {
	getContext: () => ({}),
	getExecutionCancelSignal: () => undefined,
} as unknown as IExecuteFunctions;

/** A service whose every response repeats its key, and how to look a template up there in an execution of its own. */
function serviceWith(credential: object = {}, status = 200) {
	const request = jest.fn(
		async ({ uri, qs }: { uri: string; qs: Record<string, string> }) =>
			await Promise.resolve({
				statusCode: status,
				headers: { 'content-type': 'application/json' },
				body: uri.endsWith('list')
					? '[]'
					: JSON.stringify({
							id: qs.template_id,
							body: `Hello ${KEY}`,
							error: status === 200 ? '' : KEY,
						}),
			}),
	);
	const helpers = { request } as unknown as ICredentialTestFunctions['helpers'];
	const stored = {
		service: 'other',
		baseUrl: 'https://hub.example.com',
		apiKey: KEY,
		...credential,
	};
	const lookUp = async (templateId = '7', channelId = '11') =>
		await templateForCheck(
			readableService(context, openServiceForTest(helpers, stored), DEFAULT_OPTIONS),
			{ channelId, templateId },
		);
	const asked = () => request.mock.calls.filter(([{ uri }]) => uri.endsWith('detail')).length;
	return { lookUp, asked };
}

test('a template is good for five minutes in all executions of the process', async () => {
	const { lookUp, asked } = serviceWith();
	for (const [seconds, times] of [
		...[[0, 1] as const, [299, 1] as const],
		...[[1, 2] as const, [299, 2] as const],
	]) {
		time += seconds * 1000;
		expect(await lookUp()).toMatchObject({ id: '7' });
		expect(asked()).toBe(times);
	}
});

test.each([404, 500])(
	'one that failed with %i is not looked up again for a minute',
	async (status) => {
		const { lookUp, asked } = serviceWith({}, status);
		const why = await lookUp();
		expect(why).toBeInstanceOf(FailureError);
		time += 59_000;
		expect(await lookUp()).toBe(why);
		expect(asked()).toBe(1);
		time += 1_000;
		await lookUp();
		expect(asked()).toBe(2);
	},
);

test('a rejected key is an error each time, and what it says is not kept', async () => {
	const { lookUp, asked } = serviceWith({}, 401);
	for (const times of [1, 2]) {
		await expect(lookUp()).rejects.toThrow('The service rejected the API key');
		expect(asked()).toBe(times);
	}
});

test.each([
	{ apiKey: 'another' },
	{ baseUrl: 'https://other.example.com' },
	{
		customTemplateLookup: true,
		templateIdParameter: 'template_id',
		platformIdParameter: 'channel',
	},
])('with %j, it is looked up again', async (credential) => {
	await serviceWith().lookUp();
	const { lookUp, asked } = serviceWith(credential);
	await lookUp();
	expect(asked()).toBe(1);
});

test('another template or channel is another look-up, and the oldest of a hundred is forgotten', async () => {
	const { lookUp, asked } = serviceWith();
	for (let id = 1; id <= 100; id++) await lookUp(String(id));
	await lookUp('1', '12');
	expect(lookUps.size).toBe(100);
	expect(asked()).toBe(101);
	await lookUp('2');
	expect(asked()).toBe(101);
	await lookUp('1');
	expect(asked()).toBe(102);
});

test('the key is in nothing that is kept', async () => {
	expect(JSON.stringify(await serviceWith().lookUp())).toContain('Hello ');
	expect(String(await serviceWith({}, 500).lookUp('8'))).toContain('failed');
	const kept = JSON.stringify([...lookUps]);
	expect(lookUps.size).toBe(2);
	expect(kept).not.toContain(KEY);
});
