import type { RestInterface } from '../../../dev/editor/restInterface';
import { books } from '../stage/books';
import { connect, stage } from '../stage/stage';

let rest: RestInterface;
beforeAll(async () => {
	rest = await connect();
});
beforeEach(async () => await books.reset());

/** Saves a credential and tests it, as the editor does. */
async function testOf(data: object): Promise<{ status: string; message: string }> {
	const { id, name, type } = await rest.saveCredential('Tried out', 'customerMessagingApi', data);
	const credentials = { id, name, type, data };
	try {
		return await rest.ask('POST', '/credentials/test', { credentials });
	} finally {
		await rest.deleteCredential({ id, name, type });
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

test('a plain-http address fails the test before the key is sent anywhere', async () => {
	const { status, message } = await testOf({ ...stage.service, baseUrl: 'http://hub.example.com' });

	expect(status).toBe('Error');
	expect(message).toContain(
		"'Base URL' starts with http://, which would send the API key unencrypted",
	);
	expect(await books.requests()).toEqual([]);
});
