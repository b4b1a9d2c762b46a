import { readyExample, withInbox } from './exampleWorkflows';

test.each(['quick-start', 'appointment-confirmation'])('the note of %s has a link', (name) => {
	const credential = { id: '1', name: 'Sandbox', type: 'customerMessagingApi' };
	const example = readyExample(`${name}.json`, { baseUrl: 'http://localhost:1' }, credential);
	const [note] = withInbox(example, 'http://localhost:1/inbox').nodes;
	const linked = expect.stringContaining('then open [the inbox](http://localhost:1/inbox)');
	expect(note).toHaveProperty('parameters.content', linked);
});
