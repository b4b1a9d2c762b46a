import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A release of n8n. */
export interface Release {
	/** how people name it, e.g. `2.41` */
	line: string;
	version: string;
	/** the Node it is run with; the machine's own is used where it is of the same major version */
	node: string;
	/** settings that only this release knows */
	environment: Record<string, string>;
}

/** The release that the package is tried with: `n8n-<line>/` holds its package.json and the lock of all it installs. */
export const release: Release = readRelease();

function readRelease(): Release {
	const [line = ''] = readdirSync(__dirname).flatMap(
		(folder) => /^n8n-([\d.]+)$/.exec(folder)?.[1] ?? [],
	);
	const text = readFileSync(join(__dirname, `n8n-${line}`, 'package.json'), 'utf8');
	const { config, dependencies } = JSON.parse(text) as {
		config: { node: string };
		dependencies: { n8n: string };
	};
	return {
		line,
		version: dependencies.n8n,
		node: config.node,
		// It asks n8n's own server for a list of MCP servers, at every start.
		environment: { N8N_DISABLED_MODULES: 'mcp-registry' },
	};
}
