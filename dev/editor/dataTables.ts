import type { RestInterface, WorkflowFile } from './restInterface';

/** A data table as n8n lists it. */
interface DataTable {
	id: string;
	name: string;
}

/** Where n8n keeps the data tables of its owner, below `/rest`. */
export async function tablesPath(rest: RestInterface): Promise<string> {
	const { id } = await rest.ask<{ id: string }>('GET', '/projects/personal');
	return `/projects/${id}/data-tables`;
}

export async function tableNamed(
	rest: RestInterface,
	name: string,
): Promise<DataTable | undefined> {
	const { data } = await rest.ask<{ data: DataTable[] }>('GET', await tablesPath(rest));
	return data.find((table) => table.name === name);
}

/** Makes the table that the node "Create Table" of an example would make, unless it is there. */
export async function makeTable(rest: RestInterface, example: WorkflowFile): Promise<DataTable> {
	const { tableName: name, columns } = example.nodes.find((node) => node.name === 'Create Table')!
		.parameters as { tableName: string; columns: { column: object[] } };
	return (
		(await tableNamed(rest, name)) ??
		(await rest.ask('POST', await tablesPath(rest), { name, columns: columns.column }))
	);
}
