import type { IDataObject } from 'n8n-workflow';

import { NODE_NAME, useScene } from '../../support/scene';
import { sends } from '../sends';

const scene = useScene();

/** What a service answered and the output that comes of it, for each operation that sends. */
async function output(
	send: (typeof sends)[number],
	answer?: IDataObject,
	simplify?: boolean,
): Promise<IDataObject> {
	if (answer !== undefined)
		scene.sandbox.faults.add({ fault: { kind: 'status', status: 200, body: answer } });
	const parameters = { ...send.parameters(), simplify };
	const execution = await scene.run(parameters, [send.item('mark', send.recipient(1))]);
	expect(execution.error).toBeUndefined();
	return execution.items(NODE_NAME)[0]!.json;
}

describe.each(sends)('$operation', (send) => {
	const recipient = send.recipient(1);

	test('gives what matters of the service’s answer, as it is and once it is known', async () => {
		const shown = await output(send);
		const { id, time } = scene.sandbox.accepted[0]!;
		const acknowledged = { recipient, status: 'ongoing' };
		expect(shown).toEqual(
			send.operation === 'template.sendWithFile'
				? acknowledged
				: {
						...acknowledged,
						messageId: `report-${id}`,
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
			{ id: 'a', extra: { timestamp: 't', report: { messages: [{ id: 'b' }, { id: 'c' }] } } },
			{ messageId: 'b', timestamp: 't' },
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
		expect(await output(send, answer)).toEqual({ recipient, ...known });
		expect(await output(send, answer, false)).toEqual(answer);
	});
});
