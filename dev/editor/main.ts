import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { credentialName } from '../sandbox/example';
import { listOutcomes } from '../sandbox/outcomes';
import { startSandbox } from '../sandbox/sandbox';
import { importExamples } from './exampleWorkflows';
import { cache } from './folders';
import { freePort } from './freePort';
import { channels, templatesLeadingTo } from '../sandbox/catalogue';
import { installN8n } from './n8nInstallation';
import { n8nAddress, startN8n } from './n8nServer';
import { installPackedPackage, packPackage } from './packedPackage';
import { release } from './release';
import { type Login, newLogin, RestInterface } from './restInterface';

/** n8n's own port, where nothing else has it. */
const USUAL_PORT = 5678;

/** The same port at every start, as saved workflows may hold addresses of the sandbox. Whoever has it is the one editor. */
const SANDBOX_PORT = 5688;

/** What has to end before this process does, in this order. */
const endings: Array<() => Promise<void>> = [];

let isEnding = false;

interface Options {
	/** Whether to begin without the workflows and the login of the last time. */
	fresh?: boolean;
	/** n8n's; if it is not given, its usual one, or another if that is taken */
	port?: number;
}

async function main({ fresh = false, port: wished }: Options): Promise<void> {
	if ((await freePort(SANDBOX_PORT)) !== SANDBOX_PORT) throw new Error(await whoHasSandboxPort());
	const port = await freePort(wished ?? USUAL_PORT);
	if (wished !== undefined && port !== wished)
		throw new Error(`Port ${wished} is taken. Choose another with '--port', or leave it out.`);
	console.log('Preparing n8n and this package, which takes some minutes the first time…');
	const templates = templatesLeadingTo(n8nAddress(port));
	const sandbox = await startSandbox({ port: SANDBOX_PORT, templates });
	endings.unshift(() => sandbox.stop());

	const installation = await installN8n(release);
	const tarball = await packPackage();
	const userFolder = join(cache, 'editor', release.line);
	if (fresh) await rm(userFolder, { recursive: true, force: true });
	await installPackedPackage(tarball, join(userFolder, '.n8n', 'nodes'));
	if (isEnding) return;

	console.log(`Starting n8n ${release.version}…`);
	const n8n = await startN8n(installation, { userFolder, port });
	endings.unshift(() => n8n.stop());
	if (isEnding) return;

	const login = await readLogin(userFolder);
	const rest = await RestInterface.connect(n8n.address, login);
	const credential = await rest.saveCredential(credentialName, 'customerMessagingApi', {
		service: 'other',
		baseUrl: sandbox.baseUrl,
		apiKey: sandbox.apiKey,
	});
	console.log('Importing the examples…');
	const examples = await importExamples(rest, credential, sandbox);

	console.log(`
n8n ${release.version} with this package is ready.

  Editor    ${n8n.address}${examples.quickStart}
            (opens the quick start: sign in, and press 'Execute workflow')
  E-mail    ${login.email}
  Password  ${login.password}

  Inbox     ${sandbox.inboxUrl}  (shows the customers' phones)
  Log       ${n8n.logFile}

The sandbox takes the messages. It has

  Templates    ${templates.map(({ id, name }) => `${id} ${name}`).join(', ')}
  Channels     ${channels.map(({ id, title }) => `${id} ${title}`).join(', ')}
  Customers    any ID will do, such as 5001

Messages to these always end the same way (dev/sandbox/README.md):

${listOutcomes()}

To practise creating a credential, enter

  Service   Other
  Base URL  ${sandbox.baseUrl}
  API Key   ${sandbox.apiKey}

The credential '${credential.name}' and ${examples.count} example workflows are in it. Nothing leaves this machine.
Your changes are kept for the next start; 'npm run editor -- --fresh' begins anew. Press Ctrl-C to stop.`);

	await n8n.ended;
	if (isEnding) return;
	throw new Error(`n8n has ended by itself. Its log says why: ${n8n.logFile}`);
}

/** The sandbox of another editor has an inbox there. */
async function whoHasSandboxPort(): Promise<string> {
	const page = await fetch(`http://127.0.0.1:${SANDBOX_PORT}/inbox`, {
		signal: AbortSignal.timeout(5000),
	})
		.then(async (response) => await response.text())
		.catch(() => '');
	return /<title>Inbox \(\d+\)<\/title>/.test(page)
		? `'npm run editor' seems to run in another window, because its sandbox has port ${SANDBOX_PORT}. Use that one, or end it with Ctrl-C.`
		: `Another program has port ${SANDBOX_PORT}, which the sandbox needs. End it, and start the editor again.`;
}

/** The owner's login, made up at the first start. */
async function readLogin(userFolder: string): Promise<Login> {
	const file = join(userFolder, 'login.json');
	if (existsSync(file)) return JSON.parse(await readFile(file, 'utf8')) as Login;
	const login = newLogin();
	await writeFile(file, JSON.stringify(login), { mode: 0o600 });
	return login;
}

async function end(): Promise<void> {
	if (isEnding) process.exit(1);
	isEnding = true;
	if (endings.length > 0) console.log('\nStopping…');
	for (const ending of endings) await ending();
	process.exit(process.exitCode ?? 0);
}

process.on('SIGINT', () => void end()).on('SIGTERM', () => void end());

/** Starts n8n with this package, a sandbox and the examples, and ends when n8n does. */
export async function runEditor(options: Options): Promise<void> {
	await main(options).catch(async (error: Error) => {
		if (isEnding) return;
		console.error(`\n${error.message}`);
		process.exitCode = 1;
		await end();
	});
}
