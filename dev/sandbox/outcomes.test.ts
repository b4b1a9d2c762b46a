import { listOutcomes, outcomes } from './outcomes';
import {
	fileParts,
	paths,
	post,
	postParts,
	type RawAnswer,
	templateMessage,
	useSandbox,
} from './rawClient';

const sandbox = useSandbox();

const cut = { error: 'ECONNRESET' };

/** What a caller sees of each, first try and second (not of the slow one), and how many messages are accepted by then. */
const SEEN: Record<string, [tries: Array<Partial<RawAnswer>>, accepted: number]> = {
	'+15555550150': [[{ status: 200 }, { status: 200 }], 2],
	'+15555550151': [[{ status: 400 }, { status: 400 }], 0],
	'+15555550152': [[{ status: 429, headers: { 'retry-after': '1' } }, { status: 200 }], 1],
	'+15555550153': [[cut, cut], 2],
	'+15555550154': [[cut, cut], 0],
	'+15555550155': [[{ status: 200 }], 1],
};

const send = {
	template: async (customer_phone: string) =>
		await post(sandbox, paths.send, { ...templateMessage, customer_phone }),
	file: async (content: string) =>
		await postParts(
			sandbox,
			fileParts.map((part) => (part.name === 'customer_phone' ? { ...part, content } : part)),
		),
	text: async (customer_id: string) =>
		await post(sandbox, paths.sendText, { customer_id, text: 'Hello' }),
};

test.each(['template', 'file', 'text'] as const)(
	'a %s ends as its recipient says, each time',
	async (kind) => {
		await Promise.all(
			outcomes.map(async ({ phone, customer }) => {
				const recipient = kind === 'text' ? customer : phone;
				const [tries, accepted] = SEEN[phone]!;
				for (const seen of tries) expect(await send[kind](recipient)).toMatchObject(seen);
				const messages = sandbox.accepted.filter((message) => message.recipient === recipient);
				expect(messages).toHaveLength(accepted);
			}),
		);
		expect(outcomes.map(({ phone }) => phone)).toEqual(Object.keys(SEEN));
	},
);

test('only the slow one is slow', async () => {
	const times = await Promise.all(
		outcomes.map(async ({ customer }) => {
			const before = performance.now();
			await send.text(customer);
			return performance.now() - before;
		}),
	);
	expect(times.indexOf(Math.max(...times))).toBe(outcomes.length - 1);
	expect(times.at(-1)).toBeGreaterThan(2900);
});

test('a refusal says why; a first try is one for each recipient, and again after a reset', async () => {
	const [, refused, busy] = outcomes;
	expect((await send.template(refused!.phone)).text).toContain('"This customer takes no messages"');

	expect((await send.template(busy!.phone)).status).toBe(429);
	expect((await send.text(busy!.customer)).status).toBe(429);
	sandbox.reset();
	expect((await send.template(busy!.phone)).status).toBe(429);
});

test('a fault that is switched on comes first', async () => {
	sandbox.faults.add({ fault: { kind: 'status', status: 503 } });
	for (const { customer } of outcomes) expect((await send.text(customer)).status).toBe(503);
});

test('the list has a line for each', () => {
	expect(listOutcomes().split('\n')).toEqual(
		outcomes.map(({ phone, customer, what }) => `  ${phone}  or customer ${customer}  ${what}`),
	);
});
