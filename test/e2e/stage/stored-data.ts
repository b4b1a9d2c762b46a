import { createRequire } from 'node:module';
import { join } from 'node:path';

import { cache } from '../../../editor/folders';
import { stage } from './stage';

type Row = Record<string, unknown>;

/** As much as is needed here of the database driver that n8n itself brings. */
interface Sqlite {
	OPEN_READONLY: number;
	Database: new (file: string, mode: number, opened: (error: Error | null) => void) => Database;
}

interface Database {
	all(query: string, done: (error: Error | null, rows: Row[]) => void): void;
	close(done: () => void): void;
}

/** Reads every row of every table of n8n's database, as text by table. */
export async function readDatabase(): Promise<Map<string, string>> {
	const load = createRequire(join(cache, 'n8n', stage.line, 'package.json'));
	const sqlite = load('sqlite3') as Sqlite;
	const file = join(stage.userFolder, '.n8n', 'database.sqlite');
	const database = await new Promise<Database>((resolve, reject) => {
		const opened: Database = new sqlite.Database(file, sqlite.OPEN_READONLY, (error) => (error ? reject(error) : resolve(opened)));
	});
	const all = (query: string): Promise<Row[]> =>
		new Promise((resolve, reject) => database.all(query, (error, rows) => (error ? reject(error) : resolve(rows))));
	try {
		const tables = await all("SELECT name FROM sqlite_master WHERE type = 'table'");
		const texts = new Map<string, string>();
		for (const { name } of tables) {
			const rows = await all(`SELECT * FROM "${String(name)}"`);
			texts.set(String(name), rows.map((row) => Object.values(row).map(asText).join('\n')).join('\n'));
		}
		return texts;
	} finally {
		await new Promise<void>((resolve) => database.close(resolve));
	}
}

function asText(value: unknown): string {
	return Buffer.isBuffer(value) ? value.toString('latin1') : String(value);
}
