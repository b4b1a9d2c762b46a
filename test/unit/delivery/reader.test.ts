import type { IExecuteFunctions } from 'n8n-workflow';

import { readableService } from '../../../nodes/CustomerMessaging/delivery/reader';
import { DEFAULT_OPTIONS } from '../../../nodes/CustomerMessaging/operations/sendOptions';
import type { Result } from '../../../nodes/CustomerMessaging/service/responsePolicy';
import type { ReadRequest, Service } from '../../../nodes/CustomerMessaging/service/service';

const wanted = (path: string): ReadRequest => ({
	...{ kind: 'read', path, expects: 'object', ifRefused: '' },
});

const FAILED: Result = {
	ok: false,
	failure: { kind: 'serverError', message: 'It failed', advice: '' },
};

test.each([
	[60, 5],
	[3, 3],
])(
	"with a 'Timeout' of %i seconds, each request of a brief look-up has %i seconds, and one try",
	async (timeout, seconds) => {
		const request = jest.fn<ReturnType<Service['request']>, Parameters<Service['request']>>(
			async () => await Promise.resolve(FAILED),
		);
		const context = { getContext: () => ({}), getExecutionCancelSignal: () => undefined };
		const { readBriefly } = readableService(
			context as unknown as IExecuteFunctions,
			{ request } as Partial<Service> as Service,
			{ ...DEFAULT_OPTIONS, timeout },
		);
		for (const path of ['/one', '/other', '/one'])
			await expect(readBriefly(wanted(path))).rejects.toThrow('It failed');
		expect(request.mock.calls).toEqual(['/one', '/other'].map((path) => [wanted(path), seconds]));
	},
);
