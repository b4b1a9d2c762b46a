import tls from 'node:tls';

import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { CustomerMessagingApi } from '../../credentials/CustomerMessagingApi.credentials';
import { startEngine, type Engine, type EngineOptions } from '../../dev/engine/engine';
import type { Visit } from '../../dev/engine/visit';
import type { Execution } from '../../dev/engine/execution';
import type { WorkflowFile } from '../../dev/engine/workflowFile';
import type { RunOptions } from '../../dev/engine/workflowRunner';
import {
	startSandbox,
	type Fault,
	type ReceivedRequest,
	type Sandbox,
	type SandboxOptions,
} from '../../dev/sandbox/sandbox';
import { installedModule } from './installedModule';
import { installedPackage } from './installedPackage';
import { NODE_VERSION } from './nodeVersion';
import { line, manualTrigger, node, to } from './workflowNodes';

/** The name under which workflows refer to the scene's credential. */
const CREDENTIAL_NAME = 'Customer Messaging account';

/** The name of the node under test in the workflows of a scene. */
export const NODE_NAME = 'Customer Messaging';

/** What a user may set on a node beside its parameters. */
export interface NodeSettings {
	onError?: 'stopWorkflow' | 'continueRegularOutput' | 'continueErrorOutput';
	retryOnFail?: boolean;
	maxTries?: number;
	waitBetweenTries?: number;
}

/** The node as workflow JSON has it. */
export function messagingNode(parameters: IDataObject, settings: NodeSettings = {}) {
	return {
		id: 'messaging',
		name: NODE_NAME,
		type: 'n8n-nodes-customer-messaging.customerMessaging',
		typeVersion: NODE_VERSION,
		position: [220, 0],
		parameters,
		credentials: { customerMessagingApi: { id: CREDENTIAL_NAME, name: CREDENTIAL_NAME } },
		...settings,
	};
}

/** A workflow of a manual start and the node under test. */
export function messagingWorkflow(
	parameters: IDataObject,
	settings: NodeSettings = {},
): WorkflowFile {
	return line('Messaging', [manualTrigger(), messagingNode(parameters, settings)]);
}

/** The same with n8n's Loop Over Items around the node, which gives it this number of items at a time. */
export function loopWorkflow(
	batchSize: number,
	parameters: IDataObject,
	settings: NodeSettings = {},
): WorkflowFile {
	const { nodes, ...workflow } = messagingWorkflow(parameters, settings);
	const parametersOfLoop = { batchSize, options: {} };
	const loop = node('Loop Over Items', 'n8n-nodes-base.splitInBatches', 3, parametersOfLoop);
	// The error output, where there is one, leads back into the loop as well.
	const outputs = settings.onError === 'continueErrorOutput' ? 2 : 1;
	return {
		...workflow,
		nodes: [...nodes, loop],
		connections: {
			Start: { main: [to(loop.name)] },
			[loop.name]: { main: [[], to(NODE_NAME)] },
			[NODE_NAME]: { main: Array.from({ length: outputs }, () => to(loop.name)) },
		},
	};
}

/** The setting 'On Error' at 'Continue'. */
export const continuing: NodeSettings = { onError: 'continueRegularOutput' };

/** The setting 'Retry On Fail' with this many tries. n8n takes 0 for its default of a second between them. */
export function retrying(maxTries: number): NodeSettings {
	return { retryOnFail: true, maxTries, waitBetweenTries: 1 };
}

/** The fault of a service that answers with this status and, if there is one, this body. */
export function answering(status: number, body?: unknown): Fault {
	return { kind: 'status', status, body };
}

/** The JSON of the items that the node, or another one, gave out; a node's error output is its last. */
export function outputOf(execution: Execution, output = 0, node = NODE_NAME): IDataObject[] {
	return execution.items(node, output).map(({ json }) => json);
}

/** n8n's real engine with the installed package, and the service it talks to. */
export interface Scene {
	engine: Engine;
	sandbox: Sandbox;
	/** The credential as the tests' workflows refer to it; another key or address may be given. */
	credentials(data?: IDataObject): RunOptions['credentials'];
	/** Runs the node with its parameters over items, plain JSON or whole ones. */
	run(
		parameters: IDataObject,
		items?: Array<IDataObject | INodeExecutionData>,
		settings?: NodeSettings,
		options?: RunOptions,
	): Promise<Execution>;
	/** Runs another workflow over items. */
	runWorkflow(
		workflow: WorkflowFile,
		items?: Array<IDataObject | INodeExecutionData>,
		options?: RunOptions,
	): Promise<Execution>;
	/** Retries an execution as it was or, if parameters are given, as the workflow is saved now. */
	retry(
		execution: Execution,
		parameters?: IDataObject,
		settings?: NodeSettings,
	): Promise<Execution>;
	/** The link to the answer page in the last message. */
	link(): string;
	/** Opens that link or another one, or sends the page's form, with a body as n8n parses it. */
	visit(waiting: Execution, body?: unknown, url?: string): Promise<Visit>;
	/** Goes on with what the page's form sends or, without a body, as when the time has run out. */
	answer(waiting: Execution, body?: unknown): Promise<Execution>;
	stop(): Promise<void>;
}

