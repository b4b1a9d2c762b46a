import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../../dev/sandbox/sandbox';
import { OPERATIONS } from '../../support/operations';
import { answering, outputOf, useScene } from '../../support/scene';
import { placesOf } from '../../support/secrets';

const scene = useScene();

const NUMBER = '+12025550123';
const OTHER = '+12025550187';

const send = { ...OPERATIONS['template.send'], customerPhone: '={{ $json.phone }}' };

/** What n8n writes into its log, unless it is set to write everything. */
const logged = (): string[] =>
	scene.engine.logged
		.map((line) => JSON.parse(line) as { level: string; message: string })
		.filter(({ level }) => level !== 'debug')
		.map((record) => JSON.stringify(record));

test.each<
	[
		what: string,
		phones: string[],
		message: string,
		inFull: string,
		more: { fault?: Fault; parameters?: IDataObject },
	]
>([
	[
		'a refusal in the words of the service',
		[NUMBER, OTHER],
		'status 400: …0123, or …0123, is unknown',
		`<br>Number: ${NUMBER}.`,
		{ fault: answering(400, { error: `${NUMBER}, or ${NUMBER.slice(1)}, is unknown` }) },
	],
	[
		'a message that may have arrived',
		[NUMBER, OTHER],
		'Outcome unknown, the message to …0123 may have arrived: ',
		`<br>Number: ${NUMBER}.`,
		{ fault: { kind: 'resetAfterBody' } },
	],
	[
		'a number without a country code',
		['202 555 0123', OTHER],
		"'Customer Phone' '…0123' has no plus sign and country code [item 0]",
		'<br>Number: 202 555 0123.',
		{},
	],
	[
		'two numbers in one field',
		[`${NUMBER} / ${OTHER}`, OTHER],
		"'Customer Phone' '…0187' has more than one number in it [item 0]",
		`<br>Number: ${NUMBER} / ${OTHER}.`,
		{},
	],
	[
		'a number in the field for an ID',
		['+1 (202) 555-0123'],
		"'Customer ID' '…0123' is a phone number",
		'<br>Number: +1 (202) 555-0123.',
		{ parameters: { ...OPERATIONS['message.sendText'], customerId: '={{ $json.phone }}' } },
	],
])(
	"%s: the error's message has the last digits, and its description the whole number",
	async (_what, phones, message, inFull, { fault, parameters = send }) => {
		if (fault !== undefined) scene.sandbox.faults.add({ fault });
		const { error } = await scene.run(
			parameters,
			phones.map((phone) => ({ phone })),
		);
		expect(error?.message).toContain(message);
		// n8n logs the user's own mistakes, and has all errors' messages in its events.
		if (fault === undefined) expect(logged().join()).toContain(message);
		expect(error?.description).toContain(inFull);
		expect(placesOf('555', [error?.message, error?.stack, error?.cause, logged()])).toEqual([]);
	},
);

test('an item of the error output, which is in no log, has the whole number', async () => {
	scene.sandbox.faults.add({ fault: { kind: 'resetAfterBody' } });
	const execution = await scene.run(send, [{ phone: NUMBER }], {
		onError: 'continueErrorOutput',
	});
	expect(outputOf(execution, 1)).toMatchObject([
		{
			error: expect.stringContaining(`the message to ${NUMBER} may have arrived`) as string,
			details: { recipient: NUMBER },
		},
	]);
	expect(logged()).toEqual([]);
});
