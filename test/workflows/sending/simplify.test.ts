import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { answering, outputOf, useScene } from '../../support/scene';
import { inFields } from '../../support/variables';
import { refuse, sends, sendText } from '../sends';

const scene = useScene();

/** What a service answered and the output that comes of it, for each operation that sends. */
async function output(
	send: (typeof sends)[number],
	answer?: IDataObject,
	simplify?: boolean,
): Promise<IDataObject> {
	if (answer !== undefined) scene.sandbox.faults.add({ fault: answering(200, answer) });
	const parameters = { ...send.parameters(), simplify };
	const execution = await scene.run(parameters, [send.item('mark', send.recipient(1))]);
	expect(execution.error).toBeUndefined();
	return outputOf(execution)[0]!;
}

describe.each(sends)('$operation', (send) => {
	const recipient = send.recipient(1);
	/** A template's text is known only where it is compared with the template. */
	const text = {
		'message.sendText': 'mark',
		'message.sendAttachment': 'https://files.example/mark',
	}[send.operation as string];
	const sent = text === undefined ? {} : { text };
	/** A message of a new template, which WhatsApp holds back. */
	const held = { id: 'b', message_status: 'held_for_quality_assessment' };

	test('gives what matters of the service’s answer, as it is and once it is known', async () => {
		const shown = await output(send);
		const { id, time } = scene.sandbox.accepted[0]!;
		const acknowledged = { recipient, status: 'ongoing', ...sent };
		expect(shown).toEqual(
			send.operation === 'template.sendWithFile'
				? acknowledged
				: {
						...acknowledged,
						messageId: `report-${id}`,
						messageStatus: 'ongoing',
						customerId: expect.any(Number) as number,
						...(send.operation === 'template.send' && { templateName: 'header_variable_only' }),
						timestamp: time,
					},
		);
	});

	test.each<[string, IDataObject, IDataObject]>([
		['an ID alone', { id: 'a' }, { messageId: 'a' }],
		['an acknowledgement', { success: true, data: { status: 'x' } }, { status: 'x' }],
		['nothing but success', { success: true }, {}],
		[
			'odd shapes',
			{
				id: 7,
				status: '',
				extra: { report: { messages: 'none' }, customer_id: null },
				later: [1, {}],
			},
			{ messageId: 7 },
		],
		[
			'a report',
			{ id: 'a', extra: { timestamp: 't', report: { messages: [held, { id: 'c' }] } } },
			{ messageId: 'b', messageStatus: held.message_status, timestamp: 't' },
		],
		[
			'empty texts where another field has the value',
			{
				...{ id: 'a', status: '', timestamp: ' ', data: { status: 'ongoing' } },
				extra: { timestamp: 't', report: { messages: [{ id: '' }] } },
			},
			{ messageId: 'a', status: 'ongoing', timestamp: 't' },
		],
	])('of %s leaves out what is not known', async (_case, answer, known) => {
		expect(await output(send, answer)).toEqual({ recipient, ...known, ...sent });
		expect(await output(send, answer, false)).toEqual(answer);
	});
});

test.each([
	['template.send', {}],
	[
		'template.sendWithFile',
		{ binaryPropertyName: '', 'button 1': 'abc', options: { headerType: 'text' } },
	],
] as const)(
	'%s gives the message that was compared with its template, and asks nothing more for it',
	async (operation, more) => {
		const variables = {
			1: '={{ $json.first }}',
			2: 'Friday',
			3: '10:00',
			...('button 1' in more ? { 'button 4': 'x 7' } : { 4: 'x 7' }),
		};
		const parameters = {
			...OPERATIONS[operation],
			options: {},
			...more,
			templateId: '106',
			...inFields(variables),
		};
		const items = ['Ana', 'Bo'].map((first) => ({ first, phone: '+12025550101' }));
		const execution = await scene.run(parameters, items);
		expect(outputOf(execution).map((json) => [Object.keys(json).slice(0, 3), json.text])).toEqual(
			['Ana', 'Bo'].map((first) => [
				['recipient', 'status', 'text'],
				[
					'Your appointment',
					`Hello ${first}, see you on Friday at 10:00.`,
					'Please be there five minutes early',
					'[Confirm] https://clinic.example/appointments/x 7/confirm',
					'[Change] https://clinic.example/appointments/x 7/change',
				].join('\n\n'),
			]),
		);
		expect(scene.sandbox.requests.map((request) => request.operation)).toEqual([
			'template.get',
			operation,
			operation,
		]);
	},
);

test('a retry gives the text that was sent, whatever the item says now', async () => {
	const items = [1, 2].map((item) => sendText.item(`mark ${item}`, sendText.recipient(item)));
	refuse(scene, 2, { times: 1 });
	const parameters = { ...sendText.parameters(), simplify: true };
	const failed = await scene.run(parameters, items);
	expect(failed.error).toBeDefined();
	const retried = await scene.retry(failed, { ...parameters, text: 'Something else' });
	expect(outputOf(retried).map(({ text }) => text)).toEqual(['mark 1', 'Something else']);
});
