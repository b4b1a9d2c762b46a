/**
 * Runs the scripts of package.json that stand before `--` beside the Node program that follows it. What a script says
 * comes in one piece when it has ended, and at the end stands which of all of them failed.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'));
const end = process.argv.indexOf('--');

/** Tells whether a process has failed, once all that it says is there. */
async function fails(child) {
	const said = [];
	for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => said.push(data));
	const code = await new Promise((resolve) => child.once('close', resolve));
	process.stdout.write(Buffer.concat(said));
	return code !== 0;
}

const program = spawn(process.execPath, process.argv.slice(end + 1), { stdio: 'inherit' });
const all = [
	...process.argv.slice(2, end).map((name) => ({
		name: `npm run ${name}`,
		failed: fails(spawn(scripts[name], { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })),
	})),
	{ name: process.argv[end + 1], failed: fails(program) },
];
for (const { name, failed } of all) {
	if (!(await failed)) continue;
	process.exitCode = 1;
	console.error(`Failed: ${name}`);
}
