import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { cache } from '../../../dev/editor/folders';
import { stage } from './stage';

/** The most that a database may hold, in bytes. */
const LARGEST = 1024 ** 3;

/** Reads every row of every table of n8n's database, as text by table. */
export async function readDatabase(): Promise<Map<string, string>> {
	const script = join(__dirname, 'databaseTexts.cjs');
	const file = join(stage.userFolder, '.n8n', 'database.sqlite');
	const { stdout } = await promisify(execFile)(
		stage.node,
		[script, join(cache, 'n8n', stage.line), file],
		{ maxBuffer: LARGEST },
	);
	return new Map(Object.entries(JSON.parse(stdout) as Record<string, string>));
}
