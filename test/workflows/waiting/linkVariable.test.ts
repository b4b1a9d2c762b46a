import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { answering, useScene } from '../../support/scene';

/** The address of this n8n, with which every link begins. */
const N8N = 'http://localhost:5678';

const scene = useScene({ withoutList: true });

describe('how much of the link the variable takes is in the template', () => {
	const button = (value: string, title = 'Answer') => ({ id: 1, type: 'url', title, value });

	/** Asks with a template of this text and these buttons, whose variable 1 takes the link. */
	async function ask(
		body: string,
		buttons: unknown,
		options: IDataObject = {},
		linkVariable = '1',
	) {
		const attributes = [{ attribute: '1' }];
		const fault = answering(200, { id: 109, name: 'question', body, buttons, attributes });
		scene.sandbox.faults.add({ operation: 'template.get', fault });
		return await scene.run({
			...OPERATIONS['template.sendAndWait'],
			...{ templateId: '109', customerPhone: '+12025550123' },
			...{ linkVariable, variablesJson: '', options },
		});
	}

	const LINK =
		/^http:\/\/localhost:5678\/webhook-waiting\/\d+\/messaging\?run=0-\w+&signature=\w+$/;

	test.each<[string, string, unknown, string]>([
		['the text: all of it', 'Answer at {{1}}', [], ''],
		['the text, without buttons: all of it', 'Answer at {{1}}', undefined, ''],
		['a button: its ending', 'Hello', [button(`${N8N}/{{1}}`)], `${N8N}/`],
		[
			'a longer address',
			'Hello',
			[button(`${N8N}/webhook-waiting/{{1}}`)],
			`${N8N}/webhook-waiting/`,
		],
		['capitals in the host', 'Hello', [button('HTTP://LocalHost:5678/{{1}}')], `${N8N}/`],
		['a button that is nothing but the variable', 'Hello', [button('{{1}}')], ''],
		['a text, beside another button', 'At {{1}}', [button('https://shop.example/new')], ''],
	])('%s', async (_, body, buttons, address) => {
		for (const options of [{}, { checkVariables: false }]) {
			scene.sandbox.reset();
			expect((await ask(body, buttons, options)).status).toBe('waiting');
			const { attributes } = scene.sandbox.accepted[0]!.request.body as {
				attributes: Record<string, string>;
			};
			expect(`${address}${attributes[1]}`).toMatch(LINK);
		}
	});

	test.each<[string, string, unknown, string]>([
		[
			'a button that leads elsewhere',
			'Hello',
			[button('https://feedback.example/{{1}}', 'Rate us')],
			"the button 'Rate us' leads to 'https://feedback.example/{{1}}', and not to this n8n",
		],
		['one whose address goes on', 'Hi', [button(`${N8N}/{{1}}/now`)], 'not to this n8n'],
		['one with the variable twice', 'Hi', [button(`${N8N}/{{1}}{{1}}`)], 'not to this n8n'],
		['one without a slash', 'Hi', [button(`${N8N}{{1}}`)], 'not to this n8n'],
		['one on another port', 'Hi', [button('http://localhost/{{1}}')], 'not to this n8n'],
		['one on a host that begins alike', 'Hi', [button('http://localhost:56789/{{1}}')], 'not to'],
		['one on another path', 'Hi', [button(`${N8N}/webhook/{{1}}`)], 'not to this n8n'],
		['one with a query', 'Hi', [button(`${N8N}/?to={{1}}`)], 'not to this n8n'],
		['a button that dials', 'Hi', [button('+1202555{{1}}')], 'not to this n8n'],
		['one with the variable only in its title', 'Hi', [button(`${N8N}/`, '{{1}}')], 'not to this'],
		['one with it in its title, too', 'Hi', [button(`${N8N}/{{1}}`, '{{1}}')], 'several places'],
		['two buttons', 'Hi', [button(`${N8N}/{{1}}`), button(`${N8N}/{{1}}`)], 'in several places'],
		['a button and the text', 'At {{1}}', [button(`${N8N}/{{1}}`)], 'in several places'],
		['a variable that nobody sees', 'Hello', [], 'has no such variable in its text or buttons'],
	])('refused before anything is sent, checked or not: %s', async (_, body, buttons, why) => {
		for (const options of [{}, { checkVariables: false }]) {
			scene.sandbox.reset();
			const { error } = await ask(body, buttons, options);
			expect(error?.message).toMatch(/^'Link Variable Name or ID' is '1', /);
			expect(error?.message).toContain(why);
			expect(scene.sandbox.accepted).toEqual([]);
		}
	});

	test('refused before anything is sent: a variable that the template does not have', async () => {
		const { error } = await ask('At {{1}}', [], {}, '2');
		expect(error?.message).toContain('has no such variable in its text or buttons');
		expect(scene.sandbox.accepted).toEqual([]);
	});

	test.each([{}, { checkVariables: false }])(
		'without the template nothing is sent: %j',
		async (options) => {
			scene.sandbox.faults.add({ operation: 'template.get', fault: { kind: 'html' } });
			const { error } = await ask('', [], options);
			expect(error?.message).toMatch(
				/^A link may belong to a button, so the template '109' has to be read first, which failed: the service returned status 200 with a web page/,
			);
			expect(error?.description).toMatch(/Check 'Base URL' in the credential\.$/);
			expect(scene.sandbox.accepted).toEqual([]);
		},
	);
});
