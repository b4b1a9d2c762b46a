import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const scripts = __dirname;

/** Runs steps that only end with these exit codes, in a process of their own. */
function runSteps(exitCodes: Record<string, number>) {
	const program = `
		import { exitCodeOf } from ${JSON.stringify(pathToFileURL(path.join(scripts, 'install.mjs')).href)};
		import { runSteps } from ${JSON.stringify(pathToFileURL(path.join(scripts, 'steps.mjs')).href)};
		const steps = Object.entries(${JSON.stringify(exitCodes)});
		process.exitCode = runSteps(
			steps.map(([name, exitCode]) => ({ name, run: () => exitCodeOf('node', ['-e', \`process.exit(\${exitCode})\`]) })),
		);
	`;
	const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
		encoding: 'utf8',
	});
	return { status, stdout };
}

test('runs all steps under their headings and sums them up', () => {
	const { status, stdout } = runSteps({ Types: 0, Lint: 0, Tests: 0 });

	expect(status).toBe(0);
	expect(stdout).toMatch(/=== Types ===[^]*=== Lint ===[^]*=== Tests ===/);
	expect(stdout.trim().split('\n').at(-1)).toMatch(
		/^Everything passed: Types \(\d+ s\), Lint \(\d+ s\), Tests \(\d+ s\)\.$/,
	);
});

test('stops at the first step that fails, with its exit code, and says which it was', () => {
	const { status, stdout } = runSteps({ Types: 0, Lint: 3, Build: 0, Tests: 0 });

	expect(status).toBe(3);
	expect(stdout).not.toContain('=== Build ===');
	expect(stdout.trim().split('\n').at(-1)).toMatch(
		/^Failed: Lint\. Passed: Types \(\d+ s\)\. Not run: Build, Tests\.$/,
	);
});
