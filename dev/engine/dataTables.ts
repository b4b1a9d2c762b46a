import type {
	CreateDataTableOptions,
	DataTable,
	DataTableColumnJsType,
	DataTableFilter,
	DataTableProxyProvider,
	DataTableRow,
	IDataTableProjectAggregateService,
	IDataTableProjectService,
	ListDataTableOptions,
	ListDataTableRowsOptions,
	UpsertDataTableRowOptions,
} from 'n8n-workflow';

interface StoredTable {
	table: DataTable;
	rows: DataTableRow[];
}

/**
 * n8n's data tables, as far as workflows here use them: making a table with columns of text, and
 * upserting and finding rows by what any or all of some columns equal. n8n keeps them in its server package, so the rows lie in
 * memory here. Like n8n, it refuses columns that a table does not have.
 */
export class DataTables implements DataTableProxyProvider {
	private tables: StoredTable[] = [];

	/** Deletes all tables. */
	clear(): void {
		this.tables = [];
	}

	/** The rows of a table, without what n8n itself adds to them. */
	rowsOf(name: string): DataTableRow[] {
		return this.find(({ table }) => table.name === name).rows;
	}

	async getDataTableAggregateProxy(): Promise<IDataTableProjectAggregateService> {
		const proxy: Pick<IDataTableProjectAggregateService, 'createDataTable' | 'getManyAndCount'> = {
			createDataTable: async (options) => this.add(options),
			getManyAndCount: async ({ filter = {} }: ListDataTableOptions) => {
				const data = this.tables
					.map(({ table }) => table)
					.filter(({ name }) => name.toLowerCase() === String(filter.name).toLowerCase());
				return { data, count: data.length };
			},
		};
		return proxy as IDataTableProjectAggregateService;
	}

	async getDataTableProxy(
		_workflow: unknown,
		_node: unknown,
		dataTableId: string,
	): Promise<IDataTableProjectService> {
		const stored = this.find(({ table }) => table.id === dataTableId);
		const proxy = {
			getColumns: async () => stored.table.columns,
			getManyRowsAndCount: async ({
				filter,
				skip = 0,
				take = Infinity,
			}: Partial<ListDataTableRowsOptions>) => {
				const found = stored.rows.filter((row) => matches(row, filter));
				return { count: found.length, data: found.slice(skip, skip + take) };
			},
			upsertRow: async ({ filter, data }: UpsertDataTableRowOptions) => {
				const found = stored.rows.filter((row) => matches(row, filter));
				return found.length === 0
					? [insert(stored, data)]
					: found.map((row) => Object.assign(row, textsOf(stored, data)));
			},
		};
		return proxy as unknown as IDataTableProjectService;
	}

	private add({ name, columns }: CreateDataTableOptions): DataTable {
		const id = `table-${this.tables.length + 1}`;
		const table: DataTable = {
			...{ id, name, projectId: 'personal' },
			createdAt: new Date(0),
			updatedAt: new Date(0),
			columns: columns.map((column, index) => ({
				...column,
				id: `${id}-${index}`,
				index,
				dataTableId: id,
			})),
		};
		this.tables.push({ table, rows: [] });
		return table;
	}

	private find(isIt: (stored: StoredTable) => boolean): StoredTable {
		const found = this.tables.find(isIt);
		if (!found) throw new Error('There is no such data table');
		return found;
	}
}

function insert(stored: StoredTable, row: DataTableRow): DataTableRow {
	const empty = Object.fromEntries(stored.table.columns.map(({ name }) => [name, null]));
	const added = { ...empty, ...textsOf(stored, row) };
	stored.rows.push(added);
	return added;
}

function textsOf({ table }: StoredTable, row: DataTableRow): DataTableRow {
	return Object.fromEntries(
		Object.entries(row).map(([name, value]) => {
			if (!table.columns.some((column) => column.name === name))
				throw new Error(`unknown column name '${name}'`);
			return [name, textOf(value)];
		}),
	);
}

/** What a column of text makes of a value. */
function textOf(value: DataTableColumnJsType): string | null {
	return value === null ? null : String(value);
}

function matches(row: DataTableRow, filter?: DataTableFilter): boolean {
	const { type, filters = [] } = filter ?? {};
	const results = filters.map(({ columnName, condition, value }) => {
		if (condition !== 'eq') throw new Error(`The condition '${condition}' is not known here`);
		return row[columnName] === textOf(value);
	});
	// Without conditions n8n finds all rows, whatever has to match.
	return type === 'or' && results.length > 0 ? results.includes(true) : !results.includes(false);
}
