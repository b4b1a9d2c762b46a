const { rmSync } = require('node:fs');

const { dest, series, src } = require('gulp');

/** What is published is what the sources say, and nothing left from before. */
const clean = async () => rmSync('dist', { recursive: true, force: true });

/** What the compiler leaves behind: icons, codex and output schemas go beside the compiled node. */
const assets = () =>
	src(['nodes/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		// Without it, gulp reads pictures as text.
		encoding: false,
	}).pipe(dest('dist'));

exports.default = series(clean, assets);
