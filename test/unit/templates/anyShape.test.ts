import * as fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import type { ItemParameters } from '../../../nodes/CustomerMessaging/values/nodeParameters';
import { prepareTemplate } from '../../../nodes/CustomerMessaging/operations/template/send.operation';

/** A text with variables in it, as templates write them and in other ways. */
const PIECES = ['Hello ', '{{1}}', '{{2}}', '{{ 1 }}', '{{name}}', '{{', '}}', '{{٢}}'];
const texts = fc
	.array(fc.constantFrom(...PIECES), { maxLength: 5 })
	.map((pieces) => pieces.join(''));

/** Headers with the type of file that the template shows, whatever their shape. */
const headers: fc.Arbitrary<{ file?: string; fields: object }> = fc
	.tuple(fc.constantFrom('image', 'video', 'document', 'audio'), texts)
	.chain(([file, value]) =>
		fc.constantFrom(
			...[
				{ header: { type: file, value: '' } },
				{ header: { type: ` ${file.toUpperCase()}`, value: 'x' } },
				{ header: { format: file.toUpperCase() } },
				{ header: { type: { name: file } } },
				{ header: [file] },
				{ components: [{ type: 'HEADER', format: file.toUpperCase() }] },
				{ header: null, header_type: file },
				{ header: {}, media: { url: 'https://shop.example/new' } },
			].map((fields) => ({ file, fields })),
			...[
				{},
				{ header: { type: 'none', value: '' } },
				{ header: { type: 'TEXT', value } },
				{ header: { type: 'text', text: value } },
			].map((fields) => ({ fields })),
		),
	);

/** The numbers of variables, and how a template declares them. */
const declared = fc.subarray(['1', '2', '3']).chain((ids) => {
	const list = ids.map((attribute) => ({ attribute }));
	const named = ids.map((name) => ({ name }));
	const object = Object.fromEntries(ids.map((id) => [id, 'x']));
	return fc
		.constantFrom<unknown>(list, named, ids, ids.map(Number), object)
		.map((attributes) => ({ ids, attributes }));
});

const anyTemplate = fc
	.record({
		body: texts.chain((text) => fc.constantFrom<unknown>(text, text, text, [text], { text }, null)),
		header: headers,
		declared: fc.option(declared, { nil: undefined }),
		footer: fc.option(texts, { nil: undefined }),
		buttons: texts.chain((text) =>
			fc.constantFrom<unknown>(
				...[undefined, [{ title: 'Track', value: text }], [{ title: text, value: '' }]],
				...[[{ title: 'Track', url: text }], [text], { title: text }],
			),
		),
		more: fc.oneof(fc.constant(null), texts),
	})
	.map(({ header, declared: variables, ...fields }) => ({
		file: header.file,
		ids: variables?.ids ?? [],
		template: JSON.parse(
			JSON.stringify({ id: 7, ...fields, attributes: variables?.attributes, ...header.fields }),
		) as IDataObject,
	}));

type Template = typeof anyTemplate extends fc.Arbitrary<infer T> ? T : never;

/** What is sent for a template; `refused` or `unchecked` where that is said. */
async function send({ template }: Template, variables: object, attachmentUrl: string) {
	const fields: Record<string, unknown> = {
		...{ channelId: '11', templateId: '7', attachmentUrl },
		...{ specifyVariables: 'json', variablesJson: variables },
	};
	const item = {
		index: 0,
		read: (name: string, check: (value: unknown) => unknown, { fallback = '' as unknown } = {}) =>
			check(fields[name] ?? fallback),
	} as unknown as ItemParameters;
	const service = {
		address: 'https://service.example.com',
		templateLookup: { platformIdParameter: 'platform_id', templateIdParameter: 'template_id' },
		read: async () => await Promise.resolve([template]),
	};
	try {
		const { request, check } = await prepareTemplate(item, service, '+12025550101');
		return (await check!()) === undefined ? request.body! : 'unchecked';
	} catch {
		return 'refused';
	}
}

/** Every variable that stands anywhere in a template, as it is written there. */
function written(template: object): string[] {
	const found: string[] = [];
	JSON.stringify(template, (_name, value: unknown) => {
		if (typeof value === 'string')
			found.push(...Array.from(value.matchAll(/\{\{([^{}]*)\}\}/g), ([, inside = '']) => inside));
		return value;
	});
	return found;
}

test('whatever shape a template has, what is sent is complete, or refused, or said to be unchecked', async () => {
	const seen = { refused: 0, unchecked: 0, sent: 0 };
	// Mostly what the template needs, or the test would see little but refusals.
	const values = fc.option(fc.subarray(['1', '2', '3', 'name']), { freq: 1 });
	const urls = fc.constantFrom('', 'https://shop.example/new');
	await fc.assert(
		fc.asyncProperty(anyTemplate, values, urls, async (template, given, url) => {
			const needed = [...written(template.template).map((id) => id.trim()), ...template.ids];
			const variables = Object.fromEntries((given ?? needed).map((id) => [id, 'x']));
			const sent = await send(template, variables, url);
			if (typeof sent === 'string') {
				seen[sent]++;
				return;
			}
			seen.sent++;
			const { attributes = {}, attachment = {} } = sent as Record<string, object>;
			expect(Object.keys(attributes)).toEqual(expect.arrayContaining(needed));
			expect(Object.keys(attachment)).toEqual(template.file === undefined ? [] : [template.file]);
			// A footer has no variables, and neither has a field that nobody knows.
			const { footer, more } = template.template;
			expect(written({ footer, more })).toEqual([]);
		}),
		{ numRuns: 2000 },
	);
	// All three come up, so that the test can fail.
	expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
});
