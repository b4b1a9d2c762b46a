import 'reflect-metadata';

import * as fc from 'fast-check';
import { Expression, Workflow, type IDataObject, type NodeParameterValueType } from 'n8n-workflow';

import { startExpressionEngine } from '../../../dev/engine/expressionEngine';
import { FailureError } from '../../../lib/basics/failure';
import { fieldOf, parametersWith, valueOf } from '../../doubles/form';

/** The engines of n8n that run here. The isolates of `vm` are a native module built for Node 24 and newer. */
const ENGINES = Number(process.versions.node.split('.')[0]) >= 24 ? ['legacy', 'vm'] : ['legacy'];

const workflow = new Workflow({
	nodes: [
		{ id: 'node', name: 'Node', type: 'node', typeVersion: 1, position: [0, 0], parameters: {} },
	],
	connections: {},
	active: false,
	nodeTypes: {
		getByName: () => undefined!,
		getByNameAndVersion: () => undefined!,
		getKnownTypes: () => ({}),
	},
});

/** What n8n's own evaluation gives for a parameter. Throws if n8n refuses it. */
function evaluated(parameter: unknown, json: unknown): unknown {
	const items = [{ json: json as IDataObject }];
	const typed = parameter as NodeParameterValueType;
	return workflow.expression.getParameterValue(typed, null, 0, 0, 'Node', items, 'manual', {});
}

const FIELD = fieldOf();

const EPOCH = new Date(0);

/** In a text, n8n writes a date as JavaScript does, and this node as it does elsewhere; an expression may do either. */
const withIsoDates = (value: unknown): unknown =>
	typeof value === 'string' ? value.replaceAll(String(EPOCH), EPOCH.toISOString()) : value;

/**
 * Expects a parameter to be refused, or to be what it is for n8n. Returns whether that was found without having n8n
 * evaluate anything.
 */
function expectAsN8n(parameter: unknown, json: unknown): boolean {
	let wasEvaluated = false;
	const evaluate = (expression: string): unknown => {
		wasEvaluated = true;
		return evaluated(`=${expression}`, json);
	};
	let value: unknown;
	try {
		const form = parametersWith([FIELD], { field: parameter }, { evaluate, items: [json] });
		value = valueOf(form.item(0), FIELD);
	} catch (error) {
		expect(error).toBeInstanceOf(FailureError);
		return false;
	}
	const [given, wanted] = [value, evaluated(parameter, json)].map(withIsoDates);
	expect([parameter, given]).toStrictEqual([parameter, wanted]);
	return !wasEvaluated;
}

/** Something that has this key itself, whatever the key; assigning `__proto__` would set a prototype. */
function withOwn<Target extends object>(target: Target, key: string, value: unknown): Target {
	return Object.defineProperty(target, key, {
		value,
		enumerable: true,
		configurable: true,
		writable: true,
	});
}

/** Mostly the first, and now and then one of the others. */
function mostly<Value>(
	usual: fc.Arbitrary<Value>,
	...unusual: Array<fc.Arbitrary<Value>>
): fc.Arbitrary<Value> {
	return fc.oneof({ weight: 6 * unusual.length, arbitrary: usual }, ...unusual);
}

const anyText = mostly<string>(
	fc.constantFrom('', ' ', 'Order ', ', ', '{ "a": "', '" }', '\n'),
	fc.constantFrom('{', '}', '{{', '}}', '$json', '$&', '`${1}`', '='),
	fc.string({ unit: 'binary', maxLength: 5 }),
	// Of two backslashes in a text, n8n leaves one; the node leaves both.
).filter((text) => !text.includes('\\'));

/** Some mean something to JavaScript or to n8n; `itemField.test.ts` has the others. */
const anyKey = mostly<string>(
	fc.constantFrom('phone', 'größe', 'a.b', "it's", 'order number', '0', '1', '10'),
	fc.constantFrom('a.first(b)', '$if(', '"', '👩‍🚀', '//', '${a}', '}}', '\\', '\u2028', '01', '1e0'),
	fc.constantFrom('constructor', '__proto__', 'toString', 'length', 'name', 'globalThis', 'data'),
	anyText,
);

