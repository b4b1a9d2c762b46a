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

/** What code names, however it is written. */
interface Names {
	all: Set<string>;
	/** What may be fields of unknown objects. */
	fields: Set<string>;
	/** Fields of an item, one in the other. */
	chains: Array<{ isOwn: boolean; fields: string[] }>;
	/** The names of nodes; empty for the input. */
	nodes: string[];
}

const NAME = String.raw`[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?![\p{L}\p{M}\p{N}_$])`;

const FIELD = String.raw`${NAME}(?!\s*(?:\?\.)?\()`;

const NAMES = new RegExp(NAME, 'gu');

const IS_NAME = new RegExp(`^${NAME}$`, 'u');

const CHAIN = new RegExp(String.raw`(\$)?\bjson((?:\s*\??\.\s*${FIELD})+)`, 'gu');

/** Behind a dot, in brackets and quotes, or between the braces of what takes an object apart. */
const FIELDS = new RegExp(
	String.raw`(?:(?<=\.\s*|\[\s*['"\x60])|(?<=[{,]\s*)(?=${NAME}\s*[,}=]))${FIELD}`,
	'gu',
);

const NODES = /\$input\b|\$(?:\(|node\[|items\()\s*(['"`])(.+?)\1/g;

const LISTS = /\ball\b|\$items\b/;

/** What JavaScript's values have, and n8n's items. */
const NO_FIELDS = new Set(
	['', [], 0, {}].flatMap((value) => Object.getOwnPropertyNames(Object.getPrototypeOf(value))),
)
	.add('json')
	.add('item')
	.add('isExecuted');

function namesIn(code: string): Names {
	const fields = code.replace(CHAIN, ' ').match(FIELDS) ?? [];
	return {
		all: new Set(code.match(NAMES)),
		fields: new Set(fields.filter((field) => !NO_FIELDS.has(field))),
		chains: [...code.matchAll(CHAIN)].map(([, own, chain]) => ({
			isOwn: own !== undefined,
			fields: chain!.match(NAMES)!,
		})),
		nodes: [...code.matchAll(NODES)].map(([, , name = '']) => name),
	};
}

/** The data that a run's expressions read: the item, and the items of the nodes that an expression names. */
export class ReadData {
	/** What is the same for all items: the names in code, the lists of all items of a node, and what was found in these. */
	private readonly known = new Map<string, unknown>();

	private own?: Root;

	constructor(private readonly context: IExecuteFunctions) {}

	/**
	 * The values that code names, or that stand in what it names only as a whole.
	 * @param what names what is wanted, which `isWanted` chooses by the value
	 */
	named(code: string, index: number, what: string, isWanted: (value: unknown) => boolean): Found[] {
		const { all } = this.namesIn(code);
		return this.find(code, index, what, ({ key, value, container, places }) => {
			if (!isWanted(value)) return false;
			const isWhole = (): boolean => !Object.keys(places[0]!.owner).some((one) => all.has(one));
			const isNamed = IS_NAME.test(key) ? all.has(key) : code.includes(key);
			return isNamed || (all.has(container) && isWhole());
		});
	}

	/** The values somewhere in what code may read. */
	anywhere(code: string, index: number, isWanted: (value: unknown) => boolean): Found[] {
		return this.find(code, index, 'anywhere', ({ value }) => isWanted(value));
	}

	/** The fields that code names and nothing has. @param isStrict also those that some objects have, and others lack */
	lacking(code: string, index: number, isStrict: boolean): Found[] {
		const { fields, chains } = this.namesIn(code);
		const [roots, lists] = this.roots(code, index);
		const inChains = (some: Root[]): ReturnType<typeof lackingIn> =>
			chains.flatMap((chain) =>
				some
					.filter((root) => (root === this.own) === chain.isOwn)
					.flatMap(({ json, path }) => lackingIn(json, path, chain.fields)),
			);
		const objects = roots.flatMap((root) => root.objects);
		const elsewhere = [...fields].flatMap((key) => {
			const without = objects.filter((one) => !Object.hasOwn(one, key));
			const isLacking = isStrict ? without.length > 0 : without.length === objects.length;
			const places = without.map((owner) => ({ owner, key }));
			return isLacking ? [{ value: undefined, places, path: `'${key}'` }] : [];
		});
		const inLists = this.once(`lacking ${code}`, () => grouped(inChains(lists)));
		return [...inChains(roots), ...inLists, ...elsewhere];
	}

	namesIn(code: string): Names {
		return this.once(`names ${code}`, () => namesIn(code));
	}

	private find(
		code: string,
		index: number,
		what: string,
		isWanted: (leaf: Leaf) => boolean,
	): Found[] {
		const [roots, lists] = this.roots(code, index);
		const found = (some: Root[]): Found[] =>
			grouped(some.flatMap(({ leaves }) => leaves.filter(isWanted)));
		return [...found(roots), ...this.once(`${what} ${code}`, () => found(lists))];
	}

	/** The JSON of the item and, if code names them, of other nodes' items; and that of lists, which is the same for every item. */
	private roots(code: string, index: number): [roots: Root[], lists: Root[]] {
		const proxy = this.context.getWorkflowDataProxy(index);
		const json = objectIn(proxy.$json);
		if (this.own?.json !== json) this.own = rootOf(json, '$json');
		const nodes = this.namesIn(code).nodes.map((name) => ({
			path: name === '' ? '$input' : `$('${name}')`,
			node: orNothing(() => (name === '' ? proxy.$input : proxy.$(name)) as Node),
		}));
		if (LISTS.test(code))
			return [
				[this.own],
				nodes.flatMap(({ node, path }) =>
					this.once(path, () => rootsOf(() => listIn(node?.all()), `${path}.all()`)),
				),
			];
		const others = nodes.flatMap(({ node, path }) => [
			...rootsOf(() => [node?.item], `${path}.item`),
			...rootsOf(() => [node?.first()], `${path}.first()`),
			...rootsOf(() => [node?.last()], `${path}.last()`),
		]);
		return [[this.own, ...others], []];
	}

	private once<Value>(name: string, compute: () => Value): Value {
		if (!this.known.has(name)) this.known.set(name, compute());
		return this.known.get(name) as Value;
	}
}

/** What code reads alike, such as the same field of all entries of a list, as one. */
function grouped(found: Array<Found & { group: string }>): Found[] {
	const groups = new Map<string, Found>();
	for (const one of found) {
		const id = `${one.group} ${String(one.value)}`;
		const known = groups.get(id);
		if (known === undefined) groups.set(id, { ...one, places: [...one.places] });
		else known.places.push(...one.places);
	}
	return [...groups.values()];
}

interface Node {
	item: unknown;
	first(): unknown;
	last(): unknown;
	all(): unknown;
}

/** The items that n8n gives, unless it refuses to; of some workflows, it gives their JSON alone. */
function rootsOf(read: () => unknown[], path: string): Root[] {
	const items = (orNothing(read) ?? []).filter(isObject);
	return items.map((item, at) => {
		const json = isObject(item.json) ? item.json : item;
		return rootOf(json, `${path}${items.length > 1 ? `[${at}]` : ''}.json`, `${path}.json`);
	});
}

function orNothing<Value>(read: () => Value): Value | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

function rootOf(json: object, path: string, group = path): Root {
	const root: Root = { json, path, leaves: [], objects: [] };
	collect(root, json, { path, group, container: path === '$json' ? path : 'json' });
	return root;
}

/** Adds all that an object or a list holds to a root. @param keys which of it, if there may be more than it has */
function collect(
	root: Root,
	owner: object,
	{ path, group, container }: Pick<Leaf, 'path' | 'group' | 'container'>,
	keys = Object.keys(owner),
): void {
	const isList = Array.isArray(owner);
	if (!isList) root.objects.push(owner);
	// What other entries of a list have, an entry may lack.
	const ofEntries = isList
		? [...new Set(owner.filter(isPlainObject).flatMap(Object.keys))]
		: undefined;
	for (const key of keys) {
		const value = (owner as Record<string, unknown>)[key];
		const step = isList ? `[${key}]` : IS_NAME.test(key) ? `.${key}` : `["${key}"]`;
		const inner = { path: path + step, group: group + (isList ? '' : step) };
		const named = { ...inner, container: isList ? container : key };
		if (Array.isArray(value) && value.length > 0) collect(root, value, named);
		else if (isPlainObject(value)) collect(root, value, named, ofEntries);
		else root.leaves.push({ ...inner, container, key, value, places: [{ owner, key }] });
	}
}

function lackingIn(json: object, root: string, fields: string[]): Array<Found & { group: string }> {
	let owner: unknown = json;
	const group = fields.join('.');
	let path = root;
	for (const key of fields) {
		if (!isPlainObject(owner)) return [];
		path += `.${key}`;
		if (!Object.hasOwn(owner, key))
			return [{ value: undefined, places: [{ owner, key }], path, group }];
		owner = (owner as Record<string, unknown>)[key];
	}
	return [];
}

/**
 * Evaluates with another value in some places of the data, which is as it was afterwards, in the same order.
 * @param mark the value or, given the one that is there, what makes it
 */
export function replaced<Value>(
	places: Found['places'],
	mark: unknown,
	evaluate: () => Value,
): Value {
	const before = places.map(({ owner, key }) => Object.getOwnPropertyDescriptor(owner, key));
	try {
		places.forEach(({ owner, key }, at) => {
			const value: unknown = typeof mark === 'function' ? mark(before[at]?.value) : mark;
			Reflect.defineProperty(owner, key, {
				value,
				configurable: true,
				enumerable: true,
				writable: true,
			});
		});
		return evaluate();
	} finally {
		places.forEach(({ owner, key }, at) => {
			if (before[at] === undefined) Reflect.deleteProperty(owner, key);
			else Reflect.defineProperty(owner, key, before[at]);
		});
	}
}
