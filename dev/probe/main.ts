import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { failureOf } from '../../lib/basics/failure';
import { readServiceAddress } from '../../nodes/CustomerMessaging/service/serviceAddress';
import { SERVICES } from '../../nodes/CustomerMessaging/service/services';
import { startSandbox } from '../sandbox/sandbox';
import type { Recording } from './findings';
import { Cancelled, personAtTerminal as person } from './person';
import { type Account, probe } from './probe';
import { MOST_READS } from './reads';
import { replayOf } from './replay';
import { reportOf, settingsOf } from './report';

const KEY_VARIABLE = 'CUSTOMER_MESSAGING_API_KEY';

/** Seconds for each request. */
const PATIENCE = 20;

async function main(): Promise<void> {
	const { values } = parseArgs({
		options: {
			send: { type: 'boolean', default: false },
			replay: { type: 'string' },
			timeout: { type: 'string', default: String(PATIENCE) },
		},
	});
	if (values.replay !== undefined) return await replay(values.replay);
	const patience = Number(values.timeout);
	if (!(patience > 0)) throw new Error(`--timeout is a number of seconds, not ${values.timeout}`);

	person.tell(`This asks your messaging service what its documentation leaves open, and writes down what it saw.
It makes about ten requests, ${MOST_READS} at most, one at a time. They only read: your channels, your templates, and refusals.
${values.send ? 'With --send, it then offers single messages to yourself. Each is sent only if you answer yes to it.' : 'Nothing is sent to anybody.'}
The two files that it writes have none of your texts, numbers and names, and not the key.
Press Ctrl-C to stop at any time: what was seen until then is kept.
`);
	const stop = new AbortController();
	process.once('SIGINT', () => stop.abort(new Cancelled()));
	const recording = await probe(await askForAccount(), person, {
		sends: values.send,
		patience,
		stop: stop.signal,
	});
	await write(recording);
}

async function askForAccount(): Promise<Account> {
	const service = await person.choose(
		'Which service is your account with?',
		SERVICES.map(({ value, name, filledIn }) => ({
			value,
			label: `${name} (${filledIn?.baseUrl ?? 'you type its address'})`,
		})),
	);
	const { filledIn } = SERVICES.find(({ value }) => value === service)!;
	const baseUrl =
		filledIn?.baseUrl ??
		readServiceAddress(
			await person.type('The base URL of the service', (typed) => {
				try {
					readServiceAddress(typed);
					return undefined;
				} catch (error) {
					return failureOf(error).message;
				}
			}),
		);
	const apiKey =
		process.env[KEY_VARIABLE]?.trim() ||
		(await person.typeUnseen(`The API key (or set ${KEY_VARIABLE})`));
	return { service, baseUrl, apiKey, place: filledIn?.apiKeyIn ?? 'query' };
}

async function write(recording: Recording): Promise<void> {
	const folder = path.resolve('probe');
	await mkdir(folder, { recursive: true });
	const [date] = new Date().toISOString().split('T');
	let name = date!;
	for (let count = 2; existsSync(path.join(folder, `${name}.md`)); count += 1)
		name = `${date}-${count}`;
	await writeFile(path.join(folder, `${name}.md`), reportOf(recording));
	await writeFile(path.join(folder, `${name}.json`), `${JSON.stringify(recording, null, '\t')}\n`);
	const settings = settingsOf(recording);
	person.tell(`
${recording.stopped === undefined ? '' : `${recording.stopped}.\n`}${settings.length === 0 ? 'No credential was found that works.' : `The credential for this account:\n  ${settings.join('\n  ')}`}

Written: probe/${name}.md, to be pasted into an issue, and probe/${name}.json beside it, to be attached to it.`);
	if (recording.stopped !== undefined) process.exitCode = 1;
}

async function replay(file: string): Promise<void> {
	const { options, rules } = replayOf(JSON.parse(await readFile(file, 'utf8')) as Recording);
	const { baseUrl, apiKey, faults } = await startSandbox(options);
	for (const rule of rules) faults.add(rule);
	person.tell(`A sandbox that answers as recorded in ${file}. Press Ctrl-C to stop it.

Service:  Other
Base URL: ${baseUrl}
API Key:  ${apiKey}`);
}

main()
	.catch((error: unknown) => {
		const isCancelled = error instanceof Cancelled;
		console.error(isCancelled ? 'Stopped: nothing was asked.' : String((error as Error).message));
		process.exitCode = 1;
	})
	// What is piped in would keep the process.
	.finally(() => process.stdin.destroy());
