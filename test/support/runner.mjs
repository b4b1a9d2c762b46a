import { createRunner } from 'jest-light-runner';
import { Worker } from 'jest-worker';

const LightRunner = createRunner({ runtime: 'main_thread' });

/**
 * Runs test files in processes that load n8n's engine once, with jest-light-runner in each. Its own threads may not end
 * when the tests have (Node then waits for ever), nor may its own processes begin; jest's workers do both.
 */
export default class Runner {
	constructor(globalConfig) {
		this.globalConfig = globalConfig;
	}

	async runTests(tests, watcher, onStart, onResult, onFailure) {
		const { globalConfig } = this;
		const numWorkers = Math.min(globalConfig.maxWorkers, tests.length);
		const workers = new Worker(import.meta.url, {
			numWorkers,
			exposedMethods: ['run'],
			// No file is run again.
			maxRetries: 0,
			forkOptions: {
				// Node itself loads the tests, and learns TypeScript there.
				execArgv: ['--import', 'tsx'],
				serialization: 'advanced',
				stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
			},
		});
		const rest = tests.values();
		const runRest = async () => {
			for (const test of rest) {
				await onStart(test);
				try {
					await onResult(test, await workers.run(test.path, globalConfig, test.context.config));
				} catch (error) {
					await onFailure(test, error);
				}
			}
		};
		await Promise.all(Array.from({ length: numWorkers }, runRest));
		await workers.end();
	}
}

/** In a worker: runs one file, and gives what jest's reporters want to know. */
export async function run(path, globalConfig, config) {
	let result;
	await new LightRunner(globalConfig).runTests(
		[{ path, context: { config } }],
		undefined,
		async () => {},
		async (_test, given) => {
			result = given;
		},
		async (_test, error) => {
			throw error;
		},
	);
	return result;
}
