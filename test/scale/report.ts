import Table from 'cli-table3';

import type { Account } from './account';

/** What an account is of. */
export interface ReportRow extends Account {
	/** n8n's release */
	line: string;
	what: string;
}

/** The accounts as a table for a terminal. */
export function reportOf(rows: readonly ReportRow[]): string {
	const statuses = [...new Set(rows.flatMap((row) => Object.keys(row.statuses)))].sort();
	const table = new Table({
		head: [
			'n8n',
			'Setting',
			'Calls',
			'Accepted',
			'Accepted twice',
			...statuses.map((status) => `Status ${status}`),
		],
		style: { head: [], border: [] },
	});
	for (const { line, what, calls, accepted, acceptedTwice, statuses: counts } of rows) {
		table.push([
			line,
			what,
			calls,
			accepted,
			acceptedTwice,
			...statuses.map((status) => counts[status] ?? 0),
		]);
	}
	return table.toString();
}
