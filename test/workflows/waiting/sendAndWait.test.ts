import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../../../dev/engine/engine';
import {
	continuing,
	loopWorkflow,
	messagingWorkflow,
	NODE_NAME,
	retrying,
	useScene,
} from '../../support/scene';

const scene = useScene();

const ask: IDataObject = {
	resource: 'message',
	operation: 'sendAndWait',
	customerId: '5001',
	message: '=Is {{ $json.day }} fine?',
};
const onlyYes = { approvalOptions: { values: { approvalType: 'single' } } };
const freeText = { responseType: 'freeText' };
const thursday = [{ day: 'Thursday <at> 10' }];

/** The link that the last message carries. */
const link = () => /http\S+$/.exec(scene.sandbox.accepted.at(-1)!.content.body)![0];

/** What every answer says of the message that asked for it. */
const asked = () => ({
	recipient: '5001',
	messageId: `report-${scene.sandbox.accepted.at(-1)!.id}`,
	customerId: 5001,
});

/** Opens the link, or answers with what a form sends. */
async function visit(waiting: Execution, answer?: string, url = link()) {
	return await scene.engine.visit(waiting, {
		method: answer === undefined ? 'GET' : 'POST',
		url,
		...(answer === undefined ? {} : { body: { answer } }),
	});
}

/** Answers, and gives what the node gives out then. */
async function outputAfter(waiting: Execution, answer: string) {
	const { answer: output } = await visit(waiting, answer);
	return (await scene.engine.resume(waiting, output)).items(NODE_NAME).map(({ json }) => json);
}

test('the message carries the question and the link on a line of its own, and the execution waits', async () => {
	const execution = await scene.run(ask, thursday);

	expect(execution.status).toBe('waiting');
	expect(scene.sandbox.accepted.map(({ content }) => content.body)).toEqual([
		`Is Thursday <at> 10 fine?\n${link()}`,
	]);
});

test('the link goes where the text says so, and the page shows the text without it', async () => {
	const execution = await scene.run({ ...ask, message: 'Here: {link}\nIs Thursday fine?' });

	const { body } = scene.sandbox.accepted[0]!.content;
	expect(body).toMatch(/^Here: http\S+\nIs Thursday fine\?$/);
	const { page } = await visit(execution, undefined, /http\S+/.exec(body)![0]);
	expect(page).toContain('Here: \nIs Thursday fine?');
	expect(page).not.toContain('{link}');
});

test.each([
	['the only button', onlyYes, 'approve', { approved: true }],
	['yes', {}, 'approve', { approved: true }],
	['no', {}, 'disapprove', { approved: false }],
	[
		'a text, exactly as typed',
		freeText,
		' <b>Friday</b>,\r\nat "10" {{ 1 }} ',
		{ text: ' <b>Friday</b>,\nat "10" {{ 1 }} ' },
	],
])('the answer comes out: %s', async (_, parameters, answer, expected) => {
	const execution = await scene.run({ ...ask, ...parameters }, thursday);

	expect(await outputAfter(execution, answer)).toEqual([
		{
			responded: true,
			...expected,
			data: expected,
			...asked(),
			respondedAt: expect.stringMatching(/^\d{4}-.*Z$/),
		},
	]);
});

const until = (values: IDataObject): IDataObject => ({ options: { limitWaitTime: { values } } });

test('where nobody answers in time, the output says so, and not what came in', async () => {
	const limit = { limitType: 'afterTimeInterval', resumeAmount: 2, resumeUnit: 'hours' };
	const execution = await scene.run({ ...ask, ...until(limit) }, thursday);

	const till = new Date(execution.data.waitTill!).getTime();
	expect(Math.abs(till - Date.now() - 2 * 3600_000)).toBeLessThan(60_000);
	const resumed = await scene.engine.resume(execution);
	expect(resumed.status).toBe('success');
	expect(resumed.items(NODE_NAME)).toEqual([
		{ json: { responded: false, ...asked() }, pairedItem: { item: 0, input: undefined } },
	]);
});

