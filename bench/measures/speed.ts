import { ContenderProcess, type Measurement } from '../contenderProcess';
import type { ContenderName } from '../contenders';
import { IN_FLIGHT, type TextJob } from '../contenders/contender';
import type { Extent } from '../extent';
import { milliseconds, seconds, times, type Section } from '../report';
import type { ServiceProcess } from '../serviceProcess';
import { median, ratio } from '../statistics';

const LATENCY = 50;

const CONTESTANTS: ContenderName[] = [
	'This node',
	'This node, 100 in flight',
	'HTTP Request',
	'HTTP Request, batches of 10',
	'Telegram',
	'Bare fetch loop',
	'Plain axios, new agent a request',
];

/** 1,000 sends, everything at its defaults: how long they take, and how much CPU time. */
export async function measureSpeed(service: ServiceProcess, { rounds, sends }: Extent): Promise<Section> {
	const results = await race(service, CONTESTANTS, { job: 'texts', count: sends }, { rounds, latency: LATENCY });
	const wall = (name: ContenderName): number[] => results.get(name)!.map((result) => result.wall);
	const cpu = (name: ContenderName): number[] => results.get(name)!.map((result) => result.cpu / sends);
	const faster = ratio(wall('Telegram'), wall('This node'));
	const asHttpRequest = ratio(wall('This node'), wall('HTTP Request'));
	const asLoop = ratio(wall('This node'), wall('Bare fetch loop'));
	const with100AsHttpRequest = ratio(wall('This node, 100 in flight'), wall('HTTP Request'));
	const leastTime = Math.ceil(sends / IN_FLIGHT) * LATENCY;
	const cpuAsHttpRequest = ratio(cpu('This node'), cpu('HTTP Request'));
	return {
		title: `${sends} sends to different customers`,
		description: `The service answers after ${LATENCY} ms. Recipient and text are expressions. The bare loop and plain axios keep ${IN_FLIGHT} requests in flight, as this node does by default. Medians of ${rounds} rounds, in which the contenders take turns.`,
		table: [
			['', 'time', 'CPU a send', 'most in flight', 'most file descriptors'],
			...CONTESTANTS.map((name) => [
				name,
				seconds(median(wall(name))),
				milliseconds(median(cpu(name))),
				String(Math.max(...results.get(name)!.map((result) => result.mostInFlight))),
				String(Math.max(...results.get(name)!.map((result) => result.mostDescriptors))),
			]),
		],
		verdicts: [
			{ what: 'Telegram’s time', target: 'at least 15 x', measured: times(faster), met: faster >= 15 },
			{ what: 'time, of HTTP Request’s', target: 'at most 1 x', measured: times(asHttpRequest), met: asHttpRequest <= 1 },
			{ what: 'time, of the bare loop’s', target: 'at most 1.3 x', measured: times(asLoop), met: asLoop <= 1.3 },
			{ what: 'CPU a send, of HTTP Request’s', target: 'at most 0.6 x', measured: times(cpuAsHttpRequest), met: cpuAsHttpRequest <= 0.6 },
		],
		remarks: [
			`${sends} sends with ${IN_FLIGHT} in flight cannot take less than ${seconds(leastTime)}. The HTTP Request node has all of them in flight at once, so where it needs less CPU time than that, it is done sooner. With 100 in flight this node takes ${times(with100AsHttpRequest)} its time.`,
		],
	};
}

/** The same with fields that are no expressions: what it costs to get a message through n8n. */
export async function measureFixedFields(service: ServiceProcess, { rounds, sends }: Extent): Promise<Section> {
	const names: ContenderName[] = ['This node', 'Plain axios, new agent a request'];
	const results = await race(service, names, { job: 'texts', count: sends, fixed: true }, { rounds, latency: 0 });
	const cpu = (name: ContenderName): number[] => results.get(name)!.map((result) => result.cpu / sends);
	const asAxios = ratio(cpu('This node'), cpu('Plain axios, new agent a request'));
	return {
		title: `${sends} sends with fields that are no expressions`,
		description: `All messages are the same and go to one customer, so this node sends them one after the other, and so does plain axios. The service answers at once. Medians of ${rounds} rounds.`,
		table: [['', 'CPU a send'], ...names.map((name) => [name, milliseconds(median(cpu(name)))])],
		verdicts: [
			{ what: 'CPU a send without expressions, of plain axios’', target: 'at most 1.5 x', measured: times(asAxios), met: asAxios <= 1.5 },
		],
	};
}

interface RaceResult extends Measurement {
	mostInFlight: number;
}

/** Lets the contenders take turns, each in a process that stays, so that all are warm. */
async function race(
	service: ServiceProcess,
	names: ContenderName[],
	job: TextJob,
	{ rounds, latency }: { rounds: number; latency: number },
): Promise<Map<ContenderName, RaceResult[]>> {
	const contenders = new Map<ContenderName, ContenderProcess>();
	const results = new Map<ContenderName, RaceResult[]>(names.map((name) => [name, []]));
	try {
		for (const name of names) {
			const contender = await ContenderProcess.start(name, service.address);
			contenders.set(name, contender);
			await service.set({ latency: 0 });
			await contender.run(job);
		}
		for (let round = 0; round < rounds; round++) {
			for (const [name, contender] of contenders) {
				await service.set({ latency });
				const result = await contender.run(job);
				const { answered, mostInFlight } = await service.counts();
				if (result.sent !== job.count || answered !== job.count) {
					throw new Error(`${name} sent ${answered} of ${job.count}: ${result.problem ?? 'it does not say why'}`);
				}
				results.get(name)!.push({ ...result, mostInFlight });
			}
		}
	} finally {
		for (const contender of contenders.values()) await contender.stop();
	}
	return results;
}
