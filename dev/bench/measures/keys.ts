import type { ContenderName } from '../contenders';
import type { Extent } from '../extent';
import { atMost, median, milliseconds, ratio, seconds, times, type Section } from '../report';
import { race, type ServiceProcess } from '../processes';

/** Whose costs are compared: the same messages without a key and with one. */
const NAMES: ContenderName[] = ['This node', 'This node, with keys'];

/** What *Message Key* costs: 1,000 sends, one send where many keys are remembered, and one large run. */
export async function measureKeys(
	service: ServiceProcess,
	{ rounds, sends, items }: Extent,
): Promise<Section> {
	const jobs = [
		{ what: `${sends} sends`, count: sends, remembered: 0, rounds },
		{ what: `one send, ${items / 2} keys remembered`, count: 1, remembered: items / 2, rounds },
		{ what: `${items} sends in one run`, count: items, remembered: 0, rounds: 1 },
	];
	const rows: string[][] = [];
	const verdicts: Section['verdicts'] = [];
	for (const { what, count, remembered, rounds: turns } of jobs) {
		const job = { job: 'texts', count, remembered } as const;
		const costs = await race(service, NAMES, job, { rounds: turns, latency: 0 });
		for (const name of NAMES) {
			rows.push([
				`${what}: ${name}`,
				seconds(median(costs(name, 'wall'))),
				milliseconds(median(costs(name, 'cpu'))),
				String(costs(name, 'storeCalls')[0]),
			]);
		}
		const [without, withKeys] = NAMES.map((name) => costs(name, 'cpu')) as [number[], number[]];
		verdicts.push(
			atMost(`${what}: CPU with keys, of that without`, 1.5, ratio(withKeys, without), times),
		);
	}
	return {
		title: 'Message keys',
		description: `Texts to different customers; the service answers at once. What is remembered lies in this process's memory as JSON, read and written whole at each call as n8n does; the database itself is not measured. Medians of ${rounds} rounds; the large run has one.`,
		table: [['', 'time', 'CPU', 'calls of the store'], ...rows],
		verdicts,
	};
}
