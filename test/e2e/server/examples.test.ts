import { expect, test } from '@playwright/test';

import type { SavedWorkflow, WorkflowFile } from '../../../dev/editor/restInterface';
import { until } from '../../support/until';
import { books } from '../stage/books';
import { readyExample } from '../stage/examples';
import { executionsOf, latestExecution, runByHand, storedExecution } from '../stage/executions';
import { rest } from '../stage/stage';
import { answer, linkOf } from '../stage/waiting';
import { post } from '../stage/workflows';

test.beforeEach(books.reset);

/** Calls an example's webhook at the path that its file gives it. */
async function call(path: string, body: object): Promise<unknown> {
	return (await (await post(path, body)).json()) as unknown;
}

test('the CRM is told that its customer got the template, once however often it asks, or why not', async () => {
	await rest.activate(await rest.createWorkflow(readyExample('crm-order-webhook.json')));
	const order = {
		order: 'A-1001',
		name: 'Customer 1',
		phone: '+1 (202) 555-0101',
		delivery: '2030-05-06',
	};

	const atOnce = await Promise.all([call('order-placed', order), call('order-placed', order)]);
	const again = await call('order-placed', order);
	const refused = await call('order-placed', { ...order, phone: '202-555-0101' });

	const accepted = await books.accepted();
	expect(accepted).toMatchObject([
		{
			recipient: '+12025550101',
			request: {
				body: { template_id: '101', attributes: { 1: 'A-1001', 2: 'Customer 1', 3: '6 May 2030' } },
			},
		},
	]);
	const sent = { status: 'sent', messageId: `report-${accepted[0]!.id}` };
	const alreadySent = { status: 'alreadySent', messageId: '' };
	expect(atOnce).toHaveLength(2);
	expect(atOnce).toEqual(expect.arrayContaining([sent, alreadySent]));
	expect(again).toEqual(alreadySent);
	expect(refused).toEqual({
		status: 'failed',
		reason: expect.stringContaining('no plus sign and country code'),
	});
});

test('of ten customers who are asked at once, each answer lands under its own, in whatever order they come, and nobody is asked twice', async () => {
	const TABLE = 'Delivery answers';
	const COLUMNS = ['order', 'name', 'answer'];
	const workflow = await rest.createWorkflow(readyExample('ask-many-at-once.json'));
	const idsWith = async (status: string) =>
		(await executionsOf(workflow.id))
			.filter((execution) => execution.status === status)
			.map(({ id }) => id);
	const end = async (id: string) =>
		await until(async () => (await idsWith('success')).includes(id));
	const answersInTable = async () =>
		(await rowsOf(TABLE, COLUMNS)).sort((one, other) => one.order!.localeCompare(other.order!));
	const rowOf = (number: number, given: string) => ({
		order: `A-${1000 + number}`,
		name: `Customer ${number}`,
		answer: given,
	});
	const numbers = Array.from({ length: 10 }, (_, index) => index + 1);

	const called = await runByHand(workflow);
	await end(called);
	await until(async () => (await idsWith('waiting')).length === numbers.length);
	const ended = await storedExecution(called);
	const asked = await books.accepted();
	expect(asked.map(({ recipient, content }) => [recipient, content.body]).sort()).toEqual(
		numbers.map((number) => [
			String(5000 + number),
			expect.stringContaining(`Hello Customer ${number}, on which day may we bring your order A-`),
		]),
	);
	const reply = async (number: number, given: string) => {
		const message = asked.find(({ recipient }) => recipient === String(5000 + number))!;
		await answer(linkOf(message), given);
	};

	const silent = 4;
	const answering = [7, 10, 2, 9, 1, 8, 3, 6, 5];
	for (const number of answering) await reply(number, `Day ${number}`);
	await until(async () => (await idsWith('success')).length === 1 + answering.length);

	const expected = numbers
		.filter((number) => number !== silent)
		.map((number) => rowOf(number, `Day ${number}`));
	expect(await answersInTable()).toEqual(expected);
	expect(await storedExecution(called)).toEqual(ended);
	const [waiting] = await idsWith('waiting');

	// As 'Retry' of a failed call does: the sub-workflows start anew.
	await end(await runByHand(workflow));
	const allButOne = 2 * (1 + numbers.length) - 1;
	await until(async () => (await idsWith('success')).length === allButOne);

	expect(await books.accepted()).toHaveLength(numbers.length);
	expect(await answersInTable()).toEqual(expected);

	await reply(silent, 'Sorry, only now');
	await end(waiting!);
	expect(await answersInTable()).toContainEqual(rowOf(silent, 'Sorry, only now'));
});

