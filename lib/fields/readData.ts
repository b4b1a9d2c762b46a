import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject, listIn, objectIn } from '../basics';
import { isPlainObject } from './itemField';

/** A value in the data that expressions read; undefined for a field that is not there. */
export interface Found {
	value: unknown;
	/** Where it stands: several if code reads the entries of a list alike, or if nobody knows which object lacks it. */
	places: Array<{ owner: object; key: string }>;
	/** How an expression reads it, such as `$json.customer.name`. */
	path: string;
}

/** An object or a list in the data. */
interface Holder {
	owner: object;
	path: string;
	/** Its path, but the same for all entries of a list. */
	group: string;
	/** The name of it or, of an entry of a list, that of the list. */
	name: string;
	/** Its keys and, of an entry of a list, those of the others. */
	keys: string[];
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

/** What n8n itself offers, such as `$workflow` or a node: the name behind its dot is no field of an item. */
const OF_N8N = String.raw`\$(?:\w+|(?:node\[|\()['"\x60][^'"\x60]*['"\x60][\])])\??`;

/** Behind a dot, in brackets and quotes, or between the braces of what takes an object apart. */
const FIELDS = new RegExp(
	String.raw`(?=[\p{L}_$])(?:(?<=(?<!${OF_N8N})\.\s*|\[\s*['"\x60])|(?<=[{,]\s*)(?=${NAME}\s*[,}=]))${FIELD}`,
	'gu',
);

const NODES = /\$input\b|\$(?:\(|node\[|items\()\s*(['"`])(.+?)\1/g;

const LISTS = /\ball\b|\$items\b/;

/** What every item of n8n, and JavaScript's texts and lists have. */
const NO_FIELDS = new Set(['json', 'length']);

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

/** Chooses values of an object or a list; gives what each is read alike with, or undefined. */
type Choose = (holder: Holder) => (value: unknown, key: string) => string | undefined;

/** The data that a run's expressions read: the item, and the items of the nodes that an expression names. */
export class ReadData {
	/** What is the same for all items: the names in code, the lists of all items of a node, and what was found in these. */
	private readonly known = new Map<string, unknown>();

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
		return this.find(code, index, what, (holder) => {
			const { owner, group, name, keys } = holder;
			// A key may be made of a whole object, in which much is empty.
			const isWhole =
				all.has(name) && (Array.isArray(owner) || !(isStrict || keys.some((one) => all.has(one))));
			return (value, key) => {
				if (!isWanted(value)) return undefined;
				const isNamed = all.has(key) || (!IS_NAME.test(key) && code.includes(key));
				return isNamed ? stepTo(group, key, holder) : isWhole ? group : undefined;
			};
		});
	}

	/** The values somewhere in what code may read. */
	anywhere(code: string, index: number, isWanted: (value: unknown) => boolean): Found[] {
		return this.find(code, index, 'anywhere', () => (value) => (isWanted(value) ? '' : undefined));
	}

	/** The fields that code names and nothing has. @param isStrict also those that some objects have, and others lack */
	lacking(code: string, index: number, isStrict: boolean): Found[] {
		const { fields, chains } = this.namesIn(code);
		const { own, others, lists } = this.items(code, index);
		const inChains = chains.flatMap(({ isOwn, fields: chain }) => {
			const lackingOf = (items: Holder[]): Found[] =>
				items.flatMap((item) => lackingIn(item, chain));
			if (isOwn) return lackingOf([own]);
			const inLists = this.once(`lacking ${chain.join('.')} ${code}`, () => lackingOf(lists()));
			const [first] = inLists;
			const places = inLists.flatMap((one) => one.places);
			return [...lackingOf(others), ...(first === undefined ? [] : [{ ...first, places }])];
		});
		if (fields.size === 0) return inChains;
		const objects = [own, ...others]
			.flatMap(holdersIn)
			.flatMap(({ owner }) => (Array.isArray(owner) ? [] : owner));
		const elsewhere = [...fields].flatMap((key) => {
			const without = objects.filter((one) => !Object.hasOwn(one, key));
			const isLacking = isStrict ? without.length > 0 : without.length === objects.length;
			const places = without.map((owner) => ({ owner, key }));
			return isLacking ? [{ value: undefined, places, path: `'${key}'` }] : [];
		});
		return [...inChains, ...elsewhere];
	}

	namesIn(code: string): Names {
		return this.once(`names ${code}`, () => namesIn(code));
	}

	private find(code: string, index: number, what: string, choose: Choose): Found[] {
		const { own, others, lists } = this.items(code, index);
		return [
			...foundIn([own, ...others], choose),
			...this.once(`${what} ${code}`, () => foundIn(lists(), choose)),
		];
	}

	/** The JSON of the item and, if code names them, of other nodes' items; and that of lists, which is the same for every item. */
	private items(code: string, index: number) {
		const proxy = this.context.getWorkflowDataProxy(index);
		const own = holderOf(objectIn(proxy.$json), '$json', '$json');
		const nodes = this.namesIn(code).nodes.map((name) => ({
			path: name === '' ? '$input' : `$('${name}')`,
			node: (): Node => (name === '' ? proxy.$input : proxy.$(name)),
		}));
		if (LISTS.test(code)) {
			const lists = () =>
				nodes.flatMap(({ node, path }) =>
					itemsOf(() => listIn(node().all()), `${path}.all()`, true),
				);
			return { own, others: [], lists };
		}
		const others = nodes.flatMap(({ node, path }) => [
			...itemsOf(() => [node().item], `${path}.item`),
			...itemsOf(() => [node().first()], `${path}.first()`),
			...itemsOf(() => [node().last()], `${path}.last()`),
		]);
		return { own, others, lists: () => [] };
	}

	private once<Value>(name: string, compute: () => Value): Value {
		if (!this.known.has(name)) this.known.set(name, compute());
		return this.known.get(name) as Value;
	}
}

interface Node {
	item: unknown;
	first(): unknown;
	last(): unknown;
	all(): unknown;
}

/** The items that n8n gives, unless it refuses to; in the binary mode 'combined' of n8n 2.41, it gives their JSON alone. */
function itemsOf(read: () => unknown[], path: string, isList = false): Holder[] {
	try {
		return read()
			.filter(isObject)
			.map((item, at) => {
				const json = isObject(item.json) ? item.json : item;
				return holderOf(json, isList ? `${path}[${at}].json` : `${path}.json`, 'json', path);
			});
	} catch {
		return [];
	}
}

function holderOf(owner: object, path: string, name: string, group = path): Holder {
	return { owner, path, group, name, keys: Object.keys(owner) };
}

function isHolder(value: unknown): value is object {
	return Array.isArray(value) ? value.length > 0 : isPlainObject(value);
}

/** An object or a list under a key of another; undefined for any other value. */
function holderAt(key: string, holder: Holder, ofEntries?: string[]): Holder | undefined {
	const owner = (holder.owner as Record<string, unknown>)[key];
	if (!isHolder(owner)) return undefined;
	const path = stepTo(holder.path, key, holder);
	const inner = Array.isArray(holder.owner)
		? holderOf(owner, path, holder.name, holder.group)
		: holderOf(owner, path, key, stepTo(holder.group, key, holder));
	return ofEntries === undefined || Array.isArray(owner) ? inner : { ...inner, keys: ofEntries };
}

function stepTo(path: string, key: string, { owner }: Holder): string {
	if (Array.isArray(owner)) return `${path}[${key}]`;
	return IS_NAME.test(key) ? `${path}.${key}` : `${path}["${key}"]`;
}

/** An object or a list, and all that it holds. */
function holdersIn(holder: Holder): Holder[] {
	const { owner, keys } = holder;
	// What other entries of a list have, an entry may lack.
	const ofEntries = Array.isArray(owner)
		? [...new Set(owner.filter(isPlainObject).flatMap(Object.keys))]
		: undefined;
	const inner = keys.flatMap((key) => holderAt(key, holder, ofEntries) ?? []);
	return [holder, ...inner.flatMap(holdersIn)];
}

/** The chosen values, as one if they are read alike. */
function foundIn(items: Holder[], choose: Choose): Found[] {
	const groups = new Map<string, Found>();
	for (const holder of items.flatMap(holdersIn)) {
		const groupOf = choose(holder);
		for (const key of holder.keys) {
			const value = (holder.owner as Record<string, unknown>)[key];
			const group = isHolder(value) ? undefined : groupOf(value, key);
			if (group === undefined) continue;
			const id = `${group} ${String(value)}`;
			const found = groups.get(id) ?? { value, places: [], path: stepTo(holder.path, key, holder) };
			found.places.push({ owner: holder.owner, key });
			groups.set(id, found);
		}
	}
	return [...groups.values()];
}

/** The field that an item lacks of those that code takes from it, one in the other. */
function lackingIn(item: Holder, fields: string[]): Found[] {
	let holder: Holder | undefined = item;
	for (const key of fields) {
		if (holder === undefined || Array.isArray(holder.owner)) return [];
		const { owner, path }: Holder = holder;
		if (!Object.hasOwn(owner, key))
			return [{ value: undefined, places: [{ owner, key }], path: stepTo(path, key, holder) }];
		holder = holderAt(key, holder);
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
