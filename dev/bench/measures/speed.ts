import { ContenderProcess, type Measurement, type ServiceProcess } from '../processes';
import type { ContenderName } from '../contenders';
import { IN_FLIGHT, type MessageJob } from '../contenders/contender';
import type { Extent } from '../extent';
import { atMost, median, ratio, milliseconds, seconds, times, type Section } from '../report';

const LATENCY = 50;

const CONTESTANTS: ContenderName[] = [
	'This node',
	'This node, 100 in flight',
	'HTTP Request',
	'HTTP Request, batches of 10',
	'Bare fetch loop',
	'Plain axios, new agent a request',
];

/** 1,000 texts, everything at its defaults: how long they take, and how much CPU time. */
export async function measureTexts(service: ServiceProcess, extent: Extent): Promise<Section> {
	const results = await race(
		service,
		[...CONTESTANTS, 'Telegram'],
		{ job: 'texts', count: extent.sends },
		{ ...extent, latency: LATENCY },
	);
	const faster = ratio(wallTimes(results, 'Telegram'), wallTimes(results, 'This node'));
	const section = speedSection(results, extent, {
		title: `${extent.sends} texts to different customers`,
		fields: 'Recipient and text are expressions.',
		what: 'texts',
	});
	section.verdicts.unshift({
		what: 'texts: Telegram’s time',
		target: 'at least 15 x',
		measured: times(faster),
		met: faster >= 15,
	});
	return section;
}

/** The same with templates, which the Telegram node does not have. */
export async function measureTemplates(service: ServiceProcess, extent: Extent): Promise<Section> {
	const results = await race(
		service,
		CONTESTANTS,
		{ job: 'templates', count: extent.sends },
		{ ...extent, latency: LATENCY },
	);
	return speedSection(results, extent, {
		title: `${extent.sends} templates with three variables to different customers`,
		fields: 'Recipient and variables are expressions.',
		what: 'templates',
	});
}

function speedSection(
	results: RaceResults,
	{ rounds, sends }: Extent,
	{ title, fields, what }: { title: string; fields: string; what: string },
): Section {
	const cpu = (name: ContenderName): number[] =>
		results.get(name)!.map((result) => result.cpu / sends);
	const with100AsHttpRequest = ratio(
		wallTimes(results, 'This node, 100 in flight'),
		wallTimes(results, 'HTTP Request'),
	);
	const asLoop = ratio(wallTimes(results, 'This node'), wallTimes(results, 'Bare fetch loop'));
	const cpuAsHttpRequest = ratio(cpu('This node'), cpu('HTTP Request'));
	return {
		title,
		description: `The service answers after ${LATENCY} ms. ${fields} The bare loop and plain axios keep ${IN_FLIGHT} requests in flight, as this node does by default. Medians of ${rounds} rounds, in which the contenders take turns.`,
		table: [
			['', 'time', 'CPU a send', 'most in flight', 'most file descriptors'],
			...Array.from(results, ([name, measured]) => [
				name,
				seconds(median(wallTimes(results, name))),
				milliseconds(median(cpu(name))),
				String(Math.max(...measured.map((result) => result.mostInFlight))),
				String(Math.max(...measured.map((result) => result.mostDescriptors))),
			]),
		],
		verdicts: [
			atMost(
				`${what}: time with 100 in flight, of HTTP Request’s`,
				0.8,
				with100AsHttpRequest,
				times,
			),
			atMost(`${what}: time with ${IN_FLIGHT} in flight, of the bare loop’s`, 1.25, asLoop, times),
			atMost(`${what}: CPU a send, of HTTP Request’s`, 0.6, cpuAsHttpRequest, times),
		],
	};
}

function wallTimes(results: RaceResults, name: ContenderName): number[] {
	return results.get(name)!.map(({ wall }) => wall);
}

/** The same with fields that are no expressions: what it costs to get a message through n8n. */
export async function measureFixedFields(
	service: ServiceProcess,
	{ rounds, sends }: Extent,
): Promise<Section> {
	const names: ContenderName[] = ['This node', 'Plain axios, new agent a request'];
	const results = await race(
		service,
		names,
		{ job: 'texts', count: sends, fixed: true },
		{ rounds, latency: 0 },
	);
	const cpu = (name: ContenderName): number[] =>
		results.get(name)!.map((result) => result.cpu / sends);
	const asAxios = ratio(cpu('This node'), cpu('Plain axios, new agent a request'));
	return {
		title: `${sends} sends with fields that are no expressions`,
		description: `All messages are the same and go to one customer, so this node sends them one after the other, and so does plain axios. The service answers at once. Medians of ${rounds} rounds.`,
		table: [['', 'CPU a send'], ...names.map((name) => [name, milliseconds(median(cpu(name)))])],
		verdicts: [atMost('CPU a send without expressions, of plain axios’', 1.5, asAxios, times)],
	};
}

/** One template in each execution: what it costs that the template is read first. */
export async function measureOneSend(service: ServiceProcess, { sends }: Extent): Promise<Section> {
	const rounds = Math.min(sends, 100);
	const names: ContenderName[] = ['This node', 'This node, unchecked', 'HTTP Request'];
	const results = await race(
		service,
		names,
		{ job: 'templates', count: 1 },
		{ rounds, latency: LATENCY },
	);
	const cpu = (name: ContenderName): number[] => results.get(name)!.map((result) => result.cpu);
	return {
		title: 'One template in a separate execution',
		description: `The service answers after ${LATENCY} ms. *Check Variables* is on unless said otherwise, so the template is read before it is sent. Medians of ${rounds} rounds, in which the contenders take turns.`,
		table: [
			['', 'time', 'CPU'],
			...names.map((name) => [
				name,
				milliseconds(median(wallTimes(results, name))),
				milliseconds(median(cpu(name))),
			]),
		],
		verdicts: [],
	};
}

interface RaceResult extends Measurement {
	mostInFlight: number;
}

type RaceResults = Map<ContenderName, RaceResult[]>;

/** The contenders take turns, each in a process that keeps running, so that all are warm. */
export async function race(
	service: ServiceProcess,
	names: ContenderName[],
	job: MessageJob,
	{ rounds, latency }: { rounds: number; latency: number },
): Promise<RaceResults> {
	const contenders = new Map<ContenderName, ContenderProcess>();
	const results: RaceResults = new Map(names.map((name) => [name, []]));
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
					throw new Error(
						`${name} sent ${answered} of ${job.count}: ${result.problem ?? 'it does not say why'}`,
					);
				}
				results.get(name)!.push({ ...result, mostInFlight });
			}
		}
	} finally {
		for (const contender of contenders.values()) await contender.stop();
	}
	return results;
}
