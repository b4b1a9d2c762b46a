const { sayMeanwhile } = require('../../dev/scripts/progress.cjs');

/** A reporter beside jest's own, which says nothing for as long as no test file has ended. */
module.exports = class {
	onRunStart(results) {
		const ended = new Promise((resolve) => (this.onRunComplete = resolve));
		const howMany = () => `${results.numPassedTests} passed, ${results.numFailedTests} failed`;
		void sayMeanwhile(`Testing ${results.numTotalTestSuites} files`, ended, howMany);
	}
};
