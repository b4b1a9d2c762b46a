import manifest from '../../package.json';
import { Exchanges } from './exchange';
import type { Recording } from './findings';
import { Cancelled, type Person } from './person';
import { readAll, Stopped } from './reads';
import { sendAgreed } from './sends';
import { Shapes } from './shapes';

/** Whose service to ask. */
export interface Account {
	/** a value of the credential's *Service* */
	service: string;
	/** as the node's `readServiceAddress` gives it */
	baseUrl: string;
	apiKey: string;
	/** where the key is tried first */
	place: string;
}

export interface ProbeOptions {
	/** whether to offer messages */
	sends: boolean;
	/** in seconds, for each request */
	patience: number;
	/** ends the probe, and keeps what it has seen */
	stop: AbortSignal;
}

/** Asks a service, and gives what was seen, however it ends. */
export async function probe(
	{ service, baseUrl, apiKey, place }: Account,
	person: Person,
	{ sends, patience, stop }: ProbeOptions,
): Promise<Recording> {
	const shapes = new Shapes(apiKey);
	const exchanges = new Exchanges(shapes, baseUrl, apiKey, patience, stop);
	const recording: Recording = {
		...{ madeBy: `${manifest.name} ${manifest.version}`, service },
		exchanges: exchanges.all,
	};
	try {
		const found = await readAll(exchanges, person, place, patience);
		if (sends) await sendAgreed(exchanges, person, shapes, found);
	} catch (error) {
		if (error instanceof Stopped) recording.stopped = error.message;
		else if (error instanceof Cancelled || stop.aborted)
			recording.stopped = 'It was stopped by hand';
		else {
			recording.stopped = 'The probe itself has a fault';
			person.tell(`${recording.stopped}: ${String(error)}`);
		}
	}
	return recording;
}
