import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/execution';
import { startLoopbackService } from '../../../dev/engine/loopbackService';
import { type Operation, startSandbox } from '../../../dev/sandbox/sandbox';
import { operationItem, OPERATIONS, type OperationName } from '../../support/operations';
import { useScene } from '../../support/scene';

const scene = useScene();

/** What the user reads when a run stops: what happened and what to do. */
async function told(operation: OperationName, credential: IDataObject = {}) {
	const items = [await operationItem(scene, 1)];
	const credentials = scene.credentials(credential);
	const { error } = await scene.run(OPERATIONS[operation], items, {}, { credentials });
	const { message, description, httpCode } = error as Execution['error'] & {
		httpCode: string | null;
	};
	return { message, description, httpCode };
}

const NOT_SENT = 'The message was not sent. ';

const UNKNOWN = 'Outcome unknown, the message to 5001 may have arrived: ';

const CAUTION = 'Running this step or the workflow again sends everything again. ';

const LOOK_IT_UP =
	"Look the message up in the service's dashboard. If it arrived, set 'If Outcome Is Unknown' under 'Options' to 'Treat as Sent'; if not, to 'Send Again'. Save, choose 'Retry with currently saved workflow' in the executions list, then set the option back.";

const REFUSED =
	'The service refused the request with status 400: The template is paused (code T-17)';

test.each<[OperationName, number, message: string, description: string]>([
	[
		'message.sendText',
		400,
		REFUSED,
		`${NOT_SENT}Check 'Customer ID', or correct what the service names.`,
	],
	['channel.getAll', 400, REFUSED, "Check 'API Key' and 'Base URL' in the credential."],
	[
		'message.sendText',
		500,
		`${UNKNOWN}the service failed with status 500: The template is paused`,
		`${CAUTION}Check the service's status. ${LOOK_IT_UP}`,
	],
])('%s, answered with %d', async (operation, status, message, description) => {
	const body = { error: 'The template is paused', code: 'T-17', success: false };
	scene.sandbox.faults.add({ fault: { kind: 'status', status, body } });
	expect(await told(operation)).toEqual({ message, description, httpCode: String(status) });
	expect(scene.sandbox.requests).toHaveLength(1);
});

const REDIRECT = "'Base URL' redirects to another address";
const TO_ITSELF =
	"In the credential, enter the address where the service itself responds, with 'Other' as the 'Service'.";

test.each<[OperationName & Operation, 303 | 307, message: string, description: string]>([
	['message.sendText', 303, UNKNOWN + REDIRECT, `${CAUTION}${TO_ITSELF} ${LOOK_IT_UP}`],
	['template.sendWithFile', 307, REDIRECT, NOT_SENT + TO_ITSELF],
	['channel.getAll', 303, REDIRECT, TO_ITSELF],
])(
	'%s does not follow a redirect with %i, on the same host or to another',
	async (operation, status, message, description) => {
		const elsewhere = await startLoopbackService();
		for (const location of ['/stable/open/elsewhere', `${elsewhere.baseUrl}/new/home`]) {
			scene.sandbox.reset();
			scene.sandbox.faults.add({ operation, fault: { kind: 'redirect', status, location } });
			expect(await told(operation)).toEqual({ message, description, httpCode: String(status) });
			expect(scene.sandbox.requests.map((request) => request.operation)).toEqual([operation]);
			expect(elsewhere.received).toEqual([]);
		}
		await elsewhere.close();
	},
);

test('no service is reached under a host name that is not known, or with a certificate that cannot be trusted', async () => {
	const secure = await startSandbox({ tls: true });
	for (const [baseUrl, reason] of [
		['https://service.invalid', 'its host name was not found'],
		[secure.baseUrl, 'no connection could be made'],
	] as const)
		expect(await told('message.sendText', { baseUrl })).toEqual({
			message: `The service could not be reached: ${reason}`,
			description: `${NOT_SENT}Check 'Base URL' in the credential and the network between n8n and the service.`,
			httpCode: null,
		});
	expect(secure.requests).toEqual([]);
	await secure.stop();
});

test('a service that speaks the other of http and https leaves the outcome unknown', async () => {
	const secure = await startSandbox({ tls: true });
	for (const baseUrl of [
		secure.baseUrl.replace('https', 'http'),
		scene.sandbox.baseUrl.replace('http', 'https'),
	])
		expect(await told('message.sendText', { baseUrl })).toEqual({
			message: `${UNKNOWN}the connection broke before the service's response was complete`,
			description: `${CAUTION}Check 'Base URL' in the credential, the service's status, and the network between n8n and the service. ${LOOK_IT_UP}`,
			httpCode: null,
		});
	expect([secure.requests, scene.sandbox.requests]).toEqual([[], []]);
	await secure.stop();
});
