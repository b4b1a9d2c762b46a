import type {
	CreateDataTableOptions,
	DataTable,
	DataTableColumnJsType,
	DataTableFilter,
	DataTableProxyProvider,
	DataTableRow,
	DataTableRowReturn,
	IDataTableProjectAggregateService,
	IDataTableProjectService,
	ListDataTableOptions,
	ListDataTableRowsOptions,
	UpsertDataTableRowOptions,
} from 'n8n-workflow';

/** Nothing here depends on when a row was written. */
const WRITTEN = new Date(0);

interface StoredTable {
	table: DataTable;
	rows: DataTableRowReturn[];
}

/**
 * n8n's data tables, as far as workflows here use them: making a table with columns of text, and
 * inserting, upserting and finding rows by what a column equals. n8n keeps them in its server package, so the rows lie in
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
		return this.find(({ table }) => table.name === name).rows.map(
			({ id: _id, createdAt: _createdAt, updatedAt: _updatedAt, ...row }) => row,
		);
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
		const insertRows = async (rows: DataTableRow[]) => rows.map((row) => insert(stored, row));
		const proxy = {
			getColumns: async () => stored.table.columns,
			insertRows,
			getManyRowsAndCount: async ({
				filter,
				skip = 0,
				take,
			}: Partial<ListDataTableRowsOptions>) => {
				const found = stored.rows.filter((row) => matches(row, filter));
				return {
					count: found.length,
					data: found.slice(skip, take === undefined ? undefined : skip + take),
				};
			},
			upsertRow: async ({ filter, data }: UpsertDataTableRowOptions) => {
				const found = stored.rows.filter((row) => matches(row, filter));
				return found.length === 0
					? await insertRows([data])
					: found.map((row) => Object.assign(row, textsOf(stored, data)));
			},
		};
		return proxy as unknown as IDataTableProjectService;
	}

	private add({ name, columns }: CreateDataTableOptions): DataTable {
		const id = `table-${this.tables.length + 1}`;
		const table: DataTable = {
			id,
			name,
			projectId: 'personal',
			createdAt: WRITTEN,
			updatedAt: WRITTEN,
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

function insert(stored: StoredTable, row: DataTableRow): DataTableRowReturn {
	const empty = Object.fromEntries(stored.table.columns.map(({ name }) => [name, null]));
	const added = {
		...empty,
		...textsOf(stored, row),
		id: stored.rows.length + 1,
		createdAt: WRITTEN,
		updatedAt: WRITTEN,
	} as DataTableRowReturn;
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

function matches(
	row: DataTableRow,
	{ type, filters }: DataTableFilter = { type: 'and', filters: [] },
): boolean {
	const met = filters.map(({ columnName, condition, value }) => {
		if (condition !== 'eq') throw new Error(`The condition '${condition}' is not known here`);
		return row[columnName] === textOf(value);
	});
	return type === 'and' ? met.every(Boolean) : met.some(Boolean);
}
