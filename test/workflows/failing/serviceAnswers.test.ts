import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import { startLoopbackService } from '../../../dev/engine/loopbackService';
import { startSandbox, type Fault, type Operation } from '../../../dev/sandbox/sandbox';
import {
	isRead,
	operationItem,
	OPERATION_NAMES,
	OPERATIONS,
	type OperationName,
} from '../../support/operations';
import { useScene } from '../../support/scene';

const scene = useScene();

const SENDS = OPERATION_NAMES.filter((name) => !isRead(name));

async function run(operation: OperationName, credential: IDataObject = {}): Promise<Execution> {
	return await scene.run(
		OPERATIONS[operation],
		[await operationItem(scene, 1)],
		{},
		{ credentials: scene.credentials(credential) },
	);
}

/** What an operation asks of the service: asking a customer is sending, too, and may read the template first. */
const requestsOf = (operation: OperationName): Operation[] =>
	({
		'template.preview': ['template.get' as const],
		'template.sendAndWait': ['template.get' as const, 'template.send' as const],
		'message.sendAndWait': ['message.sendText' as const],
	})[operation as string] ?? [operation as Operation];

const requested = () => scene.sandbox.requests.map(({ operation }) => operation);

/** What the user reads when a run stops: what happened and what to do. */
function told({ error }: Execution) {
	const { message, description, httpCode } = error as unknown as {
		message: string;
		description: string;
		httpCode: string | null;
	};
	return { message, description, httpCode };
}

const NOT_SENT = 'The message was not sent. ';

const CAUTION = 'Running this step or the workflow again sends everything again. ';

const LOOK_IT_UP =
	"Look the message up in the service's dashboard. If it arrived, set 'If Outcome Is Unknown' under 'Options' to 'Treat as Sent'; if not, to 'Send Again'. Save, choose 'Retry with currently saved workflow' in the executions list, then set the option back.";

const unknownFor = (operation: OperationName): string =>
	`Outcome unknown, the message to ${operation.startsWith('template.') ? '+12025550101' : '5001'} may have arrived`;

const answer = (status: number, body: unknown): Fault => ({ kind: 'status', status, body });

/** An answer that says the message was not taken, what is said of it, what to do, and its status. */
const REFUSALS: Array<[string, Fault, string, string, string]> = [
	[
		'400 with error and code',
		answer(400, { error: 'The template is paused', code: 'T-17', success: false }),
		'The service refused the request with status 400: The template is paused (code T-17)',
		'If the service names a value, correct it, then try again.',
		'400',
	],
	[
		'401 with its detail',
		answer(401, { detail: 'An invalid API key was provided.' }),
		'The service rejected the API key: An invalid API key was provided.',
		"Copy the API Key from the team settings of the service's dashboard into 'API Key' in the credential. If it was replaced, ask the service's support for the new one.",
		'401',
	],
];

/** An answer after which nobody knows whether the message was taken, with the same. */
const RIDDLES: typeof REFUSALS = [
	[
		'500',
		answer(500, { error: 'Something went wrong', code: 'E', success: false }),
		'the service failed with status 500: Something went wrong',
		`Check the service's status. ${LOOK_IT_UP}`,
		'500',
	],
];

describe.each(SENDS)('%s, answered with', (operation) => {
	test.each([
		...REFUSALS.map(([name, fault, message, advice, httpCode]) => {
			return [name, fault, { message, description: NOT_SENT + advice, httpCode }] as const;
		}),
		...RIDDLES.map(([name, fault, why, advice, httpCode]) => {
			const message = `${unknownFor(operation)}: ${why}`;
			return [name, fault, { message, description: CAUTION + advice, httpCode }] as const;
		}),
	])('%s', async (_, fault, words) => {
		scene.sandbox.faults.add({ fault, operation: requestsOf(operation).at(-1) });
		expect(told(await run(operation))).toEqual(words);
		expect(requested()).toEqual(requestsOf(operation));
	});
});

test('a read, answered with 400', async () => {
	const [[, fault, message, advice, httpCode]] = REFUSALS as [(typeof REFUSALS)[number]];
	scene.sandbox.faults.add({ fault });
	expect(told(await run('channel.getAll'))).toEqual({ message, description: advice, httpCode });
	expect(scene.sandbox.requests).toHaveLength(1);
});

const REDIRECTED: OperationName[] = ['message.sendText', 'template.sendWithFile', 'channel.getAll'];

test.each(
	REDIRECTED.flatMap((operation) =>
		([303, 307] as const).map((status) => [status, operation] as const),
	),
)(
	'a redirect with %i is not followed, on the same host or to another, by %s',
	async (status, operation) => {
		const elsewhere = await startLoopbackService();
		for (const location of ['/stable/open/elsewhere', `${elsewhere.baseUrl}/new/home`]) {
			scene.sandbox.reset();
			scene.sandbox.faults.add({
				operation: requestsOf(operation).at(-1),
				fault: { kind: 'redirect', status, location },
			});
			const isUnknown = status === 303 && !isRead(operation);
			const where = "'Base URL' redirects to another address";
			const advice =
				"Set 'Base URL' in the credential to the address where the service itself responds.";
			expect(told(await run(operation))).toEqual({
				message: isUnknown ? `${unknownFor(operation)}: ${where}` : where,
				description: isUnknown
					? `${CAUTION}${advice} ${LOOK_IT_UP}`
					: `${isRead(operation) ? '' : NOT_SENT}${advice}`,
				httpCode: String(status),
			});
			expect(requested()).toEqual(requestsOf(operation));
			expect(elsewhere.received).toEqual([]);
		}
		await elsewhere.close();
	},
);

test('no service is reached under a host name that is not known, or with a certificate that cannot be trusted', async () => {
	const secure = await startSandbox({ tls: true });
	for (const [baseUrl, reason] of [
		['https://service.invalid', /its host name was not found$/],
		[secure.baseUrl, /no connection could be made$/],
	] as const) {
		const { message, description, httpCode } = told(await run('message.sendText', { baseUrl }));
		expect(message).toMatch(/^The service could not be reached: /);
		expect(message).toMatch(reason);
		expect([description, httpCode]).toEqual([
			`${NOT_SENT}Check 'Base URL' in the credential and the network between n8n and the service.`,
			null,
		]);
	}
	expect(secure.requests).toEqual([]);
	await secure.stop();
});

test('a service that speaks the other of http and https leaves the outcome unknown', async () => {
	const secure = await startSandbox({ tls: true });
	for (const baseUrl of [
		secure.baseUrl.replace('https', 'http'),
		scene.sandbox.baseUrl.replace('http', 'https'),
	]) {
		expect(told(await run('message.sendText', { baseUrl }))).toEqual({
			message: `${unknownFor('message.sendText')}: the connection broke before the service's response was complete`,
			description: `${CAUTION}Check 'Base URL' in the credential, the service's status, and the network between n8n and the service. ${LOOK_IT_UP}`,
			httpCode: null,
		});
	}
	expect([secure.requests, scene.sandbox.requests]).toEqual([[], []]);
	await secure.stop();
});
