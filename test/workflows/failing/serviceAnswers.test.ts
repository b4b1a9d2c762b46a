import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import { startLoopbackService, type LoopbackService } from '../../../dev/engine/loopbackService';
import { startSandbox, type Fault, type Operation } from '../../../dev/sandbox/sandbox';
import {
	isRead,
	operationItem,
	OPERATION_NAMES,
	OPERATIONS,
	type OperationName,
} from '../../support/operations';
import { continuing, NODE_NAME, retrying, useScene } from '../../support/scene';

const scene = useScene();

const phone = '+12025550101';

const SENDS = OPERATION_NAMES.filter((name) => !isRead(name));

async function run(
	operation: OperationName,
	settings = {},
	credential: IDataObject = {},
): Promise<Execution> {
	return await scene.run(OPERATIONS[operation], [await operationItem(scene, 1)], settings, {
		credentials: scene.credentials(credential),
	});
}

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

const CAUTION = 'Running this step or the workflow again sends the message again. ';

const LOOK_IT_UP =
	"Look the message up in the service's dashboard. If it arrived, set 'If Outcome Is Unknown' under 'Options' to 'Treat as Sent'; if it did not, to 'Send Again'. Then save, and choose 'Retry with currently saved workflow' in the executions list. ";

const unknownFor = (operation: OperationName): string =>
	`Outcome unknown, the message to ${operation.startsWith('template.') ? phone : '5001'} may have arrived`;

const CHECK_BASE_URL =
	"Check that 'Base URL' in the credential is the address of the messaging service.";

const CORRECT_ITEM = 'Correct the values that the service names, then try again.';

const GET_KEY =
	"Copy the API Key from the team settings of the service's dashboard into 'API Key' in the credential. If it was replaced, ask the service's support for the new one.";

interface Row {
	fault: Fault;
	/** What happened, with a small letter where nobody knows whether the message arrived. */
	message: string;
	description: string;
	httpCode: string;
}

const answer = (status: number, body: unknown): Fault => ({ kind: 'status', status, body });

/** An answer of each kind that says the message was not taken, what is said of it after 'The service', and what to do. */
const REFUSALS = (
	[
		[
			'400 with error and code',
			answer(400, { error: 'The template is paused', code: 'T-17', success: false }),
			'refused the request with status 400: The template is paused (code T-17)',
			CORRECT_ITEM,
		],
		[
			'401 with its detail',
			answer(401, { detail: 'An invalid API key was provided.' }),
			'rejected the API key: An invalid API key was provided.',
			GET_KEY,
		],
		[
			'403 of a page in between',
			{ kind: 'html', status: 403 },
			"returned status 403 with a web page titled 'Welcome' instead of JSON",
			CHECK_BASE_URL,
		],
		[
			'200 that says it was no success',
			answer(200, { error: 'Out of credit', code: 'C-1', success: false }),
			'reported an error: Out of credit',
			"Check the values of this item, and the message's status in the service's dashboard.",
		],
	] satisfies Array<[string, Fault, string, string]>
).map(([name, fault, said, advice]): [string, Row] => [
	name,
	{
		fault,
		message: `The service ${said}`,
		description: NOT_SENT + advice,
		httpCode: String((fault as { status: number }).status),
	},
]);

/** An answer of each kind after which nobody knows whether the message was taken, with the same. */
const RIDDLES = (
	[
		[
			'500',
			answer(500, { error: 'Something went wrong', code: 'E', success: false }),
			'failed with status 500: Something went wrong',
		],
		['304', { kind: 'status', status: 304 }, 'returned the unexpected status 304'],
		['200 with nothing', { kind: 'emptyBody' }, 'returned status 200 with an empty response'],
		[
			'200 with far too much',
			{ kind: 'hugeBody', bytes: 6 * 1024 * 1024 },
			'returned status 200 with a response that is far too long',
		],
	] satisfies Array<[string, Fault, string]>
).map(([name, fault, said]): [string, Row] => [
	name,
	{
		fault,
		message: `the service ${said}`,
		description: said.startsWith('failed')
			? `${CAUTION}${LOOK_IT_UP}Check the service's status.`
			: `${CAUTION}${said.includes('unexpected status') ? "Check 'Base URL' in the credential." : CHECK_BASE_URL} ${LOOK_IT_UP.trim()}`,
		httpCode: /\d{3}/.exec(said)![0],
	},
]);

/** What an operation asks of the service: asking a customer is sending, too, and may read the template first. */
const requestOf = (operation: OperationName): Operation =>
	operation.replace(/(template|message)\.sendAndWait/, (_, resource) =>
		resource === 'template' ? 'template.send' : 'message.sendText',
	) as Operation;

const sendings = (name: OperationName) =>
	scene.sandbox.requests.filter(({ operation }) => operation === requestOf(name));

