const { spawnSync } = require('node:child_process');
const { parseArgs } = require('node:util');

/** Plain JavaScript: what is wrong with the options is said before anything is installed, TypeScript included. */
function readOptions() {
	const options = { fresh: { type: 'boolean' }, port: { type: 'string' } };
	const { fresh, port } = parseArgs({ options }).values;
	if (port === undefined) return { fresh };
	const number = Number(port);
	if (!Number.isInteger(number) || number < 1 || number > 65_535)
		throw new Error(`'--port ${port}' is no port: enter a number from 1 to 65535.`);
	return { fresh, port: number };
}

function start() {
	const options = readOptions();
	// npm is a script on Windows.
	const shell = process.platform === 'win32';
	const { status } = spawnSync('npm', ['run', '--silent', 'setup'], { stdio: 'inherit', shell });
	if (status !== 0) process.exit(status ?? 1);
	require('tsx/cjs');
	const { runEditor } = require('./main.ts');
	void runEditor(options);
}

try {
	start();
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}
