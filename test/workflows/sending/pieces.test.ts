import * as fc from 'fast-check';
import { DateTime } from 'luxon';
import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { properties } from '../../../nodes/CustomerMessaging/resources';
import {
	OPERATION_NAMES,
	operationItem,
	type OperationName,
	OPERATIONS,
} from '../../support/operations';
import { continuing, outputOf, useScene } from '../../support/scene';
import { inFields } from '../../support/variables';

const scene = useScene();

/** A failure prints it. `PIECES_SEED=<seed> npm test -- pieces` repeats it. */
const seed = Number(process.env.PIECES_SEED ?? Date.now() % 2 ** 31);

/** What must never become part of a text. */
const ODD: unknown[] = [
	...[undefined, null, '', ' \n', '\u200b', {}, { a: 1 }, [], ['a'], NaN, Infinity],
	...[new Date('never'), DateTime.invalid('never'), () => 'x'],
	...['undefined', 'NaN', '[object Object]', 'Invalid DateTime', 'Invalid Date'],
	...['Invalid Duration', '[object Object],[object Object]', true, false],
];

/** What a gap is made of. */
const GAPS: unknown[] = [null, '', ' \n', '\u200b'];

/** The field that stores booleans as they are. */
const ATTRIBUTES = 'options.customerAttributes.attribute.';

/** The fields with free texts; the check of any other field decides itself. */
const FREE = [
	...['text', 'businessName', 'options.thankYou', 'options.customerAttributes.attribute'],
	...['approvalOptions.values.approveLabel', 'approvalOptions.values.disapproveLabel'],
];

/** Ways to write an expression that stands beside something else. */
const WRITTEN = [
	'=7{{ $json.odd }}',
	'={{ $json.odd }}7',
	'={{ ($json.odd) }}{{ 7 }}',
	'=7{{$json["odd"]}} ',
];

/** A place in the form where an expression can be entered. */
interface Entry {
	/** Its name in the workflow. */
	name: string;
	/** The field as the form calls it, and what it is in, by which an error may call it, too. */
	shown: string[];
	/** The field's value with this expression in that place. */
	valueWith: (expression: string) => unknown;
}

/** What the form shows a field for, apart from resource and operation, or hides it without. */
function conditionsOf({ displayOptions: { show, hide } = {} }: INodeProperties): IDataObject {
	const { resource: _resource, operation: _operation, ...shownFor } = show ?? {};
	const first = Object.entries(shownFor).map(([name, values]) => [name, values![0] as string]);
	const unlike = Object.keys(hide ?? {}).map((name) => [name, 'sv']);
	return Object.fromEntries([...first, ...unlike]) as IDataObject;
}

function entriesIn(field: INodeProperties, path = ''): Entry[] {
	const { name: own, displayName, type, options = [], typeOptions } = field;
	const shown = [displayName];
	const name = `${path}${own}`;
	switch (type) {
		case 'notice':
			return [];
		case 'resourceMapper':
			return [{ name, shown, valueWith: (one) => inFields({ 1: one }).variables }];
		case 'resourceLocator':
			return [{ name, shown, valueWith: (value) => ({ __rl: true, mode: 'id', value }) }];
		case 'collection':
			return options.flatMap((option) =>
				'type' in option
					? entriesIn(option, `${name}.`).map(({ valueWith, ...entry }) => ({
							...entry,
							valueWith: (one) => ({ [option.name]: valueWith(one) }),
						}))
					: [],
			);
		case 'fixedCollection':
			return options.flatMap((group) =>
				'values' in group
					? group.values.flatMap((inner) =>
							entriesIn(inner, `${name}.${group.name}.`).map(({ valueWith, ...entry }) => ({
								...entry,
								shown: [...entry.shown, displayName],
								valueWith(one: string) {
									const needed = group.values.filter(({ required }) => required);
									const values = {
										...Object.fromEntries(needed.map((other) => [other.name, '1'])),
										...conditionsOf(inner),
										[inner.name]: valueWith(one),
									};
									return { [group.name]: typeOptions?.multipleValues ? [values] : values };
								},
							})),
						)
					: [],
			);
		default:
			return field.noDataExpression ? [] : [{ name, shown, valueWith: (value) => value }];
	}
}

/** What else has to be set so that a field is read. */
const READ_WITH: Record<string, IDataObject> = {
	limit: { returnAll: false },
	'options.defaultCountry': { customerPhone: '2025550123' },
};

