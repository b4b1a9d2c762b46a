import type { IExecuteFunctions } from 'n8n-workflow';
import { isObject, listIn, objectIn } from '../basics';
import { isPlainObject } from './itemField';
import { IS_NAME, type Names } from './names';

/** A value in the data that expressions read; undefined for a field that is not there. */
export interface Found {
	value: unknown;
	/** Where it stands: several if code reads the entries of a list alike, or if nobody knows which object lacks it. */
	places: Array<{ owner: object; key: string }>;
	/** How an expression reads it, such as `$json.customer.name`. */
	path: string;
}

/** What stands in a place for a moment, by the name of the field and the value that is there. */
export type Mark = (key: string, value: unknown) => unknown;

/** An object or a list in the data. */
interface Holder {
	owner: object;
	path: string;
	/** Its path, but the same for all entries of a list. */
	group: string;
	/** The name of it or, of an entry of a list, that of the list. */
	name: string;
	/** Its keys, and those that it may lack. */
	keys: string[];
}

/** Code of an item. */
interface Read {
	code: string;
	names: Names;
	isStrict: boolean;
	item: { index: number };
	reading: { field: { name: string } };
}

/** The data that a run's expressions read: the item, and the items of the nodes that an expression names. */
export class ReadData {
	/** What is the same for all items: the names in code, and the lists of all items of a node. */
	private readonly known = new Map<string, unknown>();

	constructor(private readonly context: IExecuteFunctions) {}

	/** The values that code names, even if nothing has them, or that stand in what it names only as a whole. */
	named(read: Read, isWanted: (value: unknown) => boolean): Found[] {
		const inLists = (): Found[] => namedIn(this.lists(read), read, isWanted);
		const name = `named ${read.reading.field.name} ${read.code}`;
		return [...namedIn(this.single(read), read, isWanted), ...this.once(name, inLists)];
	}

	/** The values somewhere in what code may read. */
	anywhere(read: Read, isWanted: (value: unknown) => boolean): Found[] {
		const holders = [...this.single(read), ...this.lists(read)];
		return foundIn(holders, (_holder, _key, value) => (isWanted(value) ? '' : undefined));
	}

	/**
	 * What code names in the items of other nodes that this item does not come from: the first, the last, and the one at the
	 * same position. If n8n does not know where this item comes from, it is taken to be from that position.
	 */
	ofOtherItems(read: Read): Found[] {
		return this.nodes(read).flatMap(({ node, path }) => {
			const all = this.once(`all ${path}`, () => itemsOf(() => listIn(node().all()), path));
			const here = all[read.item.index];
			const [own = here] = itemsOf(() => [node().item], path);
			const others = [all[0], all.at(-1), here].filter((one) => one?.owner !== own?.owner);
			const holders = all.length < 2 ? [] : ([...new Set(others)] as Holder[]);
			return foundIn(holders.flatMap(holdersIn), (holder, key) =>
				read.names.has(key) ? stepTo(holder.path, key, holder) : undefined,
			);
		});
	}

	once<Value>(name: string, compute: () => Value): Value {
		if (!this.known.has(name)) this.known.set(name, compute());
		return this.known.get(name) as Value;
	}

	/** All that the item holds and, if code names them, single items of other nodes. */
	private single(read: Read): Holder[] {
		const { $json } = this.context.getWorkflowDataProxy(read.item.index);
		const others = read.names.hasLists ? [] : this.nodes(read);
		const items = others.flatMap(({ node, path }) => [
			...itemsOf(() => [node().item], `${path}.item`),
			...(read.names.hasOtherItems ? itemsOf(() => [node().first()], `${path}.first()`) : []),
			...(read.names.hasOtherItems ? itemsOf(() => [node().last()], `${path}.last()`) : []),
		]);
		return [holderOf(objectIn($json), '$json', '$json'), ...items].flatMap(holdersIn);
	}

	/** All that nodes hold whose lists code names, which is the same for every item. */
	private lists(read: Read): Holder[] {
		return this.once(`lists ${read.code}`, () =>
			(read.names.hasLists ? this.nodes(read) : [])
				.flatMap(({ node, path }) => itemsOf(() => listIn(node().all()), `${path}.all()`, true))
				.flatMap(holdersIn),
		);
	}

	private nodes({ names, item }: Read): Array<{ path: string; node: () => Node }> {
		if (names.nodes.length === 0) return [];
		const { $, $input } = this.context.getWorkflowDataProxy(item.index);
		return names.nodes.map((name) => ({
			path: name === '' ? '$input' : `$('${name}')`,
			node: () => (name === '' ? $input : $(name)),
		}));
	}
}

