import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../dev/sandbox/sandbox';
import { operationItem, type OperationName, OPERATIONS } from '../../support/operations';
import { answering, NODE_NAME, useScene } from '../../support/scene';
import { chosen, errorOf, findTemplates, openChannels, variableFields } from '../form/editor';

const scene = useScene();

/** What the user reads of what to do, behind the message's fate. */
async function adviceOf(
	operation: OperationName,
	parameters: IDataObject = {},
	credential: IDataObject = {},
) {
	const { error } = await scene.run(
		{ ...OPERATIONS[operation], ...parameters },
		[await operationItem(scene, 1)],
		{},
		{ credentials: scene.credentials(credential) },
	);
	return error?.description?.replace('The message was not sent. ', '');
}

const refusal = (code: number): Fault => answering(code, { detail: 'Not that one' });

const ADDRESS = "Check 'Base URL' in the credential";
const NETWORK = `${ADDRESS} and the network between n8n and the service.`;
const STATUS = "Check the service's status.";
const TEMPLATE =
	"Check 'Channel' and 'Template' or, if every template is reported as not found, 'Custom Template Lookup' in the credential.";
const NO_LIST =
	"If it is right, this service cannot list templates: find a template's ID in its dashboard.";
const REFUSED =
	"Correct what the service names, or look at the customer in the service's dashboard.";
const REFUSED_TEMPLATE = REFUSED.replace('customer', 'template');

const lookUp = (toMend = '') =>
	`Running this step or the workflow again sends everything again; 'Retry' in the executions list does not. ${toMend}Look up the message to 5001 in the service's dashboard: if it arrived, set 'If Outcome Is Unknown' under 'Options' to 'Treat as Sent'; if not, to 'Send Again'. Save, choose 'Retry with currently saved workflow' in the executions list, then set the option back.`;

const PAGE: Fault = { kind: 'html', status: 404 };

test.each<[what: string, OperationName, IDataObject, Fault, advice: string]>([
	['a web page', 'template.get', {}, PAGE, `${ADDRESS}.`],
	['a web page', 'template.getAll', {}, PAGE, `${ADDRESS}. ${NO_LIST}`],
	['a web page', 'message.sendText', {}, PAGE, `${ADDRESS}.`],
	['a web page that is no error', 'message.sendText', {}, { kind: 'html' }, lookUp(`${ADDRESS}. `)],
	['a broken connection', 'message.sendText', {}, { kind: 'resetAfterBody' }, lookUp()],
	['something else', 'template.sendAndWait', {}, answering(200, { name: 'n8n' }), `${ADDRESS}.`],
	['a failure of the service', 'template.get', {}, answering(503, 'Down'), STATUS],
	[
		'a redirect',
		'template.get',
		{},
		{ kind: 'redirect', status: 302 },
		"In the credential, enter the address where the service itself responds, with 'Other' as the 'Service'.",
	],
	['no', 'template.get', {}, refusal(400), TEMPLATE],
	['no', 'template.get', {}, refusal(404), TEMPLATE],
	['no', 'template.send', {}, refusal(400), REFUSED_TEMPLATE],
	['no', 'template.sendWithFile', {}, refusal(400), REFUSED_TEMPLATE],
	['no', 'template.sendAndWait', {}, refusal(400), TEMPLATE],
	['no', 'template.getAll', {}, refusal(400), `Check 'Channel'. ${NO_LIST}`],
	['no', 'message.sendText', {}, refusal(404), REFUSED],
	['no', 'message.sendAttachment', {}, answering(200, { success: false }), REFUSED],
	['no', 'message.sendAndWait', {}, refusal(400), REFUSED],
	['no', 'channel.getAll', {}, refusal(403), `Check 'API Key' and 'Base URL' in the credential.`],
	[
		'429',
		'channel.getAll',
		{},
		{ kind: 'rateLimit', retryAfter: 700 },
		'Try again in 700 seconds.',
	],
])(
	'where the service answers with %s, %s %j says only what can help: %j',
	async (_what, operation, parameters, fault, advice) => {
		scene.sandbox.faults.add({ fault });
		expect(await adviceOf(operation, parameters)).toBe(advice);
	},
);

test('a service that cannot be reached is no reason to change the message', async () => {
	expect(await adviceOf('template.send', {}, { baseUrl: 'http://127.0.0.1:1' })).toBe(NETWORK);
});

test.each([
	[{ templateId: '101', list: [{ id: 7, name: 'sale', body: 'x' }] }, TEMPLATE],
	[
		{ templateId: 'sale', list: [{ id: 7, name: 'sale', body: 'x' }] },
		"This is a template's name; its ID is 7.",
	],
])(
	'a list of templates is the service, whatever it says of one of them: %j',
	async ({ templateId, list }, advice) => {
		scene.sandbox.faults.add({ operation: 'template.get', fault: PAGE });
		scene.sandbox.faults.add({ operation: 'template.getAll', fault: answering(200, list) });
		expect(await adviceOf('template.get', { templateId })).toBe(advice);
	},
);

test('a template that is not there is chosen from the list, if there is one', async () => {
	scene.sandbox.faults.add({ operation: 'template.get', fault: refusal(404) });
	expect(await adviceOf('template.get', { templateId: '999' })).toBe('Choose it from the list.');
});

test.each([
	['no', refusal(400), TEMPLATE],
	['a web page', PAGE, `${ADDRESS}.`],
])(
	'what was not compared with its template, as the service said %s, says what to check',
	async (_what, fault, advice) => {
		for (const operation of ['template.get', 'template.getAll'] as const)
			scene.sandbox.faults.add({ operation, fault });
		const item = await operationItem(scene, 1);
		const execution = await scene.run({ ...OPERATIONS['template.send'], options: {} }, [item]);
		expect(execution.hints(NODE_NAME)).toEqual([expect.stringContaining(advice)]);
	},
);

describe('a form says what helps, and nothing of items and options', () => {
	const parameters = { channelId: chosen('11'), templateId: chosen('101') };
	const asked = {
		channels: async (credential = {}) =>
			await errorOf(openChannels(scene, undefined, { credential })),
		templates: async (credential = {}) =>
			await errorOf(findTemplates(scene, '101', { credential, parameters })),
		fields: async (credential = {}) =>
			await errorOf(variableFields(scene, { credential, parameters })),
	};

	test.each<[keyof typeof asked, Fault, advice: string]>([
		['channels', PAGE, `${ADDRESS}.`],
		['fields', PAGE, `${ADDRESS}.`],
		['fields', refusal(400), TEMPLATE],
		['templates', answering(503, 'Down'), STATUS],
		['fields', { kind: 'rateLimit', retryAfter: 9 }, 'Try again in 9 seconds.'],
	])('%s: %j', async (what, fault, advice) => {
		scene.sandbox.faults.add({ fault });
		expect((await asked[what]()).description).toBe(advice);
	});

	test.each(['channels', 'templates', 'fields'] as const)(
		'%s of a service that is not there',
		async (what) => {
			expect((await asked[what]({ baseUrl: 'http://127.0.0.1:1' })).description).toBe(NETWORK);
		},
	);
});
