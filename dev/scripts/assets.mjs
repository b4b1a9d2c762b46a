/** Empties `dist`, and puts there what the compiler leaves behind: icons, codex and output schemas. */
import { cpSync, rmSync, statSync } from 'node:fs';

rmSync('dist', { recursive: true, force: true });
cpSync('nodes', 'dist/nodes', {
	recursive: true,
	filter: (path) => statSync(path).isDirectory() || /\.(svg|json)$/.test(path),
});
