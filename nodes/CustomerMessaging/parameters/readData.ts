import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject, listIn, objectIn } from '../primitives/json';
import { isPlainObject } from './itemField';

/** A value in the data that expressions read; undefined for a field that is not there. */
export interface Found {
	value: unknown;
	/** Where it stands: several if code reads the entries of a list alike, or if nobody knows which object lacks it. */
	places: Array<{ owner: object; key: string }>;
	/** How an expression reads it, such as `$json.customer.name`. */
	path: string;
}

interface Leaf extends Found {
	key: string;
	/** Its path, but the same for all entries of a list. */
	group: string;
	/** The name of what it stands in. */
	container: string;
}

/** An item's JSON, with all that it holds. */
interface Root {
	json: object;
	path: string;
	leaves: Leaf[];
	objects: object[];
}

const NAME = String.raw`[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?![\p{L}\p{M}\p{N}_$])`;

const NOT_CALLED = String.raw`(?!\s*(?:\?\.)?\()`;

const NAMES = new RegExp(NAME, 'gu');

/** Fields that code takes from an item, one in the other. */
const CHAIN = new RegExp(String.raw`(\$)?\bjson((?:\s*\??\.\s*${NAME}${NOT_CALLED})+)`, 'gu');

/** What may be the name of a field elsewhere: behind a dot, in brackets and quotes, or between braces. */
const FIELD_NAMES = new RegExp(
	String.raw`(?:(?<=\.\s*|\[\s*['"\x60])|(?<=[{,]\s*)(?=${NAME}\s*[,}=]))${NAME}${NOT_CALLED}`,
	'gu',
);