describe.each(SENDS)('%s, answered with', (operation) => {
	test.each(REFUSALS)('%s', async (_, { fault, ...words }) => {
		scene.sandbox.faults.add({ fault, operation: requestOf(operation) });
		expect(told(await run(operation))).toEqual(words);
		expect(sendings(operation)).toHaveLength(1);
	});

	test.each(RIDDLES)('%s', async (_, { fault, message, description, httpCode }) => {
		scene.sandbox.faults.add({ fault, operation: requestOf(operation) });
		expect(told(await run(operation))).toEqual({
			message: `${unknownFor(operation)}: ${message}`,
			description,
			httpCode,
		});
		expect(sendings(operation)).toHaveLength(1);
	});
});

test.each(['continueRegularOutput', 'continueErrorOutput'] as const)(
	'where the node goes on (%s), nobody is told of a retry that n8n does not offer',
	async (onError) => {
		scene.sandbox.faults.add({ fault: answer(500, 'Oh') });
		scene.engine.deduplication.clear();
		const messageKey = 'a-1';
		const go = async () =>
			await scene.run(
				{ ...OPERATIONS['message.sendText'], customerId: '5001', options: { messageKey } },
				[{}],
				{ onError },
			);
		const messageOf = (execution: Execution) =>
			execution.items(NODE_NAME, onError === 'continueErrorOutput' ? 1 : 0)[0]!.json.message;

		expect(messageOf(await go())).toMatch(
			/ may have arrived: .* Look the message up in the service's dashboard before you send it again\. Check/,
		);
		expect(messageOf(await go())).toMatch(
			/ the message was not sent this time\. .* to 'Treat as Sent'; if it did not, to 'Send Again'\. Then run the item again\./,
		);
	},
);

test('a web page leaves each outcome unknown, also before the first proper answer', async () => {
	scene.sandbox.faults.add({ after: 0, times: 1, accepts: true, fault: { kind: 'html' } });
	scene.sandbox.faults.add({ recipient: '5003', fault: { kind: 'html' } });
	const parameters = { ...OPERATIONS['message.sendText'], options: { parallelSends: 1 } };
	const items = await Promise.all(
		[1, 2, 3].map(async (index) => await operationItem(scene, index)),
	);
	const settings = { ...retrying(3), ...continuing };
	const execution = await scene.run(parameters, items, settings);
	const unknown = (recipient: string) => ({ status: 'unknown', httpCode: '200', recipient });
	expect(execution.items(NODE_NAME).map(({ json }) => json.details ?? json.status)).toEqual([
		unknown('5001'),
		'ongoing',
		unknown('5003'),
	]);
	expect(execution.items(NODE_NAME)[0]!.json.message).toMatch(
		/instead of JSON\. Check that 'Base URL' .* messaging service\. .*Look the message up in/,
	);
	expect(scene.sandbox.requests).toHaveLength(3);
});

test.each(REFUSALS)('a read, answered with %s', async (_, { fault, description, ...words }) => {
	scene.sandbox.faults.add({ fault });
	const advice = description
		.replace(NOT_SENT, '')
		.replace(", and the message's status in the service's dashboard", '');
	expect(told(await run('template.get'))).toEqual({ ...words, description: advice });
	expect(scene.sandbox.requests).toHaveLength(1);
});

test.each(OPERATION_NAMES.filter(isRead))(
	'%s, which has no options for it, says after a 429 to try again',
	async (operation) => {
		scene.sandbox.faults.add({ fault: { kind: 'rateLimit', retryAfter: 0 } });
		expect(told(await run(operation))).toMatchObject({
			message: expect.stringContaining('too many requests (429)') as string,
			description: 'Try again in a moment.',
		});
	},
);

test("a read's answer that cannot be read says so, after it was asked for again", async () => {
	scene.sandbox.faults.add({ fault: { kind: 'html' } });
	expect(told(await run('channel.getAll'))).toEqual({
		message: "The service returned status 200 with a web page titled 'Welcome' instead of JSON",
		description: CHECK_BASE_URL,
		httpCode: '200',
	});
	expect(scene.sandbox.requests.length).toBeGreaterThan(1);
});

test.each(OPERATION_NAMES)(
	"%s with a wrong key is asked once: n8n's own second try after a 401 does not happen",
	async (operation) => {
		const execution = await run(operation, {}, { apiKey: 'wrong' });
		expect(told(execution)).toMatchObject({
			message: 'The service rejected the API key: An invalid API key was provided.',
			httpCode: '401',
		});
		expect(scene.sandbox.requests.map(({ status }) => status)).toEqual([401]);
	},
);

