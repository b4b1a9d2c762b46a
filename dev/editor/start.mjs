import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

// Plain JavaScript: what is wrong with the options is said before anything is installed, TypeScript included.
try {
	const { values } = parseArgs({
		options: { fresh: { type: 'boolean' }, port: { type: 'string' } },
	});
	const port = values.port === undefined ? undefined : Number(values.port);
	if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
		throw new Error(`'--port ${values.port}' is no port: enter a number from 1 to 65535.`);

	const setup = ['run', '--silent', 'setup'];
	// npm is a script on Windows.
	const shell = process.platform === 'win32';
	const { status } = spawnSync('npm', setup, { stdio: 'inherit', shell });
	if (status !== 0) process.exit(status ?? 1);

	await import('tsx');
	const { default: editor } = await import('./main.ts');
	await editor.runEditor({ fresh: values.fresh, port });
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}
