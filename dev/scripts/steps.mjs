/**
 * Runs steps one after the other, up to the first that fails, and says in the end which passed.
 *
 * @param {Array<{ name: string, run: () => number }>} steps each with what runs it and gives its exit code
 * @returns {number} the exit code of the step that failed, or 0
 */
export function runSteps(steps) {
	const passed = [];
	for (const [index, { name, run }] of steps.entries()) {
		console.log(`\n=== ${name} ===\n`);
		const began = Date.now();
		const exitCode = run();
		if (exitCode !== 0) {
			const notRun = steps.slice(index + 1).map((step) => step.name);
			console.log(`\nFailed: ${name}.${listed('Passed', passed)}${listed('Not run', notRun)}`);
			return exitCode;
		}
		passed.push(`${name} (${inWords(Date.now() - began)})`);
	}
	console.log(`\nEverything passed: ${passed.join(', ')}.`);
	return 0;
}

function listed(what, names) {
	return names.length > 0 ? ` ${what}: ${names.join(', ')}.` : '';
}

function inWords(milliseconds) {
	const seconds = Math.round(milliseconds / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
