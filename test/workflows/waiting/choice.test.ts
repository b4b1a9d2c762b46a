import { outputOf, useScene } from '../../support/scene';
import { OPERATIONS } from '../../support/operations';

const scene = useScene();

const ask = async (labels: unknown[], item = {}) =>
	await scene.run(
		{
			...OPERATIONS['message.sendAndWait'],
			customerId: '5001',
			responseType: 'choice',
			choices: { values: labels.map((label) => ({ label })) as object[] },
		},
		[item],
	);

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `Answer ${index}`);

const LIST = '={{ $json.slots }}';

test.each([
	[['Thursday', 'Friday at 9', ' <Neither> '], ['Thursday', 'Friday at 9', '&lt;Neither&gt;'], 1],
	[[LIST, 'Neither', '={{ $json.hours + 1 }}'], ['Monday', '5', 'Neither', '10'], 0],
	[numbers(10), numbers(10), 9],
	// The form begins with two labels.
	[[LIST, ''], ['Monday', '5'], 1],
	[['', ' ', ...numbers(2)], numbers(2), 0],
])(
	'of the labels %j each is a button, and the one that was pressed comes out',
	async (labels, buttons, choiceIndex) => {
		const waiting = await ask(labels, { slots: ['Monday', 5], hours: 9 });
		expect(waiting.status).toBe('waiting');
		const { page } = await scene.visit(waiting);
		expect(Array.from(page.matchAll(/<button[^>]*>([^<]*)/g), ([, label]) => label)).toEqual(
			buttons,
		);

		const execution = await scene.answer(waiting, { answer: String(choiceIndex) });

		const pressed = { choice: buttons[choiceIndex], choiceIndex };
		expect(outputOf(execution)).toEqual([
			{
				responded: true,
				...pressed,
				data: pressed,
				recipient: '5001',
				messageId: `report-${scene.sandbox.accepted[0]!.id}`,
				customerId: 5001,
				respondedAt: expect.stringMatching(/^\d{4}-.*Z$/),
			},
		]);
	},
);

test.each([
	['nothing', {}],
	['one that is not there', { answer: '2' }],
	['the words of a button', { answer: 'Answer 0' }],
	['a button with something beside it', { answer: '1', other: '0' }],
])('an answer that no button sends ends no wait: %s', async (_, sent) => {
	const visited = await scene.visit(await ask(numbers(2)), sent);
	expect(visited).toMatchObject({ status: 400, answer: undefined });
});

test.each<[string, unknown[], string]>([
	['none', [], "'Choices' has 0 labels"],
	['two that are left empty', ['', ''], "'Choices' has 0 labels"],
	['one', numbers(1), "'Choices' has 1 label"],
	['one beside one that is left empty', ['Yes', ''], "'Choices' has 1 label"],
	['eleven', numbers(11), "'Choices' has 11 labels"],
	['two that are equal', ['Yes', 'No', ' Yes'], "'Choices' has 'Yes' twice"],
	['two that the page shows alike', ['At  9', 'At\n9'], "'Choices' has 'At\n9' twice"],
	['an empty one in a list', ["={{ ['Yes', ''] }}"], "'Choices': label 2 is empty"],
	['a boolean', ['={{ false }}', 'No'], "'Choices': label 1 is false, not a text"],
	['a field that is missing', ['={{ $json.missing }}', 'No'], "'Choices': label 1 is empty"],
])('refused before anything is sent: %s', async (_, labels, message) => {
	const { error } = await ask(labels);

	expect(error?.message).toContain(message);
	expect(scene.sandbox.requests).toEqual([]);
});
