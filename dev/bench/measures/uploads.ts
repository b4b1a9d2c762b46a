import type { ContenderName } from '../contenders';
import type { Extent } from '../extent';
import { runInNewProcess, type ServiceProcess } from '../processes';
import { atMost, megabytes, seconds, type Section } from '../report';

const CONTESTANTS: ContenderName[] = ['This node', 'HTTP Request', 'Telegram'];

/** The most that a large upload may raise the memory, in bytes. */
const MOST_MEMORY = 100e6;

/** The bytes of an upload after which the service cuts the connection. */
const CUT_AFTER = 1e6;

/** A small file uploaded first, so that the code is loaded before anything is measured. */
const FIRST = { job: 'uploads', count: 1, size: 1e6 } as const;

/** Uploads from disk: the memory they take, and what is left open after they failed. */
export async function measureUploads(
	service: ServiceProcess,
	{ largeFile, file, cutUploads }: Extent,
): Promise<Section> {
	const table = [['', 'file', 'peak memory', 'time']];
	const verdicts: Section['verdicts'] = [];
	const measure = async (name: ContenderName, size: number): Promise<number> => {
		const { sent, bytesReceived, problem, wall, peakMemory } = await runInNewProcess(
			name,
			service,
			{ first: FIRST, job: { job: 'uploads', count: 1, size }, settings: { latency: 0 } },
		);
		if (sent !== 1 || bytesReceived < size)
			throw new Error(`${name}: ${problem ?? 'the file did not arrive'}`);
		table.push([name, megabytes(size), megabytes(peakMemory), seconds(wall)]);
		return peakMemory;
	};
	const inUnit = (bytes: number): string => `+${megabytes(bytes)}`;
	const what = `memory for a file of ${megabytes(largeFile)}`;
	verdicts.push(atMost(what, MOST_MEMORY, await measure('This node', largeFile), inUnit));
	for (const name of CONTESTANTS) await measure(name, file);

	const remarks: string[] = [];
	for (const name of CONTESTANTS) {
		const { sent, filesLeftOpen } = await runInNewProcess(name, service, {
			first: FIRST,
			job: { job: 'uploads', count: cutUploads, size: CUT_AFTER * 20 },
			settings: { latency: 0, cutAfter: CUT_AFTER },
		});
		if (sent !== 0) throw new Error(`${name}: an upload that was cut off counts as sent.`);
		remarks.push(
			`${name}: ${cutUploads} uploads were cut off half-way; ${filesLeftOpen} files stayed open.`,
		);
		if (name === 'This node')
			verdicts.push({
				what: 'files left open by failed uploads',
				target: '0',
				measured: String(filesLeftOpen),
				met: filesLeftOpen === 0,
			});
	}
	return {
		title: 'Uploads of a file on disk',
		description:
			'n8n keeps the file on disk (binary data mode `filesystem-v2`). Each contender has a new process and uploads a small file first.',
		table,
		verdicts,
		remarks,
	};
}
