const Sequencer = require('@jest/test-sequencer').default;

/** Those that take longest begin first, so that no worker waits for one of them in the end. */
const LONG = [
	'retrying/faults',
	'secrets',
	'silentService',
	'serviceAnswers',
	'unreachable',
	'e2e/browser/form',
	'e2e/server/restart',
	'e2e/browser/examples',
	'e2e/browser/answerPage',
	'e2e/server/noAnswer',
];

module.exports = class extends Sequencer {
	sort(tests) {
		const place = ({ path }) =>
			LONG.findIndex((name) => path.includes(name)) + 1 || LONG.length + 1;
		return [...super.sort(tests)].sort((one, other) => place(one) - place(other));
	}
};
