import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { continuing, messagingNode, outputOf, useScene } from '../../support/scene';
import { asJson } from '../../support/variables';
import { giving, line, manualTrigger } from '../../support/workflowNodes';

const scene = useScene();

const text = { ...OPERATIONS['message.sendText'], customerId: '5001', text: 'Hello' };

const template = { ...OPERATIONS['template.send'], templateId: '104' };

/** A send that has this expression in the field. */
const SENDS: Record<string, (typed: string) => IDataObject> = {
	text: (typed) => ({ ...text, text: typed }),
	json: (typed) => ({
		...{ ...template, templateId: '111', customerPhone: '+12025550101' },
		...asJson(typed),
	}),
	phone: (typed) => ({ ...template, customerPhone: typed }),
	id: (typed) => ({ ...text, customerId: typed }),
	key: (typed) => ({ ...text, messageKey: typed }),
};

const FIELDS: Record<string, string> = {
	text: "'Text'",
	json: "'Variables (JSON)'",
	phone: "'Customer Phone'",
	id: "'Customer ID'",
	key: "'Message Key'",
};

/** A row of the table. */
interface Row {
	field: string;
	typed: string;
	items: IDataObject[];
	/** A node behind the items, and what it gives. */
	behind?: [name: string, json: IDataObject];
	right: string;
	/** As the table has it. */
	item: string;
}

const bases = new Map<string, IDataObject>();

/** The item, or with `path=values` one for each of the values. */
function itemsIn(written: string): IDataObject[] {
	const [, name, rest = ''] = /^(\{\}(?= \S+=)|\S+?)(?: (\S+=.*))?$/s.exec(written) ?? [];
	const item = bases.get(name!) ?? (JSON.parse(rest === '' ? written : name!) as IDataObject);
	if (rest === '') return [item];
	const [place, values] = [rest.slice(0, rest.indexOf('=')), rest.slice(rest.indexOf('=') + 1)];
	return values.split('|').map((value) => {
		const changed = structuredClone(item);
		const names = place.split('.');
		const last = names.pop()!;
		const holder = names.reduce((inner, one) => inner[one] as IDataObject, changed);
		if (value === '-') delete holder[last];
		else holder[last] = JSON.parse(value) as IDataObject;
		return changed;
	});
}

function rowIn(written: string): Row[] {
	const [field, typed, item, right] = written.split('\t') as [string, string, string, string];
	if (field.startsWith('@')) bases.set(field, JSON.parse(typed) as IDataObject);
	if (right === undefined) return [];
	const [own, behind] = item.split(/ > (?=[^{}"]+ \{)/) as [string, string?];
	const at = behind?.indexOf(' {') ?? 0;
	const node: Row['behind'] =
		behind === undefined
			? undefined
			: [behind.slice(0, at), JSON.parse(behind.slice(at)) as IDataObject];
	return [{ field, typed, items: itemsIn(own), behind: node, right, item }];
}

const ROWS = readFileSync(path.join(__dirname, 'expressions.txt'), 'utf8')
	.split('\n')
	.filter((written) => !written.startsWith('#'))
	.flatMap(rowIn);

/** Sends over each item by itself, because an expression may look at all of them. */
async function outcomes({ field, typed, items, behind }: Row) {
	const outputs = [];
	for (const item of items) {
		const node = messagingNode(SENDS[field]!(`=${typed}`), continuing) as never;
		const between = behind ? [giving(...behind)] : [];
		const workflow = line('Messaging', [manualTrigger(), ...between, node]);
		const [output] = outputOf(await scene.runWorkflow(workflow, [item]));
		outputs.push(String(output!.error));
	}
	const sent = scene.sandbox.accepted.map(({ recipient, content }) =>
		field === 'phone' || field === 'id' ? recipient : content.body,
	);
	return { errors: outputs, sent };
}

test.each(ROWS.map((row) => [row.field, row.typed, row.item, row.right, row] as const))(
	'%s: %s with %s is %s',
	async (field, _typed, _item, right, row) => {
		const { errors, sent } = await outcomes(row);
		if (right.startsWith('refused')) {
			expect(sent).toEqual([]);
			for (const error of errors) {
				expect(error.startsWith(FIELDS[field]!)).toBe(true);
				expect(error.replace(/\{\{.*?(?:\}\}|…)(?= )/s, '')).toContain(
					right.slice('refused '.length),
				);
			}
			return;
		}
		expect(errors).toEqual(row.items.map(() => 'undefined'));
		expect(sent).toHaveLength(row.items.length);
		if (right !== 'sent') expect(sent).toEqual([right.startsWith('"') ? JSON.parse(right) : right]);
	},
);
