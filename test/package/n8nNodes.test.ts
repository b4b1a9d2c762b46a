import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import type { WorkflowNode } from '../../dev/editor/restInterface';
import { readExample, sandboxCredentials } from '../../dev/sandbox/example';
import { nodeFromPage } from '../support/nodeFromPage';
import { OPERATIONS } from '../support/operations';
import { messagingNode, useScene } from '../support/scene';
import { line, manualTrigger } from '../support/workflowNodes';

const scene = useScene();

const page = (name: string): string =>
	readFileSync(path.join(__dirname, '../../docs', name), 'utf8');

/** The numbered steps below a heading of a page, each in one line. */
function stepsOf(pageName: string, heading: string): string[] {
	const section = page(pageName)
		.split(/^##+ /m)
		.find((one) => one.startsWith(`${heading}\n`))!;
	return Array.from(section.matchAll(/^\d\. (.+(?:\n +.+|\n)*)/gm), ([, step]) =>
		step!.replace(/\s+/g, ' '),
	);
}

/** Runs an example on what a webhook was called with. */
async function call(fileName: string, startNode: string, body: IDataObject): Promise<void> {
	await scene.engine.run(readExample(fileName), {
		...{ credentials: sandboxCredentials(scene.sandbox), mode: 'webhook', startNode },
		input: [{ json: { headers: {}, params: {}, query: {}, body } }],
	});
	scene.sandbox.reset();
}

/** Who gets a message if the nodes run over items, one after the other. */
async function reached(nodes: WorkflowNode[], items: IDataObject[]): Promise<string[]> {
	const execution = await scene.runWorkflow(line('Page', [manualTrigger(), ...nodes]), items);
	expect(execution.error).toBeUndefined();
	return scene.sandbox.accepted.map(({ recipient }) => recipient).sort();
}

describe('STOP', () => {
	const [preview, lookUp] = stepsOf('replies.md', 'STOP') as [string, string];
	const [number] = /\{\{ \$\('Preview'\).+? \}\}/.exec(page('replies.md'))!;
	const [inBrackets, forTexts] = / \(For texts, (.+?)\)/.exec(lookUp)!;
	const forTemplates = lookUp.replace(inBrackets, '');

	const CUSTOMERS = [1, 2, 3].map((one) => ({
		...{ customer: `500${one}`, phone: `+1202555010${one}` },
	}));

	// The first writes STOP, the second is in the table for another reason, and the third is not in it.
	beforeEach(async () => {
		const event = { action: 'customer_created', channel: { type: 'whatsapp' } };
		const [first, second] = [1, 2].map((one) => ({ id: 5000 + one, phone: `1202555010${one}` }));
		await call('replies.json', 'Message Received', {
			...event,
			customer: { ...first, last_message_text: 'STOP' },
		});
		await call('phone-to-customer-id.json', 'Customer Created', { ...event, customer: second });
	});

	test('leaves out of the templates who wrote it, and nobody else', async () => {
		expect(preview).toContain('*Customer Messaging → Template → Preview*, renamed *Preview*');
		const nodes = [
			{ ...messagingNode(OPERATIONS['template.preview']), name: 'Preview' },
			nodeFromPage(scene.engine, forTemplates),
			messagingNode({
				...OPERATIONS['template.send'],
				customerPhone: `=${number}`,
			}),
		];
		expect(await reached(nodes, CUSTOMERS)).toEqual(['+12025550102', '+12025550103']);
	});

	test('leaves out of the texts who wrote it, and nobody else', async () => {
		const condition = /`phone` is equal to `[^`]+`/;
		const nodes = [
			nodeFromPage(
				scene.engine,
				forTemplates.replace(condition, () => forTexts!),
			),
			messagingNode(OPERATIONS['message.sendText']),
		];
		expect(await reached(nodes, CUSTOMERS)).toEqual(['5002', '5003']);
	});
});
