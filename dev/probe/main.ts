import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import * as prompts from '@clack/prompts';

import { readServiceAddress } from '../../nodes/CustomerMessaging/service/serviceAddress';
import { SERVICES } from '../../nodes/CustomerMessaging/service/credential';
import { Cancelled, type Person } from './person';
import { probe, type Recording } from './probe';
import { reportOf, settingsOf } from './report';

const KEY_VARIABLE = 'CUSTOMER_MESSAGING_API_KEY';

/** The person at this terminal. */
const person: Person = {
	type: async (message, problemOf) => {
		const validate = (typed = '') => problemOf?.(typed.trim());
		return (answered(await prompts.text({ message, validate })) ?? '').trim();
	},
	agrees: async (message) => answered(await prompts.confirm({ message, initialValue: false })),
	tell: (text) => console.log(text),
};

function answered<Answer>(answer: Answer | symbol): Answer {
	if (prompts.isCancel(answer)) throw new Cancelled();
	return answer as Answer;
}

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			send: { type: 'boolean', default: false },
			timeout: { type: 'string', default: '20' },
		},
	});
	const patience = Number(values.timeout);
	if (!(patience > 0)) throw new Error(`--timeout is a number of seconds, not ${values.timeout}`);

	person.tell(`This asks your messaging service what its documentation leaves open, and writes down what it saw.
It makes about ten requests, 24 at most, one at a time. They only read: your channels, your templates, and refusals.
${values.send ? 'With --send, it then offers single messages to yourself. Each is sent only if you answer yes to it.' : 'Nothing is sent to anybody.'}
The file that it writes has none of your texts, numbers and names, and not the key.
Press Ctrl-C to stop at any time: what was seen until then is kept.
`);
	const stop = new AbortController();
	process.once('SIGINT', () => stop.abort(new Cancelled()));
	const known = SERVICES.flatMap(({ name, filledIn }) =>
		filledIn ? `${filledIn.baseUrl} for ${name}` : [],
	);
	const question = `The base URL of the service (${known.join(', ')})`;
	const baseUrl = readServiceAddress(await person.type(question));
	const apiKey = process.env[KEY_VARIABLE]?.trim() || (await typeKey());
	const options = { sends: values.send, patience, stop: stop.signal };
	await write(await probe(baseUrl, apiKey, person, options), apiKey);
}

/** Nobody sees what is typed. */
async function typeKey(): Promise<string> {
	const message = `The API key (or set ${KEY_VARIABLE})`;
	const validate = (typed = '') => (typed.trim() === '' ? 'Paste the key' : undefined);
	return answered(await prompts.password({ message, validate })).trim();
}

async function write(recording: Recording, apiKey: string): Promise<void> {
	const [date] = new Date().toISOString().split('T');
	let file = path.join('probe', `${date}.md`);
	for (let count = 2; existsSync(file); count += 1)
		file = path.join('probe', `${date}-${count}.md`);
	await mkdir('probe', { recursive: true });
	await writeFile(file, reportOf(recording, apiKey));
	const settings = settingsOf(recording).map((line) => `\n  ${line}`);
	person.tell(`
${recording.stopped === undefined ? '' : `${recording.stopped}.\n`}${settings.length === 0 ? 'No credential was found that works.' : `The credential for this account:${settings.join('')}`}

Written: ${file}, to be pasted into an issue.`);
	if (recording.stopped !== undefined) process.exitCode = 1;
}

main()
	.catch((error: unknown) => {
		const isCancelled = error instanceof Cancelled;
		console.error(isCancelled ? 'Stopped: nothing was asked.' : String((error as Error).message));
		process.exitCode = 1;
	})
	// What is piped in would keep the process.
	.finally(() => process.stdin.destroy());
