const { dest, parallel, src } = require('gulp');

/** What the compiler leaves behind: icons, codex and output schemas go beside the compiled node. */
function assets() {
	return src(['nodes/**/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));
}

exports['build:assets'] = parallel(assets);
