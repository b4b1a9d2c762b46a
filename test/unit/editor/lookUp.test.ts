import { editorReader } from '../../../nodes/CustomerMessaging/editor/lookUp';
import { channelsRequest } from '../../../nodes/CustomerMessaging/service/channels';
import type { Service } from '../../../nodes/CustomerMessaging/service/service';

test('whoever waits for a list to open waits twenty seconds at most, and the service is asked once', async () => {
	const message = 'The service did not respond';
	const request = jest.fn<ReturnType<Service['request']>, Parameters<Service['request']>>(
		async () =>
			await Promise.resolve({ ok: false, failure: { kind: 'noResponse', message, advice: '' } }),
	);
	await expect(editorReader({ request })(channelsRequest)).rejects.toThrow(message);
	expect(request.mock.calls).toEqual([[channelsRequest, 20]]);
});
