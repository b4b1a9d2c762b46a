const { spawn } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

/** Seconds from one line to the next. */
const INTERVAL = 10;

/**
 * Says what is being done and, every ten seconds until it is done, how much of it.
 *
 * @template Result
 * @param {string} what
 * @param {Promise<Result>} work
 * @param {(seconds: number) => string} howMuch
 */
async function sayMeanwhile(what, work, howMuch = (seconds) => `${seconds} s`) {
	console.log(`${what}…`);
	let seconds = 0;
	const say = () => console.log(`${what}: ${howMuch((seconds += INTERVAL))}`);
	// Whatever becomes of the work, this keeps no process.
	const timer = setInterval(say, INTERVAL * 1000).unref();
	return await work.finally(() => clearInterval(timer));
}

/** Tells how many packages of a folder's lock file are there, but for those that other platforms may need. */
function packagesIn(folder = '.') {
	const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8'));
	const places = Object.keys(packages).filter((place) => place && !packages[place].optional);
	const isThere = (place) => existsSync(join(folder, place, 'package.json'));
	return () => `${places.filter(isThere).length} of ${places.length} packages`;
}

/** Runs a command line; gives its exit code. */
async function run(command) {
	const child = spawn(command, { stdio: 'inherit', shell: true });
	return await new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

module.exports = { packagesIn, run, sayMeanwhile };

// A script of package.json gives what it does, and the command that does it.
if (require.main === module) {
	const [what, command] = process.argv.slice(2);
	void sayMeanwhile(what, run(command)).then((code) => (process.exitCode = code));
}
