import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import type { WorkflowNode } from '../../dev/editor/restInterface';
import { readExample, sandboxCredentials } from '../../dev/sandbox/example';
import { OPERATIONS } from '../support/operations';
import { messagingNode, useScene } from '../support/scene';
import { line, manualTrigger, node } from '../support/workflowNodes';

const scene = useScene();

const [, page = ''] = readFileSync(path.join(__dirname, '../../docs/replies.md'), 'utf8')
	.replace(/\s+/g, ' ')
	.split(' ## STOP ');

/** What the page says to enter behind these words, which is an expression. */
function entered(words: string): string {
	const [, expression] = new RegExp(`${words} \`({{ .+? }})\``).exec(page)!;
	return `=${expression}`;
}

/** The node that lets through who is not in the table with a STOP, by a column. */
const wantsMessages = (keyName: string): WorkflowNode =>
	node('If Row Does Not Exist', 'n8n-nodes-base.dataTable', 1.1, {
		operation: 'rowNotExists',
		dataTableId: { __rl: true, mode: 'name', value: 'Customers' },
		matchType: 'allConditions',
		filters: {
			conditions: [
				{ keyName, keyValue: entered(`\`${keyName}\` is equal to`) },
				{ keyName: 'stopped', keyValue: 'yes' },
			],
		},
	});

const preview = (parameters: IDataObject = {}): WorkflowNode => ({
	...messagingNode({ ...OPERATIONS['template.preview'], ...parameters }),
	name: 'Preview',
});

const customerPhone = entered('take the number from \\*Preview\\*:');

const CUSTOMERS = [1, 2, 3].map((one) => ({
	...{ customer: `500${one}`, phone: `+1202555010${one}` },
}));

/** The first writes STOP, the second is in the table for another reason, and the third is not in it. */
beforeEach(async () => {
	const [first, second] = [1, 2].map((one) => ({ id: 5000 + one, phone: `1202555010${one}` }));
	for (const [file, startNode, customer] of [
		['replies', 'Message Received', { ...first, last_message_text: 'STOP' }],
		['phone-to-customer-id', 'Customer Created', second],
	] as const) {
		const body = { action: 'customer_created', channel: { type: 'whatsapp' }, customer };
		await scene.engine.run(readExample(`${file}.json`), {
			...{ credentials: sandboxCredentials(scene.sandbox), mode: 'webhook', startNode },
			input: [{ json: { headers: {}, params: {}, query: {}, body } }],
		});
	}
	scene.sandbox.reset();
});

/** Who gets a message if the nodes run over items, one after the other. */
async function reached(nodes: WorkflowNode[], items: IDataObject[]): Promise<string[]> {
	const execution = await scene.runWorkflow(line('STOP', [manualTrigger(), ...nodes]), items);
	expect(execution.error).toBeUndefined();
	return scene.sandbox.accepted.map(({ recipient }) => recipient).sort();
}

test('who wrote STOP gets no template, and everybody else does', async () => {
	const send = messagingNode({
		...{ ...OPERATIONS['template.send'], customerPhone },
		messageKey: "={{ $('Start').item.json.customer }}-sale",
	});
	const nodes = [preview(), wantsMessages('phone'), send];
	expect(await reached(nodes, CUSTOMERS)).toEqual(['+12025550102', '+12025550103']);
});

test("the send has its item's file", async () => {
	const nodes = [
		node('Invoice to File', 'n8n-nodes-base.convertToFile', 1.1, {
			...{ operation: 'toBinary', sourceProperty: 'pdf', binaryPropertyName: 'invoice' },
			options: { fileName: '={{ $json.customer }}.pdf' },
		}),
		preview({ customerPhone: "={{ $('Start').item.json.phone }}" }),
		wantsMessages('phone'),
		messagingNode({
			...{ ...OPERATIONS['template.sendWithFile'], customerPhone },
			binaryPropertyName: entered('as \\*Input Data Field Name\\*, enter'),
		}),
	];
	const items = CUSTOMERS.map((one) => ({ ...one, pdf: 'JVBERi0xLjQK' }));
	await reached(nodes, items);
	const files = scene.sandbox.accepted.map(
		({ recipient, content }) => `${recipient} ${content.header?.file?.fileName}`,
	);
	expect(files.sort()).toEqual(['+12025550102 5002.pdf', '+12025550103 5003.pdf']);
});

test('who wrote STOP gets no text, and everybody else does', async () => {
	const nodes = [wantsMessages('customer'), messagingNode(OPERATIONS['message.sendText'])];
	const typed = CUSTOMERS.map(({ customer }) => ({ customer: ` ${customer}` }));
	const items = [...CUSTOMERS, ...typed];
	expect(await reached(nodes, items)).toEqual(['5002', '5002', '5003', '5003']);
});
