import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A release of n8n that the package is tried with: `n8n-<line>/` holds its package.json and the lock of all it installs. */
export interface Release {
	/** how people name it, e.g. `2.41` */
	line: string;
	version: string;
	/** the Node it is run with; the machine's own is used where it is of the same major version */
	node: string;
	/** settings that only this release knows */
	environment: Record<string, string>;
}

/** By major version. */
const ENVIRONMENT: Record<string, Record<string, string>> = {
	// Its other engine for expressions needs Node 22.
	1: { N8N_EXPRESSION_ENGINE: 'legacy' },
	// It asks n8n's own server for a list of MCP servers, at every start.
	2: { N8N_DISABLED_MODULES: 'mcp-registry' },
};

/** The newest first. */
export const releases: readonly Release[] = readdirSync(__dirname)
	.flatMap((folder) => /^n8n-([\d.]+)$/.exec(folder)?.[1] ?? [])
	.sort((one, other) => other.localeCompare(one, undefined, { numeric: true }))
	.map((line) => {
		const text = readFileSync(join(__dirname, `n8n-${line}`, 'package.json'), 'utf8');
		const { config, dependencies } = JSON.parse(text) as {
			config: { node: string };
			dependencies: { n8n: string };
		};
		const environment = ENVIRONMENT[line.split('.')[0]!] ?? {};
		return { line, version: dependencies.n8n, node: config.node, environment };
	});

/** The release that `npm run editor` opens. */
export const currentRelease = releases[0]!;

/**
 * Finds a release.
 *
 * @param line e.g. `2.41`
 */
export function releaseOfLine(line: string): Release {
	const found = releases.find((release) => release.line === line);
	if (found) return found;
	const lines = releases.map((release) => release.line).join(', ');
	throw new Error(`There is no n8n '${line}' here. Choose one of: ${lines}`);
}
