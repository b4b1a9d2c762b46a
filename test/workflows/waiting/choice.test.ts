import type { IDataObject } from 'n8n-workflow';

import { NODE_NAME, useScene } from '../../support/scene';

const scene = useScene();

const choices = (...labels: unknown[]) => ({
	resource: 'message',
	operation: 'sendAndWait',
	customerId: '5001',
	message: 'When may we come?',
	responseType: 'choice',
	choices: { values: labels.map((label) => ({ label })) } as IDataObject,
});
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `Answer ${index}`);

const link = () => /http\S+$/.exec(scene.sandbox.accepted.at(-1)!.content.body)![0];

async function answered(
	parameters: IDataObject,
	answer: unknown,
	items: IDataObject[] = [{}],
	others: IDataObject = {},
) {
	const execution = await scene.run(parameters, items);
	expect(execution.status).toBe('waiting');
	const visit = (body?: unknown) =>
		scene.engine.visit(execution, {
			method: body === undefined ? 'GET' : 'POST',
			url: link(),
			body,
		});
	const { page } = await visit();
	const { status, answer: output } = await visit({ ...others, answer });
	const buttons = Array.from(page.matchAll(/<button[^>]*>([^<]*)/g), ([, label]) => label);
	if (output === undefined) return { buttons, status };
	const resumed = await scene.engine.resume(execution, output);
	return { buttons, output: resumed.items(NODE_NAME).map(({ json }) => json) };
}

test('each answer is a button in its own words, and the one that was pressed comes out', async () => {
	const { buttons, output } = await answered(
		choices('Thursday at 10', 'Friday at 9', ' <Neither> '),
		'1',
	);

	expect(buttons).toEqual(['Thursday at 10', 'Friday at 9', '&#60;Neither&#62;']);
	const { id } = scene.sandbox.accepted[0]!;
	expect(output).toEqual([
		{
			responded: true,
			choice: 'Friday at 9',
			choiceIndex: 1,
			data: { choice: 'Friday at 9', choiceIndex: 1 },
			recipient: '5001',
			messageId: `report-${id}`,
			customerId: 5001,
			respondedAt: expect.stringMatching(/^\d{4}-.*Z$/),
		},
	]);
});

test('an expression that gives a list makes a button of each entry, beside others', async () => {
	const { buttons, output } = await answered(
		choices('={{ $json.slots }}', 'Neither', '={{ $json.hours + 1 }}'),
		'0',
		[{ slots: ['Thursday', 5, true], hours: 9 }],
	);

	expect(buttons).toEqual(['Thursday', '5', 'true', 'Neither', '10']);
	expect(output).toMatchObject([{ choice: 'Thursday', choiceIndex: 0 }]);
});

test('two answers, and ten, can be asked for', async () => {
	expect(await answered(choices(...numbers(2)), '1')).toMatchObject({
		output: [{ choiceIndex: 1 }],
	});
	expect(await answered(choices(...numbers(10)), '9')).toMatchObject({
		output: [{ choice: 'Answer 9' }],
	});
});

test.each([
	['nothing', undefined],
	['one that is not there', '2'],
	['the words of a button', 'Answer 0'],
	['a number in another spelling', '01'],
	['a number', 0],
	['no number', '-1'],
	['several', ['0', '1']],
	['the name of what every object has', 'constructor'],
])('an answer that no button sends ends no wait: %s', async (_, answer) => {
	expect(await answered(choices(...numbers(2)), answer)).toMatchObject({ status: 400 });
});

test('a button with something beside it ends no wait', async () => {
	const sent = await answered(choices(...numbers(2)), '1', [{}], { other: '0' });
	expect(sent).toMatchObject({ status: 400 });
});

test.each<[string, unknown[], string]>([
	['none', [], "'Choices' has 0 labels"],
	['one', numbers(1), "'Choices' has 1 label"],
	['eleven', numbers(11), "'Choices' has 11 labels"],
	[
		'eleven in a list',
		['={{ Array.from({ length: 11 }, (_, i) => i) }}'],
		"'Choices' has 11 labels",
	],
	['two that are equal', ['Yes', 'No', ' Yes'], "'Choices' has 'Yes' twice"],
	['an empty one', ['Yes', ' '], "'Choices': label 2 is empty"],
	['an empty one in a list', ["={{ ['Yes', ''] }}"], "'Choices': label 2 is empty"],
	['an object', ["={{ [{ slot: 1 }, 'No'] }}"], "'Choices': label 1 is an object"],
	['a field that is missing', ['={{ $json.missing }}', 'No'], "'Choices': label 1 is empty"],
	['half an emoji', ['Yes \ud83c', 'No'], "'Choices': label 1 is not well-formed text"],
])('refused before anything is sent: %s', async (_, labels, message) => {
	const { error } = await scene.run(choices(...labels));

	expect(error?.message).toContain(message);
	expect(scene.sandbox.requests).toEqual([]);
});
