import { books } from '../stage/books';
import { closePage, field, openNode, openPage, openWorkflow, page } from '../stage/browser';
import { line, manualTrigger, MESSAGING, messagingNode } from '../stage/workflows';

beforeAll(openPage);
afterAll(closePage);
beforeEach(books.reset);

/** Executes the node that is open; gives what the output panel says about the error that begins like this. */
async function errorOf(beginning: string): Promise<{ message: string; description: string }> {
	await page.getByTestId('node-execute-button').click();
	const message = page.getByTestId('node-error-message').filter({ hasText: beginning });
	return {
		message: await message.innerText(),
		description: await page.getByTestId('node-error-description').innerText(),
	};
}

test('an error stands in the output, with what to do', async () => {
	await openWorkflow(
		line('Errors', [
			manualTrigger(),
			messagingNode({
				resource: 'template',
				operation: 'send',
				channelId: { __rl: true, mode: 'id', value: '11' },
				templateId: { __rl: true, mode: 'id', value: '105' },
				customerPhone: '202 555 0123',
				specifyVariables: 'json',
				variablesJson: '{}',
			}),
		]),
	);
	await openNode(MESSAGING);

	const national = await errorOf("'Customer Phone'");
	expect(national.message).toContain("'202 555 0123' has no plus sign and country code");
	expect(national.description).toContain('Enter it in international format');
	expect(await books.requests()).toEqual([]);

	await field('customerPhone').fill('+12025550123');
	await books.addFault({ fault: { kind: 'resetAfterBody' }, accepts: true });
	const unknown = await errorOf('Outcome unknown');
	expect(unknown.message).toMatch(
		/^Outcome unknown, the message to \+12025550123 may have arrived/,
	);
	expect(unknown.description).toContain(
		"Look it up in the service's dashboard before you send it again",
	);
});
