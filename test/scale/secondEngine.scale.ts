import { randomUUID } from 'node:crypto';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../../dev/editor/freePort';
import { installN8n } from '../../dev/editor/n8nInstallation';
import { type N8nServer, startN8n } from '../../dev/editor/n8nServer';
import { installPackedPackage, packPackage } from '../../dev/editor/packedPackage';
import { progressOn } from '../../dev/editor/progress';
import { releaseOfLine } from '../../dev/editor/releases';
import { RestInterface, type SavedCredential } from '../../dev/editor/restInterface';
import { type Sandbox, startSandbox } from '../../dev/sandbox/sandbox';
import { until } from '../support/until';
import { startPostgres } from './postgres';
import { messagingNode, webhook } from './workflows';

const PATIENCE = 5 * 60_000;

/** An execution as n8n lists it. */
interface ListedExecution {
	id: string;
	status: string;
}

/** A workflow of Engine 2.0 that is at work. */
interface Listening {
	/** Starts it with a text, and does not wait. */
	start(text: string): Promise<void>;
	/** Starts it, and waits until the execution has ended. */
	run(text: string): Promise<ListedExecution>;
}

const SEND_TEXT = {
	resource: 'message',
	operation: 'sendText',
	customerId: '5001',
	text: '={{ $json.body.text }}',
};

describe('n8n 2.41 with Engine 2.0', () => {
	/** What has to end, the last that began first. */
	const endings: Array<() => Promise<unknown>> = [];

	const login = { email: 'owner@scale.example', password: `Aa1${randomUUID()}` };

	let n8n: N8nServer;
	let rest: RestInterface;
	let sandbox: Sandbox;
	let credential: SavedCredential;

	/** Starts n8n, at first or again with what it has kept. */
	let start: () => Promise<void>;

	beforeAll(async () => {
		const folder = await mkdtemp(join(tmpdir(), 'customer-messaging-second-engine-'));
		endings.push(async () => await rm(folder, { recursive: true, force: true }));
		// Postgres may run as another user, who has to get to its data.
		await chmod(folder, 0o711);
		const postgres = await startPostgres(folder);
		endings.push(async () => await postgres.stop());
		sandbox = await startSandbox();
		endings.push(async () => await sandbox.stop());

		const progress = progressOn(process.stdout);
		const installation = await installN8n(releaseOfLine('2.41'), progress);
		const userFolder = join(folder, 'n8n');
		await mkdir(userFolder);
		await installPackedPackage(await packPackage(progress), join(userFolder, '.n8n', 'nodes'));
		const setting = (name: string): string => postgres.environment[`DB_POSTGRESDB_${name}`]!;
		start = async () => {
			n8n = await startN8n(installation, {
				userFolder,
				environment: {
					N8N_ENABLED_MODULES: 'engine-v2',
					N8N_ENGINE_DATABASE_URL: `postgres://${setting('USER')}:${setting('PASSWORD')}@127.0.0.1:${setting('PORT')}/${setting('DATABASE')}`,
					N8N_ENGINE_HOST: '127.0.0.1',
					N8N_ENGINE_PORT: String(await freePort()),
					N8N_ENGINE_CONTROL_PLANE_PORT: String(await freePort()),
				},
			});
			endings.push(n8n.stop);
			rest = await RestInterface.connect(n8n.address, login);
		};
		await start();
		const { baseUrl, apiKey } = sandbox;
		credential = await rest.saveCredential('Customer Messaging account', 'customerMessagingApi', {
			baseUrl,
			apiKey,
		});
	}, PATIENCE);

	afterAll(async () => {
		for (const ending of endings.reverse()) await ending();
	});

	beforeEach(() => sandbox.reset());

	/** Saves the node behind a webhook, and puts the workflow to work. */
	async function listen(parameters: object, settings: object = {}): Promise<Listening> {
		const path = randomUUID();
		const messaging = { ...messagingNode({ credential }, parameters), ...settings };
		const workflow = await rest.createWorkflow({
			name: 'Engine 2.0',
			nodes: [webhook(path), messaging],
			connections: { Webhook: { main: [[{ node: messaging.name, type: 'main', index: 0 }]] } },
			settings: { engineType: 'v2' },
		});
		await rest.activate(workflow);
		const filter = encodeURIComponent(JSON.stringify({ workflowId: workflow.id }));
		const executions = async () =>
			(await rest.ask<{ results: ListedExecution[] }>('GET', `/executions?filter=${filter}`))
				.results;
		const startWith = async (text: string): Promise<void> => {
			const response = await fetch(`${n8n.address}/webhook/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ text }),
			});
			expect(response.status).toBe(200);
		};
		return {
			start: startWith,
			async run(text) {
				const { length } = await executions();
				await startWith(text);
				return await until(async () => {
					const [latest, ...others] = await executions();
					const ended = ['success', 'error'].includes(latest?.status ?? '');
					return others.length === length && ended && latest;
				});
			},
		};
	}

	const texts = () => sandbox.accepted.map(({ content }) => content.body);

	test('sends each text, and the message of a key once', async () => {
		const { run } = await listen({
			...SEND_TEXT,
			options: { messageKey: '={{ $json.body.text }}' },
		});
		for (const text of ['One', 'Two', 'One'])
			expect(await run(text)).toMatchObject({
				// Only executions of Engine 2.0 are named like this.
				id: expect.stringMatching(/^[\da-f]{8}-/),
				status: 'success',
			});
		expect(texts()).toEqual(['One', 'Two']);
	});

	test('sends nothing again after a failure, and offers no retry', async () => {
		sandbox.faults.add({ accepts: true, fault: { kind: 'resetAfterBody' } });
		const { run } = await listen(SEND_TEXT, { retryOnFail: true, maxTries: 3 });
		const { id, status } = await run('Hello');
		const data = JSON.stringify(await rest.ask('GET', `/executions/${id}`));
		const retry = await rest.send('POST', `/executions/${id}/retry`, { loadWorkflow: false });

		expect(status).toBe('error');
		expect(data).toContain('Outcome unknown, the message to 5001 may have arrived');
		expect(data).not.toContain(sandbox.apiKey);
		expect(retry.status).toBeGreaterThanOrEqual(400);
		expect(texts()).toEqual(['Hello']);
	});

	test('refuses to wait before anything is sent', async () => {
		const { run } = await listen({
			resource: 'message',
			operation: 'sendAndWait',
			customerId: '5001',
			message: 'Is that fine?',
		});
		const { id, status } = await run('Hello');

		expect(status).toBe('error');
		expect(JSON.stringify(await rest.ask('GET', `/executions/${id}`))).toContain(
			"n8n's Engine 2.0 cannot wait for a response",
		);
		expect(sandbox.requests).toEqual([]);
	});

	test('sends nothing again when n8n is killed in the middle and starts anew', async () => {
		sandbox.faults.add({ accepts: true, times: 1, fault: { kind: 'hang' } });
		const { start: startWith } = await listen(SEND_TEXT);
		await startWith('Before');
		await until(async () => texts().length === 1);
		await n8n.kill();
		await start();
		await startWith('After');
		await until(async () => texts().includes('After'));

		expect(texts()).toEqual(['Before', 'After']);
	});
});