type Node = { item: unknown } & Record<'first' | 'last' | 'all', () => unknown>;

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
function holderAt(key: string, holder: Holder): Holder | undefined {
	const owner = (holder.owner as Record<string, unknown>)[key];
	if (!isHolder(owner)) return undefined;
	const path = stepTo(holder.path, key, holder);
	return Array.isArray(holder.owner)
		? holderOf(owner, path, holder.name, holder.group)
		: holderOf(owner, path, key, stepTo(holder.group, key, holder));
}

function stepTo(path: string, key: string, { owner }: Holder): string {
	if (Array.isArray(owner)) return `${path}[${key}]`;
	return IS_NAME.test(key) ? `${path}.${key}` : `${path}["${key}"]`;
}

/** An object or a list, and all that it holds. */
function holdersIn(holder: Holder): Holder[] {
	return [holder, ...holder.keys.flatMap((key) => holderAt(key, holder) ?? []).flatMap(holdersIn)];
}

/** The wanted values that code names, also those that it expects and objects lack. */
function namedIn(holders: Holder[], read: Read, isWanted: (value: unknown) => boolean): Found[] {
	const { has, isComputed, behind, fields } = read.names;
	// In a field that must be complete, some objects may lack what others have.
	const ofUnknown = [...fields].filter(
		(key) => read.isStrict || !holders.some(({ owner }) => Object.hasOwn(owner, key)),
	);
	// A key may be made of a whole object, in which much is empty.
	const isWhole = ({ owner, name, keys }: Holder): boolean =>
		has(name) &&
		(Array.isArray(owner) || isComputed || !(read.isStrict || keys.some((key) => has(key))));
	// What other entries of a list have, an entry may lack.
	const keysOf = new Map(holders.map(({ group }) => [group, new Set<string>()]));
	for (const { owner, path, group, keys } of holders)
		if (path !== group && !Array.isArray(owner))
			for (const key of keys) keysOf.get(group)!.add(key);
	const withNamed = holders.map((holder) => {
		const named = [...(behind.get(holder.name) ?? []), ...ofUnknown, ...keysOf.get(holder.group)!];
		const lacking = named.filter((key) => !Object.hasOwn(holder.owner, key));
		if (Array.isArray(holder.owner) || lacking.length === 0) return holder;
		return { ...holder, keys: [...holder.keys, ...new Set(lacking)] };
	});
	return foundIn(withNamed, (holder, key, value) => {
		const isKnown = behind.get(holder.name)?.has(key) || Object.hasOwn(holder.owner, key);
		const isNamed = !Array.isArray(holder.owner) && has(key);
		if (!(isNamed || isWhole(holder)) || !isWanted(value)) return undefined;
		if (!isKnown && ofUnknown.includes(key)) return `'${key}'`;
		return isNamed ? stepTo(holder.group, key, holder) : holder.group;
	});
}

/** The wanted values, as one if they are read alike. @param groupOf what names these alike; undefined if a value is not wanted */
function foundIn(
	holders: Holder[],
	groupOf: (holder: Holder, key: string, value: unknown) => string | undefined,
): Found[] {
	const groups = new Map<string, Found>();
	for (const holder of holders)
		for (const key of holder.keys) {
			const value = (holder.owner as Record<string, unknown>)[key];
			const group = isHolder(value) ? undefined : groupOf(holder, key, value);
			if (group === undefined) continue;
			const id = `${group} ${String(value)}`;
			const path = group === `'${key}'` ? group : stepTo(holder.path, key, holder);
			const found = groups.get(id) ?? { value, places: [], path };
			found.places.push({ owner: holder.owner, key });
			groups.set(id, found);
		}
	return [...groups.values()];
}

/** Evaluates with marks in some places of the data, which is as it was afterwards, in the same order. */
export function replaced<Value>(
	places: Found['places'],
	mark: Mark | undefined,
	evaluate: () => Value,
): Value {
	const before = places.map(({ owner, key }) => Object.getOwnPropertyDescriptor(owner, key));
	try {
		places.forEach(({ owner, key }, at) => {
			const value: unknown = mark?.(key, before[at]?.value);
			const flags = { configurable: true, enumerable: true, writable: true };
			Reflect.defineProperty(owner, key, { value, ...flags });
		});
		return evaluate();
	} finally {
		places.forEach(({ owner, key }, at) => {
			if (before[at] === undefined) Reflect.deleteProperty(owner, key);
			else Reflect.defineProperty(owner, key, before[at]);
		});
	}
}
