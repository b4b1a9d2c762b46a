import { Writable } from 'node:stream';

import { Logger } from '@n8n/backend-common';
import { Container } from '@n8n/di';

/** The symbol under which winston keeps a line as it would be written. */
const writtenLine = Symbol.for('message');

interface LogRecord {
	[writtenLine]?: string;
}

/**
 * Collects what n8n logs, in its JSON format with all metadata, and keeps it off the console.
 *
 * @returns the list that grows with every line
 */
export function collectLogLines(): string[] {
	const lines: string[] = [];
	const logger = Container.get(Logger).getInternalLogger();
	logger.clear();
	logger.pipe(
		new Writable({
			objectMode: true,
			write(record: LogRecord, _encoding, done) {
				lines.push(record[writtenLine] ?? JSON.stringify(record));
				done();
			},
		}),
	);
	return lines;
}
