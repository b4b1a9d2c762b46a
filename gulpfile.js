const { rm } = require('node:fs/promises');
const { dest, series, src } = require('gulp');

/** What is published is what the sources say, and nothing left from before. */
const clean = () => rm('dist', { recursive: true, force: true });

/** Icons, codex and output schemas go beside the compiled node, byte for byte. */
const copy = () => src('nodes/**/*.{svg,json}', { encoding: false }).pipe(dest('dist/nodes'));

exports.default = series(clean, copy);