/** The ways to write a step, where a K stands for the key, and what resembles them. */
const anyStep = mostly<(key: string) => string>(
	fc.constant((key) =>
		/^\d+$/.test(key) ? `[${key}]` : /^\w+$/.test(key) ? `.${key}` : `["${key}"]`,
	),
	fc
		.constantFrom('.K', '[K]', '["K"]', "['K']", '[`K`]', '[ "K" ]', '?.K', ' .K', '["K"].length')
		.map((step) => (key: string) => step.replace('K', () => key)),
	fc.constant((key) => `[${JSON.stringify(key)}]`),
);

/** What may hold a field: what JSON has, and what a node may put into an item nevertheless. */
const anyHolder = mostly<(key: string, value: unknown) => unknown>(
	fc.constant((key, value) =>
		withOwn(/^\d{1,2}$/.test(key) ? ['first', 'second'] : {}, key, value),
	),
	fc.constantFrom<(key: string, value: unknown) => unknown>(
		(key, value) => withOwn(['first', 'second'], key === 'length' ? 'size' : key, value),
		(key, value) => withOwn(Object.create(null) as object, key, value),
		(key, value) => Object.create(withOwn({}, key, value)) as object,
		(key, value) => withOwn(new Date(0), key, value),
		(key, value) => withOwn(new Map(), key, value),
		() => null,
	),
);

/** With at most as many digits as the node writes. */
const anyNumber = fc.double().map((number) => Number(number.toPrecision(12)));

const anyValue = mostly<unknown>(
	fc.oneof(fc.string({ unit: 'binary' }), anyNumber, fc.integer(), fc.boolean()),
	fc.bigInt(-(2n ** 70n), 2n ** 70n).map(Number),
	fc.constantFrom<unknown>('', '{{ $json.phone }}', '={{ $json.phone }}', '\\', '\ud83d', 0, -0),
	fc.constantFrom<unknown>(NaN, 5n, null, undefined, EPOCH, new Date('never'), {}, [], ['a']),
);

/** JavaScript takes most of these for white space. */
const anySpace = mostly<string>(
	fc.constantFrom('', ' '),
	fc.constantFrom('\t', '\n', '\u00a0', '\u180e', '\u200b', '\u2028', '\ufeff', '/**/', '//\n'),
);

const anyStart = mostly<string>(
	fc.constant('$json'),
	fc.constantFrom('$JSON', '($json)', '$json.json', '$binary', ''),
);

const anyEnd = mostly<string>(
	fc.constant(''),
	fc.constantFrom(';', ')', '//', '.length', '[0]', '()', ' + 1', ' $json'),
);

/** An item with a value somewhere in it, and code that points there, or nearly so. */
const anyPointing = fc
	.array(fc.record({ key: anyKey, step: anyStep, holder: anyHolder }), { maxLength: 3 })
	.chain((steps) =>
		fc.record({
			json: anyValue.map((value) =>
				steps.reduceRight((inner, { key, holder }) => holder(key, inner), value),
			),
			code: fc
				.tuple(anySpace, anyStart, anyEnd, anySpace)
				.map(([before, start, end, after]) =>
					[before, start, ...steps.map(({ key, step }) => step(key)), end, after].join(''),
				),
		}),
	);

describe.each(ENGINES)('beside n8n’s %s engine', (engine) => {
	beforeAll(async () => {
		if (engine === 'vm') await startExpressionEngine();
		Expression.setExpressionEngine(engine as 'legacy' | 'vm');
		expect(Expression.getActiveImplementation()).toBe(engine);
		await workflow.expression.acquireIsolate();
	});
	afterAll(async () => {
		await workflow.expression.releaseIsolate();
		await Expression.disposeExpressionEngine();
	});

	test('any expression gives what n8n gives, or is left to n8n', () => {
		const parameter = fc
			.tuple(anyPointing, fc.array(anyText, { minLength: 2, maxLength: 3 }))
			.map(([{ json, code }, texts]) => [`=${texts.join(`{{${code}}}`)}`, json]);
		let found = 0;
		fc.assert(
			fc.property(parameter, ([typed, json]) => {
				if (expectAsN8n(typed, json)) found++;
			}),
			{ numRuns: 500 },
		);
		expect(found).toBeGreaterThan(50);
	});
});
