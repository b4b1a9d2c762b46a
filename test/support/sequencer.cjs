const Sequencer = require('@jest/test-sequencer').default;

/** Those that take longest begin first, so that no worker waits for one of them in the end. */
const LONG = ['retrying/faults', 'secrets', 'unreachable'];

module.exports = class extends Sequencer {
	sort(tests) {
		const place = ({ path }) =>
			LONG.findIndex((name) => path.includes(name)) + 1 || LONG.length + 1;
		return [...super.sort(tests)].sort((one, other) => place(one) - place(other));
	}
};
