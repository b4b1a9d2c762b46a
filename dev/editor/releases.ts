/** A release of n8n that the package is tried with, pinned with everything it installs. */
export interface Release {
	/** how people name it, and the end of its folder's name: `n8n-2.41/` holds its package.json and lock */
	line: string;
	version: string;
	/** the Node it is run with; the machine's own is used where it is of the same major version */
	node: string;
	/** settings that only this release knows */
	environment: Record<string, string>;
}

export const releases: readonly Release[] = [
	{
		line: '2.41',
		version: '2.41.1',
		node: '24.21.0',
		// It asks n8n's own server for a list of MCP servers, at every start.
		environment: { N8N_DISABLED_MODULES: 'mcp-registry' },
	},
	{
		line: '1.123',
		version: '1.123.81',
		node: '20.20.2',
		// Its other engine for expressions needs Node 22.
		environment: { N8N_EXPRESSION_ENGINE: 'legacy' },
	},
];

/** The release that `npm run editor` opens. */
export const currentRelease = releaseOfLine('2.41');

/**
 * Finds a release.
 *
 * @param line e.g. `2.41`
 * @throws Error for a line that is not pinned here
 */
export function releaseOfLine(line: string): Release {
	const found = releases.find((release) => release.line === line);
	if (found) return found;
	throw new Error(
		`There is no n8n '${line}' here. Choose one of: ${releases.map((release) => release.line).join(', ')}`,
	);
}
