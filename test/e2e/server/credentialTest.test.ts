import { books } from '../stage/books';
import { rest, stage } from '../stage/stage';

beforeEach(books.reset);

/** Saves a credential and tests it, as the editor does. */
async function testOf(data: object): Promise<{ status: string; message: string }> {
	const { id, name, type } = await rest.saveCredential('Tried out', 'customerMessagingApi', data);
	const credentials = { id, name, type, data };
	try {
		return await rest.ask('POST', '/credentials/test', { credentials });
	} finally {
		await rest.deleteCredential(id);
	}
}

test('a credential with the right key passes its test', async () => {
	expect(await testOf(stage.service)).toMatchObject({ status: 'OK' });
	expect(await books.requests()).toMatchObject([{ operation: 'channel.getAll', status: 200 }]);
});

test('a wrong key fails the test, and the message says what to do', async () => {
	const { status, message } = await testOf({ ...stage.service, apiKey: 'wrong' });

	expect(status).toBe('Error');
	expect(message).toContain(
		"The service rejected the API key: An invalid API key was provided. Copy the API Key from the team settings of the service's dashboard",
	);
	expect((await books.requests()).map((request) => request.status)).toEqual([401]);
});

test('an address at which something else answers fails the test, such as that of n8n itself', async () => {
	const { status, message } = await testOf({ ...stage.service, baseUrl: stage.address });

	expect(status).toBe('Error');
	expect(message).toMatch(
		/a web page titled '.*' instead of JSON\. Check that 'Base URL' in the credential/,
	);
});

test('a plain-http address fails the test before the key is sent anywhere', async () => {
	const { status, message } = await testOf({ ...stage.service, baseUrl: 'http://hub.example.com' });

	expect(status).toBe('Error');
	expect(message).toContain(
		"'Base URL' starts with http://, which would send the API key unencrypted",
	);
	expect(await books.requests()).toEqual([]);
});
