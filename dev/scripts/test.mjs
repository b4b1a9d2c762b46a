import { exitCodeOf, installWhatIsMissing } from './install.mjs';
import { runSteps } from './steps.mjs';

installWhatIsMissing();

/** What stands after `npm test --` is for the tests alone, such as the path of one of them. */
const jestArguments = process.argv.slice(2);

process.exitCode = runSteps([
	{ name: 'Types', run: () => exitCodeOf('npx', ['tsc', '--noEmit']) },
	{ name: 'Lint', run: () => exitCodeOf('npm', ['run', '--silent', 'lint']) },
	{ name: 'Build', run: () => exitCodeOf('node', ['dev/scripts/build.mjs']) },
	{ name: "n8n's package scan", run: () => exitCodeOf('node', ['dev/scripts/scan.mjs']) },
	// Each worker runs an n8n engine of its own: more than two need more memory than they save time.
	{ name: 'Tests', run: () => exitCodeOf('npx', ['jest', '--maxWorkers=2', ...jestArguments]) },
]);