test.each([
	['without a zone', '2100-01-31T18:00:00', '2100-01-31T09:00:00.000Z'],
	['without a zone, as a database writes it', '2100-01-31 18:00:00', '2100-01-31T09:00:00.000Z'],
	['with a zone', '2100-01-31T18:00:00+01:00', '2100-01-31T17:00:00.000Z'],
	['in UTC', '2100-01-31T18:00:00Z', '2100-01-31T18:00:00.000Z'],
	["of n8n's own", "={{ DateTime.fromISO('2100-01-31T18:00:00') }}", '2100-01-31T09:00:00.000Z'],
	[
		"of n8n's own, in a zone",
		"={{ DateTime.fromISO('2100-01-31T18:00:00', { zone: 'America/New_York' }) }}",
		'2100-01-31T23:00:00.000Z',
	],
	["of the language's own", "={{ new Date('2100-01-31T18:00:00Z') }}", '2100-01-31T18:00:00.000Z'],
])("a date is read in the workflow's time zone: one %s", async (_, maxDateAndTime, expected) => {
	const parameters = { ...ask, ...until({ limitType: 'atSpecifiedTime', maxDateAndTime }) };
	const execution = await scene.engine.run(
		{ ...messagingWorkflow(parameters), settings: { timezone: 'Asia/Tokyo' } },
		{ credentials: scene.credentials(), input: [{ json: {} }] },
	);
	expect(execution.status).toBe('waiting');
	expect(new Date(execution.data.waitTill!).toISOString()).toBe(expected);
});