/** Every place where an expression can be entered, by operation. A preview shows what is wrong in its own way. */
const ENTRIES = OPERATION_NAMES.filter((operation) => operation !== 'template.preview').flatMap(
	(operation) => {
		const [resource, value] = operation.split('.');
		return properties
			.filter(
				({ displayOptions }) =>
					displayOptions?.show?.resource?.includes(resource!) &&
					displayOptions.show.operation?.includes(value!),
			)
			.flatMap((field) => entriesIn(field).map((entry) => ({ operation, field, entry })));
	},
);

/** What becomes of each item of a run with this expression in that place. */
async function errorsOf(
	operation: OperationName,
	field: INodeProperties,
	{ name, valueWith }: Entry,
	expression: string,
	odd: unknown[],
): Promise<unknown[]> {
	const base: IDataObject = OPERATIONS[operation];
	const set = READ_WITH[name] ?? {};
	const value = valueWith(expression) as IDataObject;
	const parameters: IDataObject = {
		...base,
		...conditionsOf(field),
		...set,
		[field.name]: value,
	};
	if (field.name === 'options' || set.options !== undefined)
		parameters.options = {
			...(base.options as IDataObject),
			...(set.options as IDataObject),
			...(field.name === 'options' ? value : {}),
		};
	const items = await Promise.all(
		odd.map(async (_, index) => await operationItem(scene, index % 10)),
	);
	items.forEach(({ json }, index) => {
		json.odd = odd[index] as IDataObject;
	});
	const execution = await scene.run(parameters, items, continuing);
	return outputOf(execution).map(({ error }) => error);
}

test('the form has many places for expressions, in each send', () => {
	for (const operation of OPERATION_NAMES.filter((one) => one.includes('.send')))
		expect(ENTRIES.filter((one) => one.operation === operation).length).toBeGreaterThan(1);
	expect(ENTRIES.length).toBeGreaterThan(80);
});

const isFree = (name: string) => FREE.some((free) => name === free || name.startsWith(`${free}.`));

const TOLD = /\{\{ .+ \}\} (reads|gives|fails)\b/;

test.each(ENTRIES.map((one) => [one.operation, one.entry.name, one] as const))(
	'%s refuses whatever is no value in a text in %s',
	async (operation, name, { field, entry }) => {
		const odd = ODD.filter((value) => !name.startsWith(ATTRIBUTES) || typeof value !== 'boolean');
		const any = fc.record({
			expression: fc.constantFrom(...WRITTEN),
			shuffled: fc.shuffledSubarray(odd, { minLength: odd.length }),
		});
		const [{ expression, shuffled }] = fc.sample(any, { numRuns: 1, seed }) as [
			{ expression: string; shuffled: unknown[] },
		];
		// A question is asked for one item only, and few go out in a test.
		const isOne = operation.endsWith('sendAndWait') || name === 'testRecipient';
		const values = shuffled.slice(0, isOne ? 1 : undefined);
		const errors = await errorsOf(operation, field, entry, expression, values);
		const taken = values.flatMap((value, index) => {
			const told = String(errors[index]);
			const isRefused = name === 'testRecipient' || TOLD.test(told);
			const isNamed = entry.shown.some((shown) => told.startsWith(`'${shown}'`));
			return isRefused && isNamed ? [] : [[expression, value, told]];
		});
		expect({ seed, taken }).toEqual({ seed, taken: [] });
		expect(scene.sandbox.accepted).toEqual([]);
	},
);

const free = ENTRIES.filter(({ entry }) => isFree(entry.name));

test.each(free.map((one) => [one.operation, one.entry.name, one] as const))(
	'%s takes an empty value beside a text in %s, if the expression says so',
	async (operation, _name, { field, entry }) => {
		const empty = operation.endsWith('sendAndWait') ? [null] : GAPS;
		await errorsOf(operation, field, entry, "=7{{ $json.odd || '' }}", empty);
		expect(scene.sandbox.accepted).toHaveLength(empty.length);
	},
);

/** What anybody may type into a form, again and again. */
const SIGNS = ['+', '\u200b', ' x', '(1', 'undefined ', '0001-01-01'];

test.each(ENTRIES.map((one) => [one.operation, one.entry.name, one] as const))(
	'%s does not take long for a long text in %s, and its error is short',
	async (operation, _name, { field, entry }) => {
		const texts = SIGNS.map((sign) => sign.repeat(100_000 / sign.length));
		const given = operation.endsWith('sendAndWait') ? texts.slice(0, 1) : texts;
		const { user } = process.cpuUsage();
		const errors = await errorsOf(operation, field, entry, "={{ $json.odd + '' }}", given);
		// Six times a tenth of a second, and the run itself.
		expect(process.cpuUsage().user - user).toBeLessThan(1_500_000);
		for (const error of errors) expect(String(error).length).toBeLessThan(2000);
	},
);
