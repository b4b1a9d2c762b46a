import { expect, test } from '@playwright/test';

import type { WorkflowNode } from '../../../dev/editor/restInterface';
import { closeNode, field, openNode, openWorkflow, page, useBrowser } from '../stage/browser';
import { takePicture } from '../stage/picture';
import { giving, manualTrigger, messagingNode, spread, to } from '../stage/workflows';

const template = {
	resource: 'template',
	operation: 'send',
	channelId: { __rl: true, mode: 'id', value: '11' },
	templateId: { __rl: true, mode: 'id', value: '105' },
	customerPhone: '={{ $json.phone }}',
};

const text = { resource: 'message', customerId: '={{ $json.customer }}' };

const otherValues = {
	mappingMode: 'defineBelow',
	value: { 1: 'Customer 1', forTemplate: '["11","104"]' },
	schema: [{ id: '1', displayName: '1: Dear ___', required: true, display: true, type: 'string' }],
};

const filledIn = { ...template, customerPhone: '+4917012345678', variables: otherValues };

const FILLED_IN = ['send', 'sendWithFile', 'sendAndWait', 'preview'];

const named = (name: string, parameters: object): WorkflowNode => ({
	...messagingNode(parameters),
	name,
});

const KEY_OF_A_RUN = '={{ $json.customer }}-{{ $execution.id }}';

const customer = { customer: 5001, phone: '0170 1234567' };

const ALL_ITEMS = /^This messages the customers of all items\./;
const NO_COUNTRY_CODE = /^The first 'Customer Phone' has no plus sign and country code/;
const ANOTHER_TEMPLATE = /^'Values to Send' was not filled in for this template/;
const ONE_ANSWER = /^One execution waits for one answer/;
const NEW_KEY = /^'Message Key' has \$execution\.id, a time or a random number in it/;
const FIXED = /^'Message' has an expression, but is set to 'Fixed'/;
const OF_N8N = /^This action will run only once, for the first input item/;

useBrowser(async () => {
	const three = giving('Three', customer);
	Object.assign(three.parameters as object, { duplicateItem: true, duplicateCount: 2 });
	await openWorkflow({
		name: 'Hints',
		nodes: spread([
			manualTrigger(),
			three,
			named('Template', template),
			named('Text', { ...text, operation: 'sendText', text: 'Hello' }),
			named('Preview', { ...template, operation: 'preview' }),
			named('Question', { ...text, operation: 'sendAndWait', message: 'Is it fine?' }),
			...FILLED_IN.map((operation) => named(`Filled in: ${operation}`, { ...filledIn, operation })),
			named('Key', { ...text, operation: 'sendText', text: 'Hello', messageKey: KEY_OF_A_RUN }),
			giving('One', customer),
			named('One question', { ...text, operation: 'sendAndWait', message: 'Is it fine?' }),
			named('Fixed question', { ...text, operation: 'sendAndWait', message: '{{ $json.day }}?' }),
			named('One text', { ...text, operation: 'sendText', text: 'Hello' }),
		]),
		connections: {
			Start: { main: [to('One')] },
			One: { main: [to('Three', 'One question', 'Fixed question', 'One text')] },
			Three: {
				main: [
					to(
						'Template',
						'Text',
						'Preview',
						'Question',
						'Key',
						...FILLED_IN.map((operation) => `Filled in: ${operation}`),
					),
				],
			},
		},
	});
	// The hints are about the items of the nodes before, so these have to run.
	await openNode('Text');
	await expectHints();
	await page.getByTestId('execute-previous-node').click();
	await expectHints(ALL_ITEMS);
	await closeNode();
});
test.afterEach(closeNode);

/** What stands above the output before the node runs. */
async function expectHints(...hints: RegExp[]): Promise<void> {
	await expect(page.getByTestId('output-panel').getByTestId('node-hint')).toHaveText(hints);
}

test('that all customers get a message, and that a number lacks its country, until it is not so', async () => {
	await openNode('Template');
	await expectHints(ALL_ITEMS, NO_COUNTRY_CODE);
	await takePicture(page, 'hints-template');

	await field('testRecipient').fill('+12025550123');
	await expectHints(NO_COUNTRY_CODE);
	await field('testRecipient').fill('');
	await expectHints(ALL_ITEMS, NO_COUNTRY_CODE);
});

for (const [node, hints] of [
	['Text', [ALL_ITEMS]],
	['Preview', [NO_COUNTRY_CODE]],
	['Question', [ONE_ANSWER, OF_N8N]],
	['Filled in: send', [ALL_ITEMS, ANOTHER_TEMPLATE]],
	['Filled in: sendWithFile', [ALL_ITEMS, ANOTHER_TEMPLATE]],
	['Filled in: sendAndWait', [ANOTHER_TEMPLATE, ONE_ANSWER, OF_N8N]],
	['Filled in: preview', [ANOTHER_TEMPLATE]],
	['Key', [ALL_ITEMS, NEW_KEY]],
	['One question', []],
	['Fixed question', [FIXED]],
	['One text', []],
] as const)
	test(`nothing but what is so: ${node}`, async () => {
		await openNode(node);
		await page.getByTestId('ndv-input-panel').getByText('5001').first().waitFor();
		await expectHints(...hints);
		await takePicture(page, `hints-${node}`);
	});
