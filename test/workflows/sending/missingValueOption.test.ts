import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { continuing, outputOf, useScene } from '../../support/scene';
import { asJson, inFields } from '../../support/variables';

const scene = useScene();

const AS_IT_IS = { missingValue: 'sendAsIs' };

const REFUSE = { missingValue: 'refuse' };

const NAMED = 'If a Value Is Missing';

/** A send with options: a text, a variable in a field, in JSON, in an object, and the address of a button. */
const sendsOf = (typed: string, options: IDataObject): Record<string, IDataObject> => {
	const template = {
		...OPERATIONS['template.send'],
		...{ templateId: '104', customerPhone: '+12025550101' },
		options: { checkVariables: false, ...options },
	};
	const code = typed.slice('={{ '.length, -' }}'.length);
	return {
		text: { ...OPERATIONS['message.sendText'], customerId: '5001', text: typed, options },
		field: { ...template, ...inFields({ 1: typed }) },
		object: { ...template, ...asJson(`={{ { "1": ${code} } }}`) },
		withFile: {
			...{ ...template, ...inFields({ 1: typed }), operation: 'sendWithFile' },
			...{ binaryPropertyName: '', options: { ...template.options, headerType: 'none' } },
		},
	};
};

async function outcomeOf(parameters: IDataObject, items: IDataObject[]) {
	scene.sandbox.reset();
	const execution = await scene.run(parameters, items, continuing);
	const texts = scene.sandbox.accepted.map(({ content }) =>
		String(content.body).replace(/^Here is how to set up your (.*)\.$/, '$1'),
	);
	return { texts, told: outputOf(execution).map(({ message }) => String(message)) };
}

const WORDS = ['true', 'false', 'null', 'NaN', 'undefined', '#N/A', '#WERT!', '0001-01-01'];

test.each(Object.keys(sendsOf('={{ $json.word }}', {})))(
	"a word is sent as it is with 'Send as It Is', and only then: %s",
	async (way) => {
		const items = WORDS.map((word) => ({ word }));
		const run = async (options: IDataObject) =>
			await outcomeOf(sendsOf('={{ $json.word }}', options)[way]!, items);
		expect((await run(AS_IT_IS)).texts).toEqual(WORDS);
		for (const options of [{}, REFUSE]) {
			const { texts, told } = await run(options);
			expect(texts).toEqual([]);
			// What the option would send is refused with its name.
			for (const one of told) expect(one).toContain(NAMED);
		}
	},
);

test.each<[typed: string, item: IDataObject, text: string]>([
	["={{ 'You answered: ' + $json.word }}", { word: 'null' }, 'You answered: null'],
	[
		"={{ (() => { const d = $json; return 'Marke: ' + d.word })() }}",
		{ word: 'null' },
		'Marke: null',
	],
	[
		"={{ 'Respuesta: ' + $json.list.map((one) => one.word).join(', ') }}",
		{ list: [{ word: 'true' }, { word: 'no' }] },
		'Respuesta: true, no',
	],
	["={{ 'Dear ' + $json.title + ' Lee' }}", { title: '' }, 'Dear  Lee'],
])("%s is refused, and sent with 'Send as It Is'", async (typed, item, text) => {
	for (const way of ['text', 'field', 'object']) {
		expect((await outcomeOf(sendsOf(typed, {})[way]!, [item])).texts).toEqual([]);
		expect((await outcomeOf(sendsOf(typed, AS_IT_IS)[way]!, [item])).texts).toEqual([text]);
	}
});

test.each<[what: string, parameters: IDataObject, RegExp]>([
	['a recipient', { customerPhone: "={{ '+' + $json.code + $json.phone }}" }, /^'Customer Phone'/],
	['a recipient', { customerPhone: '={{ $json.word }}' }, /^'Customer Phone'/],
	[
		'a recipient',
		{ ...OPERATIONS['message.sendText'], customerId: '={{ $json.word }}' },
		/^'Customer ID'/,
	],
	[
		'a recipient',
		{ ...OPERATIONS['message.sendText'], customerId: '={{ $json.code }}' },
		/^'Customer ID'/,
	],
	['a key', { messageKey: '={{ $json.word }}' }, /^'Message Key'/],
	['a key', { messageKey: "={{ 'order ' + $json.code }}" }, /^'Message Key'/],
	['a key', { messageKey: '=order {{ $json.word }}' }, /^'Message Key'/],
])("%s is refused even with 'Send as It Is': %j", async (_what, parameters, words) => {
	const base = { ...OPERATIONS['template.send'], customerPhone: '+12025550101' };
	const all = { ...base, ...parameters, options: { ...AS_IT_IS } };
	const items = ['null', '#N/A'].map((word) => ({ word, code: '', phone: '6465550101' }));
	const { told } = await outcomeOf(all, items);
	for (const one of told) {
		expect(one).toMatch(words);
		expect(one).not.toContain(NAMED);
	}
	expect(scene.sandbox.requests).toEqual([]);
});

test.each([
	['={{ $json.paid }}', 'false'],
	['={{ $json.price / $json.count }}', 'Infinity'],
	['={{ $json.word * 1 }}', 'NaN'],
])("%s is refused, and sent as the word %s with 'Send as It Is'", async (typed, text) => {
	const item = { word: 'x', price: 5, count: 0, paid: false };
	for (const way of ['text', 'field']) {
		expect((await outcomeOf(sendsOf(typed, {})[way]!, [item])).texts).toEqual([]);
		expect((await outcomeOf(sendsOf(typed, AS_IT_IS)[way]!, [item])).texts).toEqual([text]);
	}
});

test('a preview says what a send with the same option would do', async () => {
	const preview = {
		...{ ...OPERATIONS['template.preview'], templateId: '104', customerPhone: '+12025550101' },
		...inFields({ 'video address': 'https://shop.example/a.mp4', 1: '={{ $json.word }}' }),
	};
	for (const [options, sendable] of [
		[{}, false],
		[REFUSE, false],
		[AS_IT_IS, true],
	] as const) {
		const execution = await scene.run({ ...preview, options }, [{ word: 'null' }]);
		const [json] = outputOf(execution) as [IDataObject];
		expect({ options, sendable: json.sendable }).toEqual({ options, sendable });
		if (sendable) expect(json.text).toContain('Here is how to set up your null.');
		else expect(json.problem).toContain(NAMED);
	}
	expect(scene.sandbox.accepted).toEqual([]);
});
