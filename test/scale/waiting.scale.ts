import { until } from '../support/until';
import { QueueMode } from './queueMode';
import { listen, messagingNode } from './workflows';

const PATIENCE = 5 * 60_000;

describe.each(['2.41', '1.123'])('n8n %s in queue mode', (line) => {
	let n8n: QueueMode;
	beforeAll(async () => {
		// The worker makes the link, so it has to know the address, too.
		n8n = await QueueMode.start({ line, environment: {} });
		await n8n.startWorker({ WEBHOOK_URL: `${n8n.main.address}/` });
	}, PATIENCE);
	afterAll(async () => await n8n?.stop());

	test('a worker asks, the main process takes the answer, and a worker goes on', async () => {
		const { id, address } = await listen(n8n, 'Ask', [
			messagingNode(n8n, {
				resource: 'message',
				operation: 'sendAndWait',
				customerId: '5001',
				message: '=Is {{ $json.body.day }} fine?',
				responseType: 'freeText',
			}),
		]);
		const statuses = async () =>
			(
				await n8n.postgres.rows<{ status: string }>(
					`SELECT status FROM execution_entity WHERE "workflowId" = '${id}'`,
				)
			).map(({ status }) => status);
		await fetch(address, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: '{ "day": "Thursday" }',
		});
		await until(async () => (await statuses()).includes('waiting'));
		const [link] = /http\S+$/.exec(n8n.sandbox.accepted[0]!.content.body!)!;

		expect(await (await fetch(link)).text()).toContain('Is Thursday fine?');
		expect(await statuses()).toEqual(['waiting']);
		const thanks = await fetch(link, {
			method: 'POST',
			body: new URLSearchParams({ answer: 'Friday is better' }),
		});

		expect(await thanks.text()).toContain('Thank you');
		await until(async () => (await statuses()).includes('success'));
		const [{ data }] = (await n8n.postgres.rows<{ data: string }>(
			'SELECT data FROM execution_data',
		)) as [{ data: string }];
		expect(data).toContain('Friday is better');
		expect(n8n.sandbox.accepted).toHaveLength(1);
	});
});
