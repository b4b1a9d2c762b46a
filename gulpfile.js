const { cpSync, rmSync, statSync } = require('node:fs');

/** What is published is what the sources say, and nothing left from before: icons, codex and output schemas go beside the compiled node. */
exports.default = async () => {
	rmSync('dist', { recursive: true, force: true });
	cpSync('nodes', 'dist/nodes', {
		recursive: true,
		filter: (source) => statSync(source).isDirectory() || /\.(?:svg|json)$/.test(source),
	});
};

// Files need no more than Node to be copied, so gulp can run this and does not have to.
if (require.main === module) void exports.default();
