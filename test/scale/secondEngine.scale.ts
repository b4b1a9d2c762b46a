import { freePort } from '../../dev/editor/freePort';
import { until } from '../support/until';
import { N8n } from './n8n';
import { listen, type Listening, messagingNode } from './workflows';

/** An execution as n8n lists it. */
interface ListedExecution {
	id: string;
	status: string;
	/** what n8n keeps of it, as text */
	data: string;
}

const SEND_TEXT = {
	resource: 'message',
	operation: 'sendText',
	customerId: '5001',
	text: '={{ $json.body.text }}',
};

describe('n8n 2.41 with Engine 2.0', () => {
	const n8n = new N8n();

	beforeAll(async () => {
		await n8n.prepare('2.41');
		await n8n.postgres.execute('CREATE DATABASE engine');
		const { user, password, host, port } = n8n.postgres.connection;
		await n8n.startMain({
			EXECUTIONS_MODE: 'regular',
			N8N_ENABLED_MODULES: 'engine-v2',
			N8N_ENGINE_DATABASE_URL: `postgres://${user}:${password}@${host}:${port}/engine`,
			N8N_ENGINE_HOST: '127.0.0.1',
			N8N_ENGINE_PORT: String(await freePort()),
			N8N_ENGINE_CONTROL_PLANE_PORT: String(await freePort()),
		});
	});
	afterAll(() => n8n.stop());
	beforeEach(() => n8n.sandbox.reset());

	/** Puts the node to work behind a webhook. */
	const start = (parameters: object, settings: object = {}) =>
		listen(n8n, [messagingNode(n8n, parameters, settings)], { engineType: 'v2' });

	/** Calls a workflow with a text, and waits until the execution has ended. */
	async function run({ id, post }: Listening, text: string): Promise<ListedExecution> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId: id }));
		const executions = async () =>
			(await n8n.rest.ask<{ results: ListedExecution[] }>('GET', `/executions?filter=${filter}`))
				.results;
		const { length } = await executions();
		await post({ text });
		const ended = await until(async () => {
			const [latest, ...others] = await executions();
			const isOver = ['success', 'error'].includes(latest?.status ?? '');
			return others.length === length && isOver && latest;
		});
		return { ...ended, data: JSON.stringify(await n8n.rest.ask('GET', `/executions/${ended.id}`)) };
	}

	const texts = () => n8n.sandbox.accepted.map(({ content }) => content.body);

	test('sends each text, and the message of a key once', async () => {
		const workflow = await start({ ...SEND_TEXT, messageKey: '={{ $json.body.text }}' });
		for (const text of ['One', 'Two', 'One'])
			expect(await run(workflow, text)).toMatchObject({
				// Only executions of Engine 2.0 are named like this.
				id: expect.stringMatching(/^[\da-f]{8}-/),
				status: 'success',
			});
		expect(texts()).toEqual(['One', 'Two']);
	});

	test('sends nothing again after a failure, and offers no retry', async () => {
		n8n.sandbox.faults.add({ accepts: true, fault: { kind: 'resetAfterBody' } });
		const workflow = await start(SEND_TEXT, { retryOnFail: true, maxTries: 3 });
		const { id, status, data } = await run(workflow, 'Hello');
		const retry = await n8n.rest.send('POST', `/executions/${id}/retry`, { loadWorkflow: false });

		expect(status).toBe('error');
		expect(data).toContain('Outcome unknown, the message to 5001 may have arrived');
		expect(data).not.toContain(n8n.secret);
		expect(retry.status).toBeGreaterThanOrEqual(400);
		expect(texts()).toEqual(['Hello']);
	});

	test('refuses to wait before anything is sent', async () => {
		const question = { ...SEND_TEXT, operation: 'sendAndWait', message: 'Is that fine?' };
		const { status, data } = await run(await start(question), 'Hello');

		expect(status).toBe('error');
		expect(data).toContain("n8n's Engine 2.0 cannot wait for a response");
		expect(n8n.sandbox.requests).toEqual([]);
	});

	test('sends nothing again when n8n is killed in the middle and starts anew', async () => {
		n8n.sandbox.faults.add({ accepts: true, times: 1, fault: { kind: 'hang' } });
		const { post } = await start(SEND_TEXT);
		await post({ text: 'Before' });
		await until(() => texts().length === 1);
		await n8n.main.kill();
		await n8n.startMain();
		await post({ text: 'After' });
		await until(() => texts().includes('After'));

		expect(texts()).toEqual(['Before', 'After']);
	});
});
