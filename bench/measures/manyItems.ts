import { ContenderProcess } from '../contenderProcess';
import type { ContenderName } from '../contenders';
import type { Extent } from '../extent';
import { kilobytes, megabytes, seconds, type Section } from '../report';
import type { ServiceProcess } from '../serviceProcess';

/** A short answer time: the memory does not depend on it, and the one-at-a-time node gets done. */
const LATENCY = 5;

const CONTESTANTS: ContenderName[] = ['This node', 'HTTP Request', 'HTTP Request, batches of 50', 'Telegram'];

/** The most memory an item may take, in bytes. */
const MOST_MEMORY = 15_000;

/** More file descriptors than this node can explain: its sends in flight, and what n8n itself has. */
const MOST_DESCRIPTORS = 200;

/** 20,000 items in one execution: whether all arrive, and the memory and descriptors they take. */
export async function measureManyItems(service: ServiceProcess, { items }: Extent): Promise<Section> {
	const rows: string[][] = [];
	const remarks: string[] = [];
	const verdicts: Section['verdicts'] = [];
	for (const name of CONTESTANTS) {
		const contender = await ContenderProcess.start(name, service.address);
		try {
			await service.set({ latency: 0 });
			await contender.run({ job: 'texts', count: 500 });
			await service.set({ latency: LATENCY });
			const result = await contender.run({ job: 'texts', count: items });
			const { answered } = await service.counts();
			const perItem = (result.peakMemory - result.baseMemory) / items;
			rows.push([
				name,
				`${result.sent} of ${items}`,
				seconds(result.wall),
				megabytes(result.peakMemory - result.baseMemory),
				kilobytes(perItem),
				String(result.mostDescriptors),
			]);
			if (result.problem !== undefined) remarks.push(`${name}: the service took ${answered} messages, then “${result.problem}”`);
			if (name !== 'This node') continue;
			verdicts.push(
				{ what: `${items} items in one execution`, target: 'all sent', measured: String(result.sent), met: result.sent === items && answered === items },
				{ what: 'peak memory an item', target: `at most ${MOST_MEMORY / 1000} kB`, measured: kilobytes(perItem), met: perItem <= MOST_MEMORY },
				{ what: 'file descriptors', target: `at most ${MOST_DESCRIPTORS}`, measured: String(result.mostDescriptors), met: result.mostDescriptors <= MOST_DESCRIPTORS },
			);
		} finally {
			await contender.stop();
		}
	}
	return {
		title: `${items} items in one execution`,
		description: `The service answers after ${LATENCY} ms. Peak memory is what the process takes more than before, with the garbage collected; it includes the execution’s data as n8n stores it at the end. Each contender has a new process and sends 500 messages first.`,
		table: [['', 'sent', 'time', 'peak memory', 'an item', 'most file descriptors'], ...rows],
		verdicts,
		remarks,
	};
}
