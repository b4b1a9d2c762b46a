import type { ContenderName } from '../contenders';
import { IN_FLIGHT, type MessageJob, type MessageKind } from '../contenders/contender';
import type { Extent } from '../extent';
import { race, type RaceCosts, type ServiceProcess } from '../processes';
import { atMost, median, milliseconds, ratio, seconds, times, type Section } from '../report';

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
	const names: ContenderName[] = [...CONTESTANTS, 'Telegram'];
	const { section, costs } = await measureKind(service, extent, 'texts', names, {
		title: 'texts to different customers',
		fields: 'Recipient and text are expressions.',
	});
	const faster = ratio(costs('Telegram', 'wall'), costs('This node', 'wall'));
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
	const { section } = await measureKind(service, extent, 'templates', CONTESTANTS, {
		title: 'templates with three variables to different customers',
		fields: 'Recipient and variables are expressions.',
	});
	return section;
}

async function measureKind(
	service: ServiceProcess,
	{ rounds, sends }: Extent,
	kind: MessageKind,
	names: ContenderName[],
	{ title, fields }: { title: string; fields: string },
): Promise<{ section: Section; costs: RaceCosts }> {
	const job: MessageJob = { job: kind, count: sends };
	const costs = await race(service, names, job, { rounds, latency: LATENCY });
	const compared = (cost: 'wall' | 'cpu', name: ContenderName, other: ContenderName): number =>
		ratio(costs(name, cost), costs(other, cost));
	const with100 = compared('wall', 'This node, 100 in flight', 'HTTP Request');
	const asLoop = compared('wall', 'This node', 'Bare fetch loop');
	const cpu = compared('cpu', 'This node', 'HTTP Request');
	const section = {
		title: `${sends} ${title}`,
		description: `The service answers after ${LATENCY} ms. ${fields} The bare loop and plain axios keep ${IN_FLIGHT} requests in flight, as this node does by default. Medians of ${rounds} rounds, in which the contenders take turns.`,
		table: [
			['', 'time', 'CPU a send', 'most in flight', 'most file descriptors'],
			...names.map((name) => [
				name,
				seconds(median(costs(name, 'wall'))),
				milliseconds(median(costs(name, 'cpu')) / sends),
				String(Math.max(...costs(name, 'mostInFlight'))),
				String(Math.max(...costs(name, 'mostDescriptors'))),
			]),
		],
		verdicts: [
			atMost(`${kind}: time with 100 in flight, of HTTP Request’s`, 0.8, with100, times),
			atMost(`${kind}: time with ${IN_FLIGHT} in flight, of the bare loop’s`, 1.25, asLoop, times),
			atMost(`${kind}: CPU a send, of HTTP Request’s`, 0.6, cpu, times),
		],
	};
	return { section, costs };
}

/** The same with fields that are no expressions: what it costs to get a message through n8n. */
export async function measureFixedFields(
	service: ServiceProcess,
	{ rounds, sends }: Extent,
): Promise<Section> {
	const names: ContenderName[] = ['This node', 'Plain axios, new agent a request'];
	const job: MessageJob = { job: 'texts', count: sends, fixed: true };
	const costs = await race(service, names, job, { rounds, latency: 0 });
	const [cpu, cpuOfAxios] = names.map((name) => costs(name, 'cpu')) as [number[], number[]];
	return {
		title: `${sends} sends with fields that are no expressions`,
		description: `All messages are the same and go to one customer, so this node sends them one after the other, and so does plain axios. The service answers at once. Medians of ${rounds} rounds.`,
		table: [
			['', 'CPU a send'],
			...names.map((name) => [name, milliseconds(median(costs(name, 'cpu')) / sends)]),
		],
		verdicts: [
			atMost('CPU a send without expressions, of plain axios’', 1.5, ratio(cpu, cpuOfAxios), times),
		],
	};
}

/** One template in each execution: what it costs that the template is read first. */
export async function measureOneSend(service: ServiceProcess, { sends }: Extent): Promise<Section> {
	const rounds = sends / 10;
	const names: ContenderName[] = ['This node', 'This node, unchecked', 'HTTP Request'];
	const job: MessageJob = { job: 'templates', count: 1 };
	const costs = await race(service, names, job, { rounds, latency: LATENCY });
	return {
		title: 'One template in a separate execution',
		description: `The service answers after ${LATENCY} ms. *Check Variables* is on unless said otherwise, so the template is read before it is sent. Medians of ${rounds} rounds, in which the contenders take turns.`,
		table: [
			['', 'time', 'CPU'],
			...names.map((name) => [
				name,
				milliseconds(median(costs(name, 'wall'))),
				milliseconds(median(costs(name, 'cpu'))),
			]),
		],
		verdicts: [],
	};
}
