/**
 * Prints every row of every table of a database as JSON, the text of its rows by table. Run by the Node that n8n runs
 * on, as n8n's database driver is built for that one: `node databaseTexts.cjs <n8n's folder> <database file>`.
 */
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { promisify } = require('node:util');

const [n8nFolder, file] = process.argv.slice(2);
const sqlite = createRequire(join(n8nFolder, 'package.json'))('sqlite3');

const asText = (value) => (Buffer.isBuffer(value) ? value.toString('latin1') : String(value));

const database = new sqlite.Database(file, sqlite.OPEN_READONLY, async (problem) => {
	if (problem) throw problem;
	// n8n writes to it at the same time, for other tests.
	database.configure('busyTimeout', 10_000);
	const all = promisify(database.all.bind(database));
	const texts = {};
	for (const { name } of await all("SELECT name FROM sqlite_master WHERE type = 'table'")) {
		const rows = await all(`SELECT * FROM "${name}"`);
		texts[name] = rows.map((row) => Object.values(row).map(asText).join('\n')).join('\n');
	}
	process.stdout.write(JSON.stringify(texts));
});
