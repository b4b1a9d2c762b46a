import { readyExample, withInbox } from './exampleWorkflows';

test.each(['quick-start.json', 'appointment-confirmation.json'])(
	'the note of %s leads to the inbox',
	(fileName) => {
		const credential = { id: '1', name: 'Sandbox', type: 'customerMessagingApi' };
		const example = readyExample(fileName, { baseUrl: 'http://127.0.0.1:1' }, credential);
		const { nodes } = withInbox(example, 'http://127.0.0.1:1/inbox');
		const note = expect.stringMatching(/then open \[the inbox\]\(http:\/\/127\.0\.0\.1:1\/inbox\)/);
		expect(nodes[0]).toHaveProperty('parameters.content', note);
	},
);