test('the page shows the question as it was asked, and only takes what its form can send', async () => {
	const execution = await scene.run(
		{
			...ask,
			options: { pageTitle: 'Your <visit>', pageLanguage: 'en-GB', businessName: 'B & Co' },
		},
		thursday,
	);

	const { status, headers, page, answer } = await visit(execution);
	expect({ status, answer }).toEqual({ status: 200, answer: undefined });
	expect(page).toContain('<html lang="en-GB">');
	expect(page).toContain('<title>Your &#60;visit&#62; – B &#38; Co</title>');
	expect(page).toMatch(/>B &#38; Co<\/p>\n<h1[^>]*>Your &#60;visit&#62;</);
	expect(page).toContain('Is Thursday &#60;at&#62; 10 fine?');
	expect(page.match(/<button[^>]*>[^<]*/g)).toEqual([
		expect.stringMatching(/value="approve".*>Yes$/),
		expect.stringMatching(/value="disapprove".*>No$/),
	]);
	expect(page).not.toMatch(/<script|<img|<link|https?:/);
	expect(headers).toMatchObject({
		'Cache-Control': 'no-store',
		'Referrer-Policy': 'no-referrer',
		'X-Robots-Tag': 'noindex, nofollow',
		'Content-Security-Policy': expect.stringContaining("default-src 'none'"),
	});
});

test.each([
	['nothing', {}, ''],
	['a button that is not there', onlyYes, 'disapprove'],
	['an empty text', freeText, ' \r\n'],
	['a text that is too long', freeText, 'x'.repeat(4001)],
])('an answer that the form cannot send ends no wait: %s', async (_, parameters, answer) => {
	const execution = await scene.run({ ...ask, ...parameters }, thursday);

	const visited = await visit(execution, answer);

	expect(visited).toMatchObject({ status: 400, answer: undefined });
	expect(visited.page).toContain('Your answer was not sent. Please check it, and send it again.');
});

test('a text of the greatest length is taken, however its lines end', async () => {
	const execution = await scene.run({ ...ask, ...freeText }, thursday);
	const lines = Array.from({ length: 400 }, () => 'x'.repeat(9));

	const [output] = await outputAfter(execution, `${lines.join('\r\n')}!`);

	expect(output!.text).toBe(`${lines.join('\n')}!`);
});

test('in a loop, the link of an earlier question does not answer a later one', async () => {
	const input = [{ json: { day: 'Thursday' } }, { json: { day: 'Friday' } }];
	const first = await scene.engine.run(loopWorkflow(1, ask), {
		credentials: scene.credentials(),
		input,
	});
	const firstLink = link();
	const second = await scene.engine.resume(first, (await visit(first, 'approve')).answer);
	expect(second.status).toBe('waiting');

	const late = await visit(second, 'approve', firstLink);

	expect(late).toMatchObject({ status: 410, answer: undefined });
	expect(late.page).toContain('no longer valid');
	expect((await visit(second)).page).toContain('Is Friday fine?');
	const done = await scene.engine.resume(second, (await visit(second, 'approve')).answer);
	expect(done.status).toBe('success');
	expect(done.items('Loop Over Items').map(({ json }) => json.approved)).toEqual([true, true]);
});

describe('with a template', () => {
	const template = {
		resource: 'template',
		operation: 'sendAndWait',
		channelId: { __rl: true, mode: 'id', value: '11' },
		customerPhone: '+12025550123',
		message: 'Shall we leave it at the door?',
	};

	test('a variable takes the link, and the others their values', async () => {
		const execution = await scene.run({
			...template,
			templateId: '107',
			linkVariable: '3',
			variables: {
				mappingMode: 'defineBelow',
				value: { 1: 'A-1001', 3: null },
				schema: [{ id: '1' }, { id: '3' }],
			},
		});

		const { request } = scene.sandbox.accepted[0]!;
		const { attributes } = request.body as { attributes: Record<string, string> };
		expect(attributes).toEqual({ 1: 'A-1001', 3: expect.stringMatching(/^http:\S+$/) });
		expect((await visit(execution, undefined, attributes[3])).page).toContain(
			'Shall we leave it at the door?',
		);
		const { answer } = await visit(execution, 'approve', attributes[3]);
		expect((await scene.engine.resume(execution, answer)).items(NODE_NAME)).toMatchObject([
			{ json: { responded: true, approved: true } },
		]);
	});

	test.each([
		["'Link Variable Name or ID' is empty", '={{ $json.missing }}'],
		["the template '109' has no such variable in its text or buttons", '2'],
	])('%s is said before anything is sent', async (words, linkVariable) => {
		const parameters = { specifyVariables: 'json', variablesJson: '{ "1": "A" }' };
		const { error } = await scene.run({
			...template,
			...parameters,
			templateId: '109',
			linkVariable,
		});
		expect(error?.message).toContain(words);
		expect(scene.sandbox.accepted).toEqual([]);
	});
});

describe('a message is sent once', () => {
	test('a try that could not send it is followed by one that does, and waits', async () => {
		scene.sandbox.faults.add({ times: 1, fault: { kind: 'status', status: 400 } });

		const execution = await scene.run(ask, thursday, retrying(2));

		expect(execution.status).toBe('waiting');
		expect(scene.sandbox.accepted).toHaveLength(1);
		expect(await outputAfter(execution, 'approve')).toMatchObject([{ approved: true }]);
	});

	test.each([
		['sent again, with a link to the retry', 'sendAgain', { status: 'waiting' }, ['5001', '5001']],
		[
			'not waited for, as its link leads to the execution that failed',
			'treatAsSent',
			{
				status: 'error',
				error: { message: expect.stringContaining('its link belongs to that execution') as string },
			},
			['5001'],
		],
	])(
		'one whose outcome is unknown, in a retry from the list: %s',
		async (_, unknownOutcome, expected, recipients) => {
			scene.sandbox.faults.add({ times: 1, fault: { kind: 'resetAfterBody' }, accepts: true });
			const failed = await scene.run(ask, thursday);
			expect(failed.status).toBe('error');

			const retried = await scene.engine.retry(failed, {
				workflow: messagingWorkflow({ ...ask, options: { unknownOutcome } }),
			});

			expect(retried).toMatchObject(expected);
			expect(scene.sandbox.accepted.map(({ recipient }) => recipient)).toEqual(recipients);
		},
	);

	test('a message that failed is not waited for', async () => {
		scene.sandbox.faults.add({ fault: { kind: 'status', status: 400 } });

		const execution = await scene.run(ask, thursday, continuing);

		expect(execution.status).toBe('success');
		expect(execution.items(NODE_NAME)).toMatchObject([{ json: { error: expect.any(String) } }]);
	});
});

test.each<[string, IDataObject, string]>([
	['no question', { message: ' ' }, "'Message' is empty"],
	['nothing but the link', { message: '{link}' }, "'Message' contains nothing but the link"],
	[
		'no language',
		{ options: { pageLanguage: 'English please' } },
		"'Page Language' is 'English please'",
	],
	[
		'a time that has passed',
		until({ limitType: 'atSpecifiedTime', maxDateAndTime: '2020-01-01' }),
		"'Limit Wait Time' has already run out",
	],
	[
		'a time that is none',
		until({ limitType: 'atSpecifiedTime', maxDateAndTime: 'soon' }),
		"'Max Date and Time' under 'Limit Wait Time' is 'soon'",
	],
	[
		'an amount that is none',
		until({ resumeAmount: 'long' }),
		"'Amount' under 'Limit Wait Time' is 'long', which is not a number",
	],
	[
		'an amount that no calendar has',
		until({ resumeAmount: 1e9, resumeUnit: 'days' }),
		"'Amount' under 'Limit Wait Time' is '1000000000', which is too far in the future",
	],
	// As text, n8n's database would have 12025 before 2026.
	[
		'a date with more than four digits in its year',
		until({ limitType: 'atSpecifiedTime', maxDateAndTime: '+012025-01-31T18:00:00' }),
		"'Max Date and Time' under 'Limit Wait Time' is '+012025-01-31T18:00:00', which is too far in the future",
	],
])('refused before anything is sent: %s', async (_, parameters, message) => {
	const execution = await scene.run({ ...ask, message: 'Fine?', ...parameters });

	expect(execution.error?.message).toContain(message);
	expect(scene.sandbox.requests).toEqual([]);
});

describe('a node of any name', () => {
	const named = (name: string) => {
		const { nodes, ...workflow } = messagingWorkflow({ ...ask, message: 'Fine?' });
		const start = { node: name, type: 'main', index: 0 };
		return {
			...workflow,
			nodes: [nodes[0]!, { ...nodes[1]!, name }],
			connections: { Start: { main: [[start]] } },
		};
	};
	const run = async (name: string) =>
		await scene.engine.run(named(name), {
			credentials: scene.credentials(),
			mode: 'webhook',
		});

	test.each(['constructor', 'prototype', 'isProxy', 'Line\u2028separator', 'Line\u2029separator'])(
		'whose page n8n could not show is refused before anything is sent: %j',
		async (name) => {
			const { error } = await run(name);
			expect(error).toMatchObject({
				message: `n8n could not show the answer page of a node called '${name}'`,
				description: expect.stringMatching(/^Rename the node/) as string,
			});
			expect(scene.sandbox.requests).toEqual([]);
		},
	);

	test.each([
		...['Ask', '{{ 1 }}', '}}', '{', '"quoted"', "it's", '`${1}`', 'back\\slash\\', '\\u007b'],
		...['😀', 'half \ud83c', 'line\nbreak', '\t', 'a\u0000b', '\u202eright to left', '=1', ' Ask '],
		...['toString', 'context', 'length', '0', '$json', 'then', 'toJSON', '__proto__', '//', '*/'],
		...['constructor ', '.constructor', '[constructor]', '$node["x"]', 'x'.repeat(5000)],
	])('can be answered, or is refused before anything is sent: %j', async (name) => {
		const execution = await run(name);
		if (execution.status !== 'waiting') {
			// Under some names n8n can run no node at all.
			return expect(scene.sandbox.requests).toEqual([]);
		}
		expect((await visit(execution)).page).toContain('Fine?');
		const { answer } = await visit(execution, 'approve');
		expect((await scene.engine.resume(execution, answer)).status).toBe('success');
	});
});

test('who gives several items is told how to ask all at once without losing the answers', async () => {
	const execution = await scene.run(ask, [...thursday, ...thursday]);

	expect(execution.error?.message).toContain('There are 2 items');
	expect(scene.sandbox.requests).toEqual([]);
	expect(execution.error?.description).toContain("'Loop Over Items'");
	expect(execution.error?.description).toContain("switch off 'Wait For Sub-Workflow Completion'");
});

test('an address of n8n that the customer cannot open is refused', async () => {
	const execution = await scene.run(
		ask,
		thursday,
		{},
		{ credentials: scene.credentials({ baseUrl: 'https://hub.example.com' }) },
	);

	expect(execution.error?.message).toContain(
		"this n8n says that its address is 'http://localhost:5678'",
	);
	expect(execution.error?.description).toContain('WEBHOOK_URL');
});

test('a question whose message key was sent before is not asked again, nor waited for', async () => {
	const keyed = { ...ask, options: { messageKey: 'appointment-1' } };
	expect((await scene.run(keyed, thursday)).status).toBe('waiting');
	const again = await scene.run(keyed, thursday);
	expect(again.status).toBe('success');
	expect(again.items(NODE_NAME).map(({ json }) => json)).toEqual([
		{
			recipient: '5001',
			status: 'skipped',
			skipped: true,
			reason: 'alreadySent',
			messageKey: 'appointment-1',
		},
	]);
	expect(scene.sandbox.accepted).toHaveLength(1);
});
