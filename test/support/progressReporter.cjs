const { sayMeanwhile } = require('../../dev/scripts/progress.cjs');

/** A reporter beside jest's own, which says nothing for as long as no test file has ended. */
module.exports = class {
	onRunStart(results) {
		const ended = new Promise((resolve) => (this.onRunComplete = resolve));
		void sayMeanwhile('Testing', ended, () => {
			const { numPassedTests, numFailedTests, numTotalTestSuites } = results;
			const files = results.numPassedTestSuites + results.numFailedTestSuites;
			return `${numPassedTests} tests passed, ${numFailedTests} failed, ${files} of ${numTotalTestSuites} files`;
		});
	}
};
