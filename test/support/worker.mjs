import { register as registerCommonModules } from 'tsx/cjs/api';
import { register as registerModules } from 'tsx/esm/api';

// Node itself loads the tests, and learns TypeScript here.
registerModules();
registerCommonModules();

/** Milliseconds after which a test is said to hang: this runner has no time limit that ends it. */
const PATIENCE = 120_000;

let last = { since: Date.now() };

setInterval(() => {
	const { testPath, currentTestName } = globalThis.expect?.getState() ?? {};
	const name = `${testPath}: ${currentTestName}`;
	if (name !== last.name) last = { name, since: Date.now() };
	if (last.isSaid || Date.now() - last.since < PATIENCE) return;
	last.isSaid = true;
	process.stderr.write(`For two minutes no test has begun after this one: ${name}\n`);
}, 10_000).unref();
