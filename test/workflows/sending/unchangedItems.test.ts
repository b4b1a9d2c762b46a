import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { OPERATIONS } from '../../support/operations';
import { continuing, messagingNode, useScene } from '../../support/scene';
import { giving, line, manualTrigger } from '../../support/workflowNodes';

const scene = useScene();

/** Items with gaps of every kind, in an order of keys that no sorting gives. */
const itemsWithGaps = (): INodeExecutionData[] =>
	['', null, ' ', undefined, '#N/A', [], {}, false, '0001-01-01'].map((gap, index) => ({
		json: {
			...{
				z: 1,
				title: gap as string,
				a: null,
				first: 'Ana',
				last: '',
				code: '',
				phone: '2025550101',
			},
			...{ list: [{ name: gap as string, qty: 1 }, { name: 'Desk' }], none: [], words: ['', null] },
			...{ customer: { name: gap as string, address: { zip: null, city: 'Nantes' } }, m: index },
			at: new Date(0) as unknown as string,
		},
		pairedItem: { item: index },
	}));

/** All that a value holds, with the order of its keys, and what JSON leaves out. */
function contentOf(value: unknown): unknown {
	if (value instanceof Date) return ['date', value.getTime()];
	if (typeof value !== 'object' || value === null) return [typeof value, value];
	const described = Reflect.ownKeys(value).map((key) => {
		const { value: inner, ...flags } = Object.getOwnPropertyDescriptor(value, key)!;
		return [String(key), flags, contentOf(inner)];
	});
	return [Object.getPrototypeOf(value) === Array.prototype, Object.isExtensible(value), described];
}

const CODES = [
	"'Dear ' + $json.title + ' ' + $json.first",
	"'Dear ' + ($json.title || 'customer')",
	"(() => { const d = $json; return 'Dear ' + d.title + d.missing })()",
	'(({ title, customer: { name } }) => title + name)($json)',
	"$json.list.map(({ name, qty }) => name + ' x ' + qty).join(', ')",
	"'None: ' + $json.none.map((one) => one.name).join(', ')",
	'JSON.stringify({ ...$json })',
	"Object.keys($json).join(', ') + $json.title",
	// Code that fails, at once or only if something is there.
	'$json.title.nothing.here',
	"(() => { throw new Error('No ' + $json.title) })()",
	"(() => { if ($json.title) throw new Error('there'); return 'Dear ' + $json.title })()",
	'$json.title.toFixed(2) + $json.last',
	"DateTime.fromISO($json.title).toFormat('d LLLL')",
	"$json.title.toDateTime().toFormat('d LLLL')",
	"$('Nowhere').item.json.title + $json.title",
	'(() => { let n = 0; for (let i = 0; i < 2e5; i++) n += i; return n + $json.title })()',
	'(() => { const again = () => again() + 1; return $json.title + again() })()',
	// Other nodes' items
	"'Dear ' + $('Start').item.json.title",
	"$('Start').all().map((one) => one.json.title).join(', ') + $json.first",
	'$node["Start"].json.customer.name + $node["Order"].json.note',
	"$('Order').first().json.note + $('Order').last().json.missing",
	'$input.all().map(({ json }) => json.title).join() + $input.item.json.last',
	"$items('Order')[0].json.note + $('Start').first().json.last",
];

test.each(CODES)('{{ %s }} leaves every item as it was', async (code) => {
	const order = { note: '', number: 'A-1001', zeta: null, alpha: [] };
	for (const hasOrder of [false, true]) {
		if (!hasOrder && code.includes('Order')) continue;
		const given = itemsWithGaps();
		const before = contentOf(given);
		const orders = given.map(() => contentOf(order));
		const parameters = {
			...{ ...OPERATIONS['template.send'], templateId: '104' },
			customerPhone: `={{ '+' + $json.code + $json.phone }}`,
			...{ specifyVariables: 'json', variablesJson: `={{ { "1": ${code} } }}` },
			messageKey: `={{ 'key ' + ${code} }}`,
		};
		const text = { ...OPERATIONS['message.sendText'], customerId: '5001', text: `={{ ${code} }}` };
		for (const each of [parameters, text] as IDataObject[]) {
			const between = hasOrder ? [giving('Order', order)] : [];
			const node = messagingNode(each, continuing) as never;
			const workflow = line('Messaging', [manualTrigger(), ...between, node]);
			const execution = await scene.runWorkflow(workflow, given);
			// The pinned data are these very items.
			expect(contentOf(given)).toEqual(before);
			const started = execution.items('Start').map(({ json }) => json);
			expect(contentOf(started)).toEqual(contentOf(given.map(({ json }) => json)));
			if (!hasOrder) continue;
			expect(execution.items('Order').map(({ json }) => contentOf(json))).toEqual(orders);
		}
	}
});