test.describe('what the examples keep of customers', () => {
	const TABLE = 'Customers';
	const COLUMNS = ['customer', 'phone', 'stopped'];
	const WEBHOOK = 'n8n-nodes-base.webhook';
	const rowsWith = async (column: string, value: string) =>
		(await rowsOf(TABLE, COLUMNS)).filter((row) => row[column] === value);

	/** Saves an example as its user leaves it, and runs it by hand until it is over. */
	async function started(example: WorkflowFile, trigger?: string): Promise<SavedWorkflow> {
		const workflow = await rest.createWorkflow(example);
		await runByHand(workflow, trigger);
		await latestExecution(workflow.id, 'success');
		return workflow;
	}

	test('a template to a phone number keeps the ID, and a later text goes to the same customer', async () => {
		const workflow = await started(readyExample('phone-to-customer-id.json'), WEBHOOK);
		const [{ customer } = {}] = await rowsWith('phone', '+12025550101');
		await rest.activate(workflow);

		await call('order-shipped', { order: 'A-1001', phone: '+1 (202) 555-0101' });
		await expect.poll(books.accepted).toHaveLength(2);
		expect(await books.recipients()).toEqual(['+12025550101', customer]);

		await call('order-shipped', { order: 'A-1001', phone: '+12025550199' });
		await latestExecution(workflow.id, 'error');
	});

	test('a reply is answered once, and so is STOP, after which neither answers nor broadcasts go out', async () => {
		// Numbers that no other test has: all of them share the table.
		const broadcast = JSON.parse(
			JSON.stringify(readyExample('spreadsheet-broadcast.json'))
				.replace('202-555-0101', '202-555-0141')
				.replace('202-555-0103', '202-555-0143'),
		) as WorkflowFile;
		await started(broadcast);
		expect((await books.recipients()).sort()).toEqual(['+12025550141', '+12025550143']);
		const phone = '+12025550143';
		const [{ customer } = {}] = await rowsWith('phone', phone);

		const replies = await started(readyExample('replies.json'), WEBHOOK);
		await rest.activate(replies);
		let calls = (await executionsOf(replies.id)).length;
		/** Has the service call, twice at the same moment, and waits until n8n is done with both. */
		const reply = async (text: string): Promise<void> => {
			const body = {
				action: 'ticket_created',
				customer: { id: Number(customer), phone: '', last_message_text: text },
			};
			const atOnce = [call('message-received', body), call('message-received', body)];
			expect(await Promise.all(atOnce)).toEqual(
				atOnce.map(() => ({ message: 'Workflow was started' })),
			);
			calls += atOnce.length;
			await until(async () => {
				const executions = await executionsOf(replies.id);
				return (
					executions.length === calls && executions.every(({ status }) => status === 'success')
				);
			});
		};
		await books.reset();
		await reply('When will it arrive?');
		await reply(' Stop. ');
		await reply('Hello?');

		expect(
			(await books.accepted()).map(({ recipient, content }) => [recipient, content.body]),
		).toEqual(
			[expect.stringContaining('Thank you'), 'You will get no more messages from us.'].map(
				(text) => [customer, text],
			),
		);
		expect(await rowsWith('customer', customer!)).toEqual([{ customer, phone, stopped: 'yes' }]);

		await books.reset();
		await started(broadcast);
		expect(await books.recipients()).toEqual(['+12025550141']);
	});
});

/** The rows of a data table, with these columns of theirs. */
async function rowsOf(
	table: string,
	columns: readonly string[],
): Promise<Array<Record<string, string>>> {
	const { id: project } = await rest.ask<{ id: string }>('GET', '/projects/personal');
	const tables = `/projects/${project}/data-tables`;
	const all = await rest.ask<{ data: Array<{ id: string; name: string }> }>('GET', tables);
	const { id } = all.data.find(({ name }) => name === table)!;
	const { data } = await rest.ask<{ data: Array<Record<string, string>> }>(
		'GET',
		`${tables}/${id}/rows`,
	);
	return data.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]!])));
}