const NODE_NAMES = /\$(?:\(|node\[|items\()\s*(['"`])(.+?)\1/g;

/** What JavaScript's values have, and n8n's items. */
const NO_FIELDS = new Set(
	['', [], 0, {}].flatMap((value) => Object.getOwnPropertyNames(Object.getPrototypeOf(value))),
)
	.add('json')
	.add('item')
	.add('isExecuted');

/** What code names, however it is written. */
interface Names {
	all: Set<string>;
	fields: Set<string>;
	nodes: string[];
	chains: Array<{ isOwn: boolean; fields: string[] }>;
}

function namesIn(code: string): Names {
	const chains = [...code.matchAll(CHAIN)];
	const fields = code.replace(CHAIN, ' ').match(FIELD_NAMES) ?? [];
	return {
		all: new Set(code.match(NAMES)),
		fields: new Set(fields.filter((field) => !NO_FIELDS.has(field))),
		nodes: [...code.matchAll(NODE_NAMES)].map(([, , name]) => name!),
		chains: chains.map(([, own, chain]) => ({
			isOwn: own !== undefined,
			fields: chain!.match(NAMES)!,
		})),
	};
}

/** The data that a run's expressions read: the item, and the items of the nodes that an expression names. */
export class ReadData {
	private readonly names = new Map<string, Names>();

	private readonly lists = new Map<string, Root[]>();

	private own?: Root;

	constructor(private readonly context: IExecuteFunctions) {}

	/** The values that code names, or that stand in what it names only as a whole. @param isWanted chooses by the value */
	named(code: string, index: number, isWanted: (value: unknown) => boolean = () => true): Found[] {
		const { all } = this.namesIn(code);
		const found = new Map<string, Leaf>();
		for (const leaf of this.leaves(code, index)) {
			if (!isWanted(leaf.value) || !(all.has(leaf.key) || isPartOfNamed(leaf, all))) continue;
			const id = `${leaf.group} ${String(leaf.value)}`;
			const same = found.get(id);
			if (same === undefined) found.set(id, { ...leaf, places: [...leaf.places] });
			else same.places.push(...leaf.places);
		}
		return [...found.values()];
	}

	/** The values that are somewhere in what code may read. */
	anywhere(code: string, index: number, isWanted: (value: unknown) => boolean): Found[] {
		return this.leaves(code, index).filter(({ value }) => isWanted(value));
	}

	/** The fields that code names and nothing has. @param isStrict also those that some objects have, and others lack */
	lacking(code: string, index: number, isStrict: boolean): Found[] {
		const { fields, chains } = this.namesIn(code);
		const roots = this.roots(code, index);
		const objects = roots.flatMap((root) => root.objects);
		const anywhere = [...fields].flatMap((key): Found[] => {
			const without = objects.filter((one) => !Object.hasOwn(one, key));
			const isMissing = without.length > 0 && (isStrict || without.length === objects.length);
			const places = without.map((owner) => ({ owner, key }));
			return isMissing ? [{ value: undefined, places, path: `'${key}'` }] : [];
		});
		const inChains = chains.flatMap((chain) =>
			roots
				.filter((_, at) => (at === 0) === chain.isOwn)
				.flatMap(({ json, path }) => lackingIn(json, path, chain.fields)),
		);
		return [...inChains, ...anywhere];
	}

	namesIn(code: string): Names {
		const names = this.names.get(code) ?? namesIn(code);
		this.names.set(code, names);
		return names;
	}

	private leaves(code: string, index: number): Leaf[] {
		return this.roots(code, index).flatMap(({ leaves }) => leaves);
	}

	/** The JSON of the item and, if code names them, of the items of other nodes. */
	private roots(code: string, index: number): Root[] {
		const proxy = this.context.getWorkflowDataProxy(index);
		const json = objectIn(proxy.$json);
		if (this.own?.json !== json) this.own = rootOf(json, '$json');
		const isList = /\ball\b|\$items\b/.test(code);
		const others = this.namesIn(code).nodes.flatMap((name) => {
			const node = orNothing(() => proxy.$(name) as Record<string, unknown>);
			const path = `$('${name}')`;
			const one = (way: string): Root[] => {
				const item = orNothing(() => (way === 'item' ? node?.item : called(node, way)));
				return item === undefined ? [] : [rootOf(jsonOf(item), `${path}.${way}.json`)];
			};
			return isList
				? this.list(name, () => listIn(called(node, 'all')), `${path}.all()`)
				: [...one('item'), ...one('first()'), ...one('last()')];
		});
		const inputs = code.includes('$input')
			? this.list('', () => listIn(called(proxy.$input, 'all')), '$input.all()')
			: [];
		return [this.own, ...inputs, ...others];
	}

	private list(name: string, items: () => unknown[], path: string): Root[] {
		const known = this.lists.get(name);
		if (known !== undefined) return known;
		const roots = (orNothing(items) ?? []).map((item, at) =>
			rootOf(jsonOf(item), `${path}[${at}].json`, `${path}[]`),
		);
		this.lists.set(name, roots);
		return roots;
	}
}

function isPartOfNamed({ container, places }: Leaf, names: Set<string>): boolean {
	return names.has(container) && !Object.keys(places[0]!.owner).some((key) => names.has(key));
}

function lackingIn(json: object, root: string, fields: string[]): Found[] {
	let owner: unknown = json;
	let path = root;
	for (const key of fields) {
		if (!isPlainObject(owner)) return [];
		path += `.${key}`;
		if (!Object.hasOwn(owner, key)) return [{ value: undefined, places: [{ owner, key }], path }];
		owner = (owner as Record<string, unknown>)[key];
	}
	return [];
}

function rootOf(json: object, path: string, group = path): Root {
	const root: Root = { json, path, leaves: [], objects: [] };
	read(root, json, path, group, /^\$json/.test(path) ? '$json' : 'json');
	return root;
}

/** Adds all that an object or a list holds to a root. @param keys which of them, if not all */
function read(
	root: Root,
	owner: object,
	path: string,
	group: string,
	container: string,
	keys = Object.keys(owner),
): void {
	const isList = Array.isArray(owner);
	if (!isList) root.objects.push(owner);
	// What other entries of a list have, an entry may lack.
	const keysOfEntries = isList
		? [...new Set(owner.filter(isPlainObject).flatMap((one) => Object.keys(one)))]
		: [];
	for (const key of keys) {
		const value = (owner as Record<string, unknown>)[key];
		const step = isList
			? `[${key}]`
			: /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(key)
				? `.${key}`
				: `[${JSON.stringify(key)}]`;
		const [innerPath, innerGroup] = [path + step, group + (isList ? '[]' : step)];
		if (Array.isArray(value) && value.length > 0)
			read(root, value, innerPath, innerGroup, isList ? container : key);
		else if (isPlainObject(value))
			read(
				root,
				value,
				innerPath,
				innerGroup,
				isList ? container : key,
				isList ? keysOfEntries : undefined,
			);
		else
			root.leaves.push({
				value,
				places: [{ owner, key }],
				path: innerPath,
				key,
				group: innerGroup,
				container,
			});
	}
}

/** An item's JSON, which n8n may give in place of the item. */
function jsonOf(item: unknown): object {
	const { json } = objectIn(item);
	return isObject(json) ? json : objectIn(item);
}

function called(node: unknown, way: string): unknown {
	const method = (node as Record<string, (() => unknown) | undefined>)[way.replace('()', '')];
	return method?.();
}

/** What n8n gives, unless it refuses to. */
function orNothing<Value>(read: () => Value): Value | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
