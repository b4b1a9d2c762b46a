import { randomUUID } from 'node:crypto';
import { join } from 'node:path';

import { repository } from '../../../dev/editor/folders';
import { books } from '../stage/books';
import { visit, type Visit } from '../stage/browser';
import { connect, stage } from '../stage/stage';
import { until } from '../../support/until';
import { uploadForm } from '../stage/uploadForm';
import { activate, messagingNode } from '../stage/workflows';

let visited: Visit;
beforeAll(async () => {
	visited = await visit();
	await books.reset();
});
afterAll(async () => await visited?.leave());

test('a file that a person chooses in a form is sent with a template', async () => {
	const { page } = visited;
	const path = randomUUID();
	await activate(await connect(), 'Form in the browser', [
		uploadForm(path),
		messagingNode({
			resource: 'template',
			operation: 'sendWithFile',
			channelId: { __rl: true, mode: 'id', value: '11' },
			templateId: '102',
			customerPhone: '={{ $json.Phone }}',
			binaryPropertyName: 'File',
			specifyVariables: 'json',
			variablesJson: '{ "1": "Customer 1", "2": "10 %" }',
		}),
	]);

	await page.goto(`${stage.address}/form/${path}`);
	await page.getByLabel('Phone').fill('+12025550123');
	await page
		.locator('input[type="file"]')
		.setInputFiles(join(repository, 'dev', 'sandbox', 'samples', 'picture.png'));
	await page.getByRole('button', { name: 'Submit' }).click();
	await page.getByText('Your response has been recorded').waitFor();

	const accepted = await until(async () => {
		const messages = await books.accepted();
		return messages.length > 0 ? messages : undefined;
	});
	expect(accepted).toMatchObject([
		{ operation: 'template.sendWithFile', recipient: '+12025550123', template: { id: 102 } },
	]);
	expect(accepted[0]!.request.parts).toEqual(
		expect.arrayContaining([
			expect.objectContaining({ name: 'header_type', value: 'image' }),
			expect.objectContaining({ name: 'file', fileName: 'picture.png', contentType: 'image/png' }),
		]),
	);
});
