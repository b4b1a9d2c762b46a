import { expect, test } from '@playwright/test';

import { books } from '../stage/books';
import { itemsOf, latestExecution, storedExecution } from '../stage/executions';
import { rest } from '../stage/stage';
import { answer, answersOf, ask, latestLink, QUESTION } from '../stage/waiting';
import { listen, messagingNode } from '../stage/workflows';

test.beforeEach(books.reset);

test('asks, waits behind a page of its own, and goes on with the answer', async () => {
	const { id, workflow, link } = await ask('a text', { responseType: 'freeText' });

	const page = await fetch(link);
	expect(page.status).toBe(200);
	expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
	expect(await page.text()).toContain('Is Thursday fine?');
	expect((await latestExecution(workflow.id, 'waiting')).id).toBe(id);

	const thanks = await answer(link, 'On <Friday>,\r\nplease');
	expect(await thanks.text()).toContain('Thank you for your answer');
	await latestExecution(workflow.id, 'success');
	const accepted = await books.accepted();
	const expected = { text: 'On <Friday>,\nplease' };
	expect(await answersOf(id)).toEqual([
		{
			responded: true,
			...expected,
			data: expected,
			recipient: '5001',
			messageId: `report-${accepted[0]!.id}`,
			customerId: 5001,
			respondedAt: expect.any(String),
		},
	]);
	expect(accepted).toHaveLength(1);
});

for (const name of ["{{ 1 }} \"quoted\" \\ 'it's' 😀", '\\u007b', 'toJSON', 'x'.repeat(1000)])
	test(`a node of any other name can be answered: ${name.slice(0, 30)}`, async () => {
		const { workflow, link } = await ask('name', {}, { name });

		expect(await (await fetch(link)).text()).toContain('Is Thursday fine?');
		await answer(link, 'approve');

		const { id } = await latestExecution(workflow.id, 'success');
		expect(itemsOf(await storedExecution(id), name)).toMatchObject([{ approved: true }]);
	});

test.describe('only the form of the page, behind the link that was sent, answers', () => {
	const approve = { method: 'POST', body: new URLSearchParams({ answer: 'approve' }) };
	const noText = {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: '{ "answer": ["approve"] }',
	};
	const preview = { headers: { 'user-agent': 'WhatsApp/2.23.20.0' } };

	let asked: Awaited<ReturnType<typeof ask>>;
	test.beforeAll(async () => {
		asked = await ask('abuse', {});
	});

	const others: Array<[string, RequestInit, Record<string, string>, number, RegExp]> = [
		['a messenger that previews the link', preview, {}, 200, /Is Thursday fine/],
		['a HEAD request', { method: 'HEAD' }, {}, 200, /^$/],
		['a GET that carries the answer', {}, { answer: 'approve' }, 401, /invalid/i],
		['another method', { ...approve, method: 'PUT' }, {}, 200, /No action required/i],
		['an answer that is no text', noText, {}, 400, /was not sent/],
		['no signature', approve, { signature: '' }, 401, /invalid/i],
		['a wrong signature', approve, { signature: '0'.repeat(64) }, 401, /invalid/i],
		['the signature of another run', approve, { run: '1' }, 401, /invalid/i],
	];
	for (const [who, request, changes, status, page] of others)
		test(`${who} does not`, async () => {
			const url = new URL(asked.link);
			for (const [name, value] of Object.entries(changes))
				if (value === '') url.searchParams.delete(name);
				else url.searchParams.set(name, value);

			const response = await fetch(url, request);

			expect(response.status).toBe(status);
			expect(await response.text()).toMatch(page);
			const { status: stays } = await latestExecution(asked.workflow.id, ['waiting', 'success']);
			expect(stays).toBe('waiting');
		});

	test('and the form still does after all of them', async () => {
		await answer(asked.link, 'approve');
		const { id } = await latestExecution(asked.workflow.id, 'success');
		expect(await answersOf(id)).toMatchObject([{ approved: true }]);
	});

	test('of several answers, only the first counts, even if they come at the same time', async () => {
		const then = {
			resource: 'message',
			operation: 'sendText',
			customerId: '5002',
			text: "={{ $json.approved ? 'yes' : 'no' }}",
		};
		const { workflow, call } = await listen('Wait: several answers', [
			messagingNode(QUESTION),
			messagingNode(then, { name: 'Then' }),
		]);
		await call({ day: 'Thursday' });
		const { id } = await latestExecution(workflow.id, 'waiting');
		const link = await latestLink();

		await Promise.all([answer(link, 'approve'), answer(link, 'approve'), answer(link, 'approve')]);
		await latestExecution(workflow.id, 'success');
		const late = await answer(link, 'disapprove');

		expect(await late.text()).toMatch(/No action required/i);
		expect(await answersOf(id)).toMatchObject([{ approved: true }]);
		expect(await books.recipients()).toEqual(['5001', '5002']);
	});

	test('an execution that was stopped stays so', async () => {
		const { id, workflow, link } = await ask('stopped', {});
		await rest.ask('POST', `/executions/${id}/stop`);

		const response = await answer(link, 'approve');

		expect(response.status).toBe(409);
		expect((await latestExecution(workflow.id, ['canceled', 'success'])).status).toBe('canceled');
	});
});
