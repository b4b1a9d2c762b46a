import { type Exchange, Exchanges, Stopped } from './exchange';
import { Cancelled, type Person } from './person';
import { findKey, findTemplate, type Found } from './reads';
import { sendAgreed } from './sends';

/** What a run of the probe has seen. */
export interface Recording {
	/** the address that was asked */
	baseUrl: string;
	exchanges: Exchange[];
	found: Found;
	/** why it ended before its time */
	stopped?: string;
}

/** Asks what reaches nobody, then sends what the person agrees to; gives what was seen, however it ends. */
export async function probe(
	baseUrl: string,
	apiKey: string,
	person: Person,
	{ sends, patience, stop }: { sends: boolean; patience: number; stop: AbortSignal },
): Promise<Recording> {
	const exchanges = new Exchanges(baseUrl, apiKey, patience, stop);
	const found: Found = { channelId: '', templateId: '', templates: [], template: {} };
	const recording: Recording = { baseUrl, exchanges: exchanges.all, found };
	try {
		await findKey(exchanges, baseUrl, found);
		await findTemplate(exchanges, person, found);
		if (sends) await sendAgreed(exchanges, person, found);
	} catch (error) {
		if (error instanceof Stopped) recording.stopped = error.message;
		else if (error instanceof Cancelled || stop.aborted)
			recording.stopped = 'It was stopped by hand';
		else throw error;
	}
	return recording;
}