describe('a redirect', () => {
	let elsewhere: LoopbackService;
	beforeEach(async () => {
		elsewhere = await startLoopbackService();
	});
	afterEach(async () => await elsewhere.close());

	test.each(
		OPERATION_NAMES.flatMap((operation) =>
			([303, 307] as const).map((status) => [status, operation] as const),
		),
	)('with %i is not followed, on the same host or to another, by %s', async (status, operation) => {
		// The template says how much of the link its variable takes.
		const readsFirst = operation === 'template.sendAndWait';
		for (const location of [undefined, `${elsewhere.baseUrl}/new/home`]) {
			scene.sandbox.reset();
			scene.sandbox.faults.add({
				...(readsFirst ? { operation: requestOf(operation) } : {}),
				fault: { kind: 'redirect', status, ...(location === undefined ? {} : { location }) },
			});
			const where = `'Base URL' redirects to another address: ${location ?? '/stable/open/elsewhere'}`;
			const advice = `The service returned status ${status}, and redirects are not followed. Set 'Base URL' in the credential to the address where the service itself responds.`;
			expect(told(await run(operation))).toEqual({
				...(status === 303 && !isRead(operation)
					? {
							message: `${unknownFor(operation)}: ${where}`,
							description: `${CAUTION}${advice} ${LOOK_IT_UP.trim()}`,
						}
					: {
							message: where,
							description: isRead(operation) ? advice : `${NOT_SENT}${advice}`,
						}),
				httpCode: String(status),
			});
			expect(scene.sandbox.requests).toHaveLength(readsFirst ? 2 : 1);
			expect(elsewhere.received).toEqual([]);
		}
	});
});

test('no service is reached under a host name that is not known, or with a certificate that cannot be trusted', async () => {
	const secure = await startSandbox({ tls: true });
	for (const [baseUrl, reason] of [
		// A resolver without a network cannot tell an unknown name from one it cannot look up.
		['https://service.invalid', /its host name (was not found|could not be looked up just now)$/],
		[secure.baseUrl, /its certificate is self-signed$/],
	] as const) {
		const { message, description, httpCode } = told(await run('message.sendText', {}, { baseUrl }));
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
	for (const [baseUrl, message, advice] of [
		[
			secure.baseUrl.replace('https', 'http'),
			'the connection broke',
			"Check the service's status and",
		],
		[
			scene.sandbox.baseUrl.replace('http', 'https'),
			'the secure connection broke',
			"Check that the address in 'Base URL' supports https on that port, and",
		],
	] as const) {
		expect(told(await run('message.sendText', {}, { baseUrl }))).toEqual({
			message: `${unknownFor('message.sendText')}: ${message} before the service's response was complete`,
			description: `${CAUTION}${LOOK_IT_UP}${advice} the network between n8n and the service.`,
			httpCode: null,
		});
	}
	expect([secure.requests, scene.sandbox.requests]).toEqual([[], []]);
	await secure.stop();
});

test('a connection that breaks leaves the outcome unknown', async () => {
	scene.sandbox.faults.add({ fault: { kind: 'halfAnswer' } });
	expect(told(await run('message.sendText'))).toEqual({
		message: `${unknownFor('message.sendText')}: the connection broke before the service's response was complete`,
		description: `${CAUTION}${LOOK_IT_UP}Check the service's status and the network between n8n and the service.`,
		httpCode: null,
	});
});

test('a service that does not answer in time leaves the outcome unknown', async () => {
	scene.sandbox.faults.add({ fault: { kind: 'hang' } });
	const execution = await scene.run(
		{ ...OPERATIONS['message.sendText'], options: { timeout: 1 } },
		[await operationItem(scene, 1)],
	);
	expect(told(execution)).toEqual({
		message: `${unknownFor('message.sendText')}: the service did not respond within 1 second`,
		description: `${CAUTION}${LOOK_IT_UP}If the service is often this slow, raise 'Timeout (Seconds)' under 'Options'.`,
		httpCode: null,
	});
	expect(scene.sandbox.requests).toHaveLength(1);
});

describe('an error names everybody whose message may have arrived', () => {
	const failWith = async (faults: Record<string, Fault>) => {
		for (const [recipient, fault] of Object.entries(faults))
			scene.sandbox.faults.add({ recipient, fault });
		const items = await Promise.all(
			[1, 2, 3].map(async (index) => await operationItem(scene, index)),
		);
		return told(await scene.run(OPERATIONS['message.sendText'], items));
	};
	const lost: Fault = { kind: 'resetAfterBody' };

	test('and what to do for all of them', async () => {
		const { message, description } = await failWith({ 5001: lost, 5002: lost, 5003: lost });
		expect(message).toContain('the message to 5001 may have arrived');
		expect(description).toMatch(
			/^Running this step or the workflow again sends everything again\. Look up the messages to 5001, 5002 and 5003 in the service's dashboard\. If they arrived, .* to 'Treat as Sent'; if none did, to 'Send Again'\. If only some arrived, choose 'Treat as Sent' and send the others yourself\. Then save/,
		);
	});

	test('where another item was refused first', async () => {
		const { message, description } = await failWith({
			5001: { kind: 'status', status: 400 },
			5003: lost,
		});
		expect(message).toContain('The service refused the request');
		expect(description).toContain(
			'Look up the message to 5003, which may have arrived, before you send anything again.',
		);
	});
});
