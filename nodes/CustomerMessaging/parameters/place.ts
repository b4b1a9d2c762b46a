import type { INodeProperties } from 'n8n-workflow';

import { listIn, objectIn } from '../primitives/json';

/** A field of the form, or a part of one. */
export interface Place {
	/** What an error calls it. */
	shown: string;
	/** The parts of what was typed there, by their names in it; none if it is a value. */
	parts?: (typed: object) => Array<[name: string, part: Place]>;
}

/** The place of a field, inside which are those that it holds, but not what n8n keeps beside them, such as labels. */
export function placeOf(field: INodeProperties, under = ''): Place {
	const shown = `'${field.displayName}'${under}`;
	const within = (fields: INodeProperties[]): Array<[string, Place]> =>
		fields.map((inner) => [inner.name, placeOf(inner, ` under ${shown}`)]);
	const options = field.options ?? [];
	switch (field.type) {
		case 'collection':
			return { shown, parts: () => within(options.filter((option) => 'type' in option)) };
		case 'fixedCollection':
			return {
				shown,
				parts: () =>
					options.flatMap((option) =>
						'values' in option
							? [[option.name, { shown, parts: () => within(option.values) }]]
							: [],
					),
			};
		case 'resourceLocator':
			return { shown, parts: () => [['value', { shown }]] };
		case 'resourceMapper':
			return { shown, parts: (mapper) => [['value', mappedPlace(shown, mapper)]] };
		default:
			return { shown };
	}
}

/** The values of a resource mapper, without those whose field the user has removed. */
function mappedPlace(shown: string, mapper: object): Place {
	const { schema } = objectIn(mapper);
	const fields = listIn(schema).map(objectIn);
	return {
		shown,
		parts: (values) =>
			Object.keys(values).flatMap((id) => {
				const { displayName = id, removed } = fields.find((field) => field.id === id) ?? {};
				return removed === true ? [] : [[id, { shown: `${shown}: '${String(displayName)}'` }]];
			}),
	};
}

/** The place of a parameter, such as `options.timeout`, among the fields of an operation. */
export function findPlace(fields: INodeProperties[], parameter: string): Place {
	const [name = '', ...path] = parameter.split('.');
	const field = fields.find((one) => one.name === name);
	const start: Place = field === undefined ? { shown: `'${name}'` } : placeOf(field);
	return path.reduce(
		({ shown, parts }, part) => new Map(parts?.({})).get(part) ?? { shown },
		start,
	);
}
