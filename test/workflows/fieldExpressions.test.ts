import type { IDataObject } from 'n8n-workflow';

import { startScene, type Scene } from '../support/scene';

let scene: Scene;
beforeAll(async () => {
	scene = await startScene();
});
afterAll(async () => await scene.stop());
beforeEach(() => scene.sandbox.reset());

const VALUES: unknown[] = [
	'Your order is on its way.',
	'  spaces around  ',
	'',
	' ',
	'={{ $json.other }}',
	'{{ $json.other }}',
	'=text',
	'\n"quotes" and \\ and 🙂',
	5001,
	-0.5,
	0,
	true,
	false,
	null,
	undefined,
	{ mobile: 'an object' },
	['a', 'list'],
];

const items: IDataObject[] = VALUES.map((value) => ({ value, other: 'other', 'a key': { of: value } }) as IDataObject);

/** What a text field comes to for each item: what was sent, or the error. */
async function textsOf(text: string): Promise<unknown[]> {
	scene.sandbox.reset();
	const parameters = { resource: 'message', operation: 'sendText', customerId: '={{ 5001 + $itemIndex }}', text };
	const execution = await scene.run(parameters, items, { onError: 'continueRegularOutput' });
	const sent = new Map(scene.sandbox.requests.map(({ body }) => [(body as IDataObject).customer_id, (body as IDataObject).text]));
	return execution
		.items('Customer Messaging')
		.map(({ json }, index) => ('error' in json ? json : { sent: sent.get(String(5001 + index)) }));
}

test.each([
	['={{ $json.value }}', '={{ ($json.value) }}'],
	['={{$json["value"]}}', '={{ ($json["value"]) }}'],
	["={{ $json['a key'].of }}", "={{ ($json['a key'].of) }}"],
	['={{ $json.missing }}', '={{ ($json.missing) }}'],
	['={{ $json.missing.deeper }}', '={{ ($json.missing.deeper) }}'],
	['={{ $json.other.length }}', '={{ ($json.other.length) }}'],
])('%s gives the same as %s, which n8n evaluates', async (looksUp, evaluated) => {
	expect(await textsOf(looksUp)).toEqual(await textsOf(evaluated));
});
