import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { IDataDeduplicator } from 'n8n-workflow';

/** What of n8n's server is used here. */
interface Server {
	'@n8n/di': { Container: { get<Service>(service: new () => Service): Service } };
	'@n8n/db': { DbConnection: new () => Connection; ProcessedDataRepository: new () => Rows };
	'../dist/deduplication/deduplication-helper': {
		DeduplicationHelper: new () => IDataDeduplicator;
	};
}

interface Connection {
	init(): Promise<void>;
	migrate(): Promise<void>;
	dataSource: { query(statement: string): Promise<unknown> };
}

interface Rows {
	delete(row: object): Promise<void>;
	insert(row: object): Promise<void>;
}

/** The workflow to which the rows belong: what the engine runs. */
const workflowId = 'imported';

/**
 * The table of what nodes remember in n8n's own database, made, read and written by n8n's own code, as the environment says
 * which database.
 *
 * @param script n8n's start script
 */
export async function openDatabase(script: string) {
	const fromServer = createRequire(script);
	const load = <Name extends keyof Server>(name: Name) => fromServer(name) as Server[Name];
	const { Container } = load('@n8n/di');
	const { DbConnection, ProcessedDataRepository } = load('@n8n/db');
	const { DeduplicationHelper } = load('../dist/deduplication/deduplication-helper');
	const connection = Container.get(DbConnection);
	await connection.init();
	await connection.migrate();
	await connection.dataSource.query(
		`INSERT INTO workflow_entity (id, name, active, nodes, connections, "versionId") VALUES ('${workflowId}', 'Bench', false, '[]', '{}', '1') ON CONFLICT DO NOTHING`,
	);
	const rows = Container.get(ProcessedDataRepository);
	return {
		deduplicator: new DeduplicationHelper(),
		/** Has a node remember so many values, and nothing else. */
		async fill(nodeId: string, count: number): Promise<void> {
			const row = { workflowId, context: `n:${nodeId}` };
			const hashes = Array.from({ length: count }, (_, index) =>
				createHash('md5').update(`earlier ${index}`).digest('base64'),
			);
			await rows.delete(row);
			await rows.insert({ ...row, value: { mode: 'entries', data: hashes } });
		},
	};
}
