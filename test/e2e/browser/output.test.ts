import { expect, test } from '@playwright/test';

import { books } from '../stage/books';
import {
	closeNode,
	executeNode,
	field,
	openNode,
	useBrowser,
	openWorkflow,
	page,
	shownError,
} from '../stage/browser';
import { takePicture } from '../stage/picture';
import { manualTrigger, messagingNode, spread, to } from '../stage/workflows';

const send = {
	resource: 'template',
	operation: 'send',
	channelId: { __rl: true, mode: 'id', value: '11' },
	templateId: { __rl: true, mode: 'id', value: '105' },
	specifyVariables: 'json',
	variablesJson: '{}',
};

useBrowser(async () => {
	const one = { ...messagingNode({ ...send, customerPhone: '202 555 0123' }), name: 'One' };
	const toEach = { ...send, customerPhone: '={{ $json.phone }}' };
	const each = { ...messagingNode(toEach, { onError: 'continueErrorOutput' }), name: 'Each' };
	await openWorkflow({
		name: 'Output',
		nodes: spread([manualTrigger(), one, each]),
		connections: { Start: { main: [to('One', 'Each')] } },
		pinData: {
			Start: ['202 555 0101', '+12025550102', '202 555 0103'].map((phone) => ({ json: { phone } })),
		},
	});
});
test.afterEach(closeNode);

test('an error stands in the output, with what to do', async () => {
	await openNode('One');

	await executeNode();
	const national = await shownError("'Customer Phone'");
	expect(national[0]).toContain("'…0123' has no plus sign and country code");
	expect(national[1]).toMatch(
		/Choose a 'Default Country' under 'Options'[^]*\nNumber: 202 555 0123\.$/,
	);
	expect(await books.requests()).toEqual([]);

	await field('customerPhone').fill('+12025550123');
	await books.addFault({
		operation: 'template.send',
		fault: { kind: 'resetAfterBody' },
		accepts: true,
	});
	await executeNode();
	const unknown = await shownError('Outcome unknown');
	expect(unknown[0]).toMatch(/^Outcome unknown, the message to …0123 may have arrived/);
	expect(unknown[1]).toContain(
		"Look up the message to +12025550123 in the service's dashboard: if it arrived, set 'If Outcome Is Unknown'",
	);
});

test('the summary of a run stands above its output', async () => {
	await openNode('Each');
	await executeNode();
	await page.getByText('1 of 3 messages sent, 2 not sent.').click();
	await expect(page.getByTestId('node-hint-message')).toHaveCount(2);
	await takePicture(page, 'summary', { x: 851, y: 112, width: 404, height: 190 });
});
