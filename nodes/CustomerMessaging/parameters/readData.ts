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

/** What is read alike, such as the same field of all entries of a list. */
type Grouped = Found & { group: string };

/** An object or a list in the data. */
interface Holder {
	owner: object;
	/** The name of it or, of an entry of a list, that of the list. */
	name: string;
	/** What it stands in, under this key; undefined for an item's JSON. */
	parent?: Holder;
	key: string;
}

interface Leaf {
	value: unknown;
	holder: Holder;
	key: string;
}

/** An item's JSON, with all that it holds. */
interface Root {
	holder: Holder;
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
	named(
		code: string,
		index: number,
		what: string,
		isWanted: (value: unknown) => boolean,
		isStrict = false,
	): Found[] {
		const { all } = this.namesIn(code);
		const wholes = new Map<object, boolean>();
		// A key may be made of a whole object, in which much is empty.
		const isWhole = (owner: object): boolean =>
			Array.isArray(owner) || !(isStrict || Object.keys(owner).some((one) => all.has(one)));
		return this.find(code, index, what, ({ key, value, holder }) => {
			const { owner, name } = holder;
			if (!isWanted(value)) return undefined;
			if (all.has(key) || (!IS_NAME.test(key) && code.includes(key)))
				return pathOf(holder, key, true);
			if (!all.has(name)) return undefined;
			if (!wholes.has(owner)) wholes.set(owner, isWhole(owner));
			return wholes.get(owner) === true ? pathOf(holder, '', true) : undefined;
		});
	}

	/** The values somewhere in what code may read. */
	anywhere(code: string, index: number, isWanted: (value: unknown) => boolean): Found[] {
		return this.find(code, index, 'anywhere', ({ value }) => (isWanted(value) ? '' : undefined));
	}

	/** The fields that code names and nothing has. @param isStrict also those that some objects have, and others lack */
	lacking(code: string, index: number, isStrict: boolean): Found[] {
		const { fields, chains } = this.namesIn(code);
		const [roots, lists] = this.roots(code, index);
		const inChains = (some: Root[]): Grouped[] =>
			chains.flatMap((chain) =>
				some
					.filter((root) => (root === this.own) === chain.isOwn)
					.flatMap((root) => lackingIn(root, chain.fields)),
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

	/** @param groupOf what it is read alike with; undefined for what is not wanted */
	private find(
		code: string,
		index: number,
		what: string,
		groupOf: (leaf: Leaf) => string | undefined,
	): Found[] {
		const [roots, lists] = this.roots(code, index);
		const found = (some: Root[]): Found[] =>
			grouped(
				some.flatMap(({ leaves }) =>
					leaves.flatMap((leaf) => {
						const group = groupOf(leaf);
						return group === undefined ? [] : [{ ...foundAt(leaf), group }];
					}),
				),
			);
		return [...found(roots), ...this.once(`${what} ${code}`, () => found(lists))];
	}

	/** What the last code read of the last item: the same is asked several times. */
	private last?: { code: string; index: number; roots: [Root[], Root[]] };

	private roots(code: string, index: number): [roots: Root[], lists: Root[]] {
		if (this.last?.code !== code || this.last.index !== index)
			this.last = { code, index, roots: this.rootsOf(code, index) };
		return this.last.roots;
	}

	/** The JSON of the item and, if code names them, of other nodes' items; and that of lists, which is the same for every item. */
	private rootsOf(code: string, index: number): [roots: Root[], lists: Root[]] {
		const proxy = this.context.getWorkflowDataProxy(index);
		const json = objectIn(proxy.$json);
		if (this.own?.holder.owner !== json) this.own = rootOf(json, '$json');
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

function grouped(found: Grouped[]): Found[] {
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
		return rootOf(json, `${path}${path.endsWith('.all()') ? `[${at}]` : ''}.json`);
	});
}

function orNothing<Value>(read: () => Value): Value | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}

function rootOf(owner: object, key: string): Root {
	const holder = { owner, key, name: key === '$json' ? key : 'json' };
	const root: Root = { holder, leaves: [], objects: [] };
	collect(root, holder);
	return root;
}

/** Adds all that an object or a list holds to a root. @param keys which of it, if there may be more than it has */
function collect(root: Root, holder: Holder, keys = Object.keys(holder.owner)): void {
	const { owner } = holder;
	const isList = Array.isArray(owner);
	if (!isList) root.objects.push(owner);
	// What other entries of a list have, an entry may lack.
	const ofEntries = isList ? new Set(owner.filter(isPlainObject).flatMap(Object.keys)) : undefined;
	for (const key of keys) {
		const value = (owner as Record<string, unknown>)[key];
		const isHolder = Array.isArray(value) ? value.length > 0 : isPlainObject(value);
		if (!isHolder) root.leaves.push({ value, holder, key });
		else {
			const inner = {
				owner: value as object,
				name: isList ? holder.name : key,
				parent: holder,
				key,
			};
			collect(root, inner, isPlainObject(value) && ofEntries ? [...ofEntries] : undefined);
		}
	}
}

function foundAt({ value, holder, key }: Leaf): Found {
	const places = [{ owner: holder.owner, key }];
	return { value, places, path: pathOf(holder, key) };
}

/** @param isGroup whether to leave out positions in lists */
function pathOf(holder: Holder, key: string, isGroup = false): string {
	const { parent, owner } = holder;
	const start = parent === undefined ? holder.key : pathOf(parent, holder.key, isGroup);
	if (Array.isArray(owner)) return isGroup ? start : `${start}[${key}]`;
	const step = IS_NAME.test(key) ? `.${key}` : `["${key}"]`;
	return (isGroup ? start.replace(/\[\d+\]/, '') : start) + step;
}

/** The field that an item lacks of those that code takes from it, one in the other. */
function lackingIn({ holder }: Root, fields: string[]): Grouped[] {
	let inner = holder;
	for (const key of fields) {
		if (!isPlainObject(inner.owner)) return [];
		if (!Object.hasOwn(inner.owner, key))
			return [{ ...foundAt({ value: undefined, holder: inner, key }), group: fields.join('.') }];
		const owner = (inner.owner as Record<string, unknown>)[key] as object;
		inner = { owner, name: key, parent: inner, key };
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
