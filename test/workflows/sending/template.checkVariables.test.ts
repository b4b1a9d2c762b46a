import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { NODE_NAME, useScene } from '../../support/scene';

const scene = useScene({ withoutList: true });

/** A send whose template and values come from the item: `{ template, values }`. */
const send = {
	...OPERATIONS['template.send'],
	templateId: '={{ $json.template }}',
	customerPhone: '={{ "+120255501" + String(10 + $itemIndex % 90) }}',
	specifyVariables: 'json',
	variablesJson: '={{ $json.values }}',
	options: { checkVariables: true },
};

async function run(parameters: IDataObject, items: Array<IDataObject | INodeExecutionData>) {
	const execution = await scene.run(parameters, items);
	return {
		message: execution.error?.message,
		description: execution.error?.description,
		hints: execution.hints(NODE_NAME),
	};
}

const requestsOf = (operation: string) =>
	scene.sandbox.requests.filter((request) => request.operation === operation);

const reads = () =>
	requestsOf('template.get').map(
		({ query }) => `${String(query.platform_id)}/${String(query.template_id)}`,
	);

function nothingWasSent() {
	expect(requestsOf('template.send')).toEqual([]);
	expect(requestsOf('template.sendWithFile')).toEqual([]);
}

test('every item is checked, so one that does not fit at the end keeps the first from leaving', async () => {
	const items = Array.from({ length: 60 }, (_, index) => ({
		template: '108',
		values: index === 59 ? {} : { 1: `drill ${index}` },
	}));
	const { message, description } = await run(send, items);
	nothingWasSent();
	expect(message).toBe(
		"The message does not fit the template 'header_variable_only': variable '1' has no value [item 59, …0169]",
	);
	expect(description).toBe(
		"Nothing was sent. The template has these variables: 1: Ticket ___. To send the other items all the same, set 'On Error' in the node's settings to 'Continue (using error output)'.<br>Number: +12025550169.",
	);
});

test('a file that does not fit the header is refused, and the variables that are missing are named with it', async () => {
	const data = await scene.engine.storeBinary(Buffer.from('a'), 'letter.txt', 'text/plain');
	const item = { json: { template: '102', values: {} }, binary: { data } };
	const withFile = { operation: 'sendWithFile', binaryPropertyName: 'data', options: {} };
	const { message, description } = await run({ ...send, ...withFile }, [item]);
	expect(message).toContain(
		"variable '1' has no value; variable '2' has no value; 'letter.txt' is a document, and the template shows an image",
	);
	expect(description).toMatch(/^The message was not sent\. The template has these variables: /);
	nothingWasSent();
});

describe('the template is read', () => {
	test('once for each channel and template, however many items and executions there are', async () => {
		const items = Array.from({ length: 100 }, (_, index) => ({
			template: index % 2 === 0 ? '108' : 109,
			channel: index % 4 < 2 ? 11 : '12',
			values: { 1: 'a' },
		}));
		const channelId = { __rl: true, mode: 'id', value: '={{ $json.channel }}' };
		const each = ['11/108', '11/109', '12/108', '12/109'];
		for (let executions = 1; executions <= 2; executions++) {
			expect((await run({ ...send, channelId }, items)).message).toBeUndefined();
			expect(reads().sort()).toEqual(each);
		}
		expect(scene.sandbox.accepted).toHaveLength(200);
	});

	test.each([1, 3])('never more than %i at once, the parallel limit', async (parallelSends) => {
		let respond = () => {};
		const together = new Promise<void>((resolve) => (respond = resolve));
		// However busy the machine is, none is answered before as many have come as may be under way at once.
		scene.latency = async () => {
			if (requestsOf('template.get').length === parallelSends) respond();
			await together;
			return 20;
		};
		const templates = [101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111, 112];
		await run(
			{ ...send, options: { checkVariables: true, parallelSends } },
			templates.map((template) => ({ template, values: {} })),
		);
		nothingWasSent();
		expect(requestsOf('template.get')).toHaveLength(templates.length);
		expect(scene.sandbox.inFlightPeak).toBe(parallelSends);
	});
});

test('one look-up that fails is enough for all items, which are sent, and for one hint', async () => {
	scene.sandbox.faults.add({ operation: 'template.get', fault: { kind: 'resetAfterBody' } });
	const items = Array.from({ length: 25 }, () => ({ template: '108', values: { 1: 'a' } }));
	const { message, hints } = await run(send, items);
	expect(message).toBeUndefined();
	expect(requestsOf('template.send')).toHaveLength(items.length);
	expect(reads()).toHaveLength(1);
	expect(hints).toHaveLength(1);
});
