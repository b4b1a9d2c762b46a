const { rmSync } = require('node:fs');

const { dest, src } = require('gulp');

/** What is published is what the sources say, and nothing left from before. */
exports.clean = async () => rmSync('dist', { recursive: true, force: true });

/** What the compiler leaves behind: icons, codex and output schemas go beside the compiled node. */
exports.assets = () =>
	src(['nodes/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
