import { books } from '../stage/books';
import { readyExample } from '../stage/examples';
import { rest } from '../stage/stage';
import { latestExecution } from '../stage/executions';
import { answer, latestLink } from '../stage/waiting';
import { post } from '../stage/workflows';

beforeEach(books.reset);

/** Calls an example's webhook at the path that its file gives it. */
async function call(path: string, body: object): Promise<unknown> {
	return (await (await post(path, body)).json()) as unknown;
}

test('an appointment is asked about, and the answer decides what follows', async () => {
	const workflow = await rest.createWorkflow(readyExample('appointment-confirmation.json'));
	await rest.activate(workflow);

	await call('appointment-made', {
		customer: '5001',
		name: 'Customer 1',
		time: '2030-05-06T10:00',
	});
	await latestExecution(workflow.id, 'waiting');
	await answer(await latestLink(), 'disapprove');

	await latestExecution(workflow.id, 'success');
	expect((await books.accepted()).map(({ content }) => content.body)).toEqual([
		expect.stringContaining('we have you down for Monday, 6 May, 10:00'),
		expect.stringContaining('We will call you today'),
	]);
});

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

test('a paid order brings its invoice as a PDF', async () => {
	await rest.activate(await rest.createWorkflow(readyExample('invoice-pdf.json')));

	await call('order-paid', {
		name: 'Customer 1',
		phone: '+12025550101',
		invoice: 'INV-2001',
		amount: 129.5,
		due: '2030-05-20',
	});

	const accepted = await books.accepted();
	expect(accepted).toMatchObject([
		{ operation: 'template.sendWithFile', recipient: '+12025550101', template: { id: 103 } },
	]);
	expect(accepted[0]!.request.parts).toContainEqual(
		expect.objectContaining({
			name: 'file',
			fileName: 'Invoice INV-2001.pdf',
			contentType: 'application/pdf',
		}),
	);
});
