import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { send as sendOperation } from '../../../nodes/CustomerMessaging/operations/template/send.operation';
import { parametersWith } from '../../doubles/form';

/** A text with variables in it, as templates write them and in other ways. */
const PIECES = ['Hello ', '{{1}}', '{{2}}', '{{ 1 }}', '{{name}}', '{{', '}}'];
const texts = fc
	.array(fc.constantFrom(...PIECES), { maxLength: 5 })
	.map((pieces) => pieces.join(''));

const anyTemplate = fc
	.record({
		body: texts.chain((text) => fc.constantFrom<unknown>(text, text, text, [text], { text }, null)),
		header: texts.chain((value) =>
			fc.constantFrom<IDataObject>(
				{ header: { type: ' IMAGE', value: 'x' } },
				{ header: 'image' },
				{ header: { type: 'location' } },
				{ header: null },
				{ header: { type: 'TEXT', value } },
			),
		),
		ids: fc.subarray(['1', '2', '3']),
		declared: fc.constantFrom('attribute', 'name', 'id'),
		buttons: texts.chain((text) => fc.constantFrom([], [{ title: 'Track', value: text }])),
	})
	.map(({ header, ids, declared, ...fields }) => {
		const attributes = ids.map((id) => ({ [declared]: id }));
		return { ids, template: { id: 7, ...fields, ...header, attributes } as IDataObject };
	});

let accounts = 0;

/** What is sent for a template; `refused` or `unchecked` where that is said. */
async function send(template: IDataObject, variables: object) {
	const typed = {
		channelId: '11',
		templateId: '7',
		specifyVariables: 'json',
		variablesJson: variables,
	};
	const item = parametersWith(sendOperation.fields, typed).item(0);
	const read = async () => await Promise.resolve([template]);
	const service = {
		address: 'https://service.example.com',
		checkAddress: "Check 'Base URL' in the credential",
		templateLookup: { platformIdParameter: 'platform_id', templateIdParameter: 'template_id' },
		read,
		readBriefly: read,
		// Each time another one, so that no template is known.
		account: String(++accounts),
	};
	try {
		const { request, check } = await sendOperation.prepare(item, service, '+12025550101');
		return (await check!()).whyUnchecked === undefined ? request.body! : 'unchecked';
	} catch {
		return 'refused';
	}
}

/** Every variable that stands anywhere in a template, as it is written there. */
function written(template: object): string[] {
	const found = JSON.stringify(template).matchAll(/\{\{([^{}"]*)\}\}/g);
	return Array.from(found, ([, inside = '']) => inside);
}

test('whatever shape a template has, what is sent is complete, or refused, or said to be unchecked', async () => {
	const seen = { refused: 0, unchecked: 0, sent: 0 };
	// Mostly what the template needs, or the test would see little but refusals.
	const values = fc.option(fc.subarray(['1', '2', '3', 'name']), { freq: 1 });
	const addresses = fc.constantFrom({}, { 'image address': 'https://shop.example/new' });
	await fc.assert(
		fc.asyncProperty(anyTemplate, values, addresses, async ({ ids, template }, given, address) => {
			const needed = [...written(template).map((id) => id.trim()), ...ids];
			const variables = Object.fromEntries((given ?? needed).map((id) => [id, 'x']));
			const sent = await send(template, { ...address, ...variables });
			seen[typeof sent === 'string' ? sent : 'sent']++;
			if (typeof sent === 'string') return;
			const { attributes = {}, attachment = {} } = sent as Record<string, object>;
			expect(Object.keys(attributes)).toEqual(expect.arrayContaining(needed));
			expect(Object.keys(attachment)).toEqual(
				/image/i.test(JSON.stringify(template)) ? ['image'] : [],
			);
		}),
		{ numRuns: 2000 },
	);
	// All three come up, so that the test can fail.
	expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
});
