import { install, type Clock } from '@sinonjs/fake-timers';
import type { ICredentialTestFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import { channelsRequest } from '../../../nodes/CustomerMessaging/service/channels';
import type { MultipartBody } from '../../../nodes/CustomerMessaging/service/multipart';
import { openService, openServiceForTest } from '../../../nodes/CustomerMessaging/service/service';

let clock: Clock;
beforeEach(() => {
	clock = install();
});
afterEach(() => clock.uninstall());

const credential = { service: 'iomnihub', apiKey: 'key-0123456789' };

/** One of n8n's helpers, and a service that never answers. */
const silent = () => jest.fn(async () => await new Promise<never>(() => {}));

test.each<[seconds: number, fileSize: number | undefined, limit: number]>([
	[1, undefined, 1000],
	[1.2, undefined, 1200],
	[60, 100_001, 62_000],
	[5, 1_000_000, 15_000],
	// Node.js takes no longer one, and would wait no time at all.
	[3_000_000, undefined, 2 ** 31 - 1],
])(
	'with %d seconds and a file of %p bytes, a request is given up after %i milliseconds',
	async (seconds, fileSize, limit) => {
		const request = silent();
		const service = openServiceForTest(
			{ request } as unknown as ICredentialTestFunctions['helpers'],
			credential,
		);
		const multipart = { fileSize, release: () => {} } as MultipartBody;
		const multipartBody = fileSize === undefined ? undefined : async () => multipart;
		const ended = jest.fn();
		void service.request({ ...channelsRequest, multipartBody }, seconds).then(ended);
		await clock.tickAsync(limit - 1);
		expect(ended).not.toHaveBeenCalled();
		expect(request).toHaveBeenCalledWith(expect.objectContaining({ timeout: limit }));
		await clock.tickAsync(1);
		const failure = expect.objectContaining({ kind: 'noResponse' }) as object;
		expect(ended).toHaveBeenCalledWith({ ok: false, failure });
	},
);

test("a request of the form is ended once it is given up, though the form has no signal of n8n's", async () => {
	const httpRequestWithAuthentication = silent();
	const context = {
		getCredentials: async () => await Promise.resolve(credential),
		helpers: { httpRequestWithAuthentication },
	} as unknown as ILoadOptionsFunctions;
	const service = await openService(context);
	void service.request(channelsRequest, 20);
	await clock.tickAsync(0);
	const [caller] = httpRequestWithAuthentication.mock.contexts as Array<{
		getExecutionCancelSignal(): AbortSignal;
	}>;
	const signal = caller!.getExecutionCancelSignal();
	await clock.tickAsync(19_999);
	expect(signal.aborted).toBe(false);
	await clock.tickAsync(1);
	expect(signal.aborted).toBe(true);
});
