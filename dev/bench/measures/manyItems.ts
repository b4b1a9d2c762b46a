import { runInNewProcess, type ServiceProcess } from '../processes';
import type { ContenderName } from '../contenders';
import type { Extent } from '../extent';
import { atMost, kilobytes, megabytes, seconds, type Section } from '../report';

/** A short answer time, so that the node that sends one at a time finishes; memory does not depend on it. */
const LATENCY = 5;

/** More file descriptors than its sends in flight and n8n itself can explain. */
const MOST_DESCRIPTORS = 200;

/** 20,000 items in one execution, and 50,000: whether all arrive, and the memory and descriptors they take. */
export async function measureManyItems(
	service: ServiceProcess,
	{ items, mostItems }: Extent,
): Promise<Section> {
	// `mostMemory` is the target: the most bytes an item may take.
	const executions: Array<{ name: ContenderName; count: number; mostMemory?: number }> = [
		{ name: 'This node', count: items, mostMemory: 20_000 },
		{ name: 'This node', count: mostItems, mostMemory: 12_000 },
		{ name: 'HTTP Request', count: items },
		{ name: 'HTTP Request, batches of 50', count: items },
		{ name: 'Telegram', count: items },
	];
	const rows: string[][] = [];
	const remarks: string[] = [];
	const verdicts: Section['verdicts'] = [];
	for (const { name, count, mostMemory } of executions) {
		const { sent, answered, problem, wall, peakMemory, mostDescriptors } = await runInNewProcess(
			name,
			service,
			{
				first: { job: 'texts', count: 500 },
				job: { job: 'texts', count },
				settings: { latency: LATENCY },
			},
		);
		const perItem = peakMemory / count;
		rows.push([
			name,
			`${sent} of ${count}`,
			seconds(wall),
			megabytes(peakMemory),
			kilobytes(perItem),
			String(mostDescriptors),
		]);
		if (problem !== undefined)
			remarks.push(`${name}: the service took ${answered} messages, then “${problem}”`);
		if (mostMemory === undefined) continue;
		verdicts.push(
			{
				what: `${count} items in one execution`,
				target: 'all sent',
				measured: String(sent),
				met: sent === count && answered === count,
			},
			atMost(`${count} items: peak memory an item`, mostMemory, perItem, kilobytes),
			atMost(`${count} items: file descriptors`, MOST_DESCRIPTORS, mostDescriptors, String),
		);
	}
	return {
		title: 'Many items in one execution',
		description: `The service answers after ${LATENCY} ms. Peak memory is what the process takes more than before, with the garbage collected; it includes the execution’s data as n8n stores it at the end. Each contender has a new process and sends 500 messages first.`,
		table: [['', 'sent', 'time', 'peak memory', 'an item', 'most file descriptors'], ...rows],
		verdicts,
		remarks,
	};
}