/**
 * Starts a scene; one at a time in a test file, as n8n keeps its services once a process. With a sandbox that speaks
 * TLS, its certificate is the only one that this process trusts until the scene stops.
 */
export async function startScene(
	sandboxOptions: SandboxOptions = {},
	engineOptions: Partial<EngineOptions> = {},
): Promise<Scene> {
	const sandbox = await startSandbox(sandboxOptions);
	const distrust = sandbox.certificate === undefined ? () => {} : trust(sandbox.certificate);
	const engine = await startEngine({ packageDirectory: installedPackage, ...engineOptions });
	const credentials: Scene['credentials'] = (data = {}) => ({
		[CREDENTIAL_NAME]: {
			type: new CustomerMessagingApi().name,
			data: { service: 'other', baseUrl: sandbox.baseUrl, apiKey: sandbox.apiKey, ...data },
		},
	});
	const runWorkflow: Scene['runWorkflow'] = async (workflow, items = [{}], options = {}) =>
		await engine.run(workflow, {
			credentials: credentials(),
			input: items.map((item) => (isItem(item) ? item : { json: item })),
			...options,
		});
	const link = (): string =>
		/http\S+\/webhook-waiting\/[^\s"\\]+/.exec(
			JSON.stringify(sandbox.accepted.at(-1)!.request.body),
		)![0];
	const visit: Scene['visit'] = async (waiting, body, url = link()) =>
		await engine.visit(waiting, { method: body === undefined ? 'GET' : 'POST', url, body });
	return {
		engine,
		sandbox,
		credentials,
		link,
		visit,
		async answer(waiting, body) {
			const { answer } = body === undefined ? {} : await visit(waiting, body);
			return await engine.resume(waiting, answer);
		},
		runWorkflow,
		async run(parameters, items, settings, options) {
			return await runWorkflow(messagingWorkflow(parameters, settings), items, options);
		},
		async retry(execution, parameters, settings) {
			if (parameters === undefined) return await engine.retry(execution);
			const workflow = messagingWorkflow(parameters, settings);
			return await engine.retry(execution, { workflow, credentials: credentials() });
		},
		async stop() {
			await engine.stop();
			await sandbox.stop();
			distrust();
		},
	};
}

/**
 * Starts a scene for the tests of a file or of a `describe`, and clears it before each of them.
 *
 * @returns the scene, once the tests run, with the milliseconds until the service's answer goes out, which a test may
 * set
 */
export function useScene(
	sandboxOptions: SandboxOptions = {},
): Scene & { latency: (request: ReceivedRequest) => number | Promise<number> } {
	const scene = {} as ReturnType<typeof useScene>;
	beforeAll(async () => {
		const latency = (request: ReceivedRequest) => scene.latency(request);
		Object.assign(scene, await startScene({ latency, ...sandboxOptions }));
	});
	afterAll(async () => await scene.stop());
	beforeEach(() => {
		const { sandbox, engine } = Object.assign(scene, { latency: () => 0 });
		sandbox.reset();
		engine.logged.length = 0;
		engine.deduplication.clear();
		engine.deduplication.beforeAccess = () => {};
		engine.dataTables.clear();
		// What a check has read is known to all tests of a process.
		installedModule<{ lookUps: Map<string, unknown> }>(
			'nodes/CustomerMessaging/template/readTemplate',
		).lookUps.clear();
	});
	return scene;
}

/**
 * Trusts a certificate in this process: n8n makes an agent for each request and lets nobody give it one, and Node reads
 * NODE_EXTRA_CA_CERTS only when it starts. Returns what takes the trust back.
 */
function trust(certificate: string): () => void {
	const { createSecureContext } = tls;
	tls.createSecureContext = (options) =>
		createSecureContext({ ...options, ca: options?.ca ?? certificate });
	return () => {
		tls.createSecureContext = createSecureContext;
	};
}

function isItem(item: IDataObject | INodeExecutionData): item is INodeExecutionData {
	return 'json' in item && typeof item.json === 'object';
}
