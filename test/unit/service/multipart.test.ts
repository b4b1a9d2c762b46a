import { MultipartBody } from '../../../nodes/CustomerMessaging/service/multipart';

test('a form is one to n8n’s HTTP client, can be sent only once, knows its size and lets go of its files', async () => {
	const signals: AbortSignal[] = [];
	const bytes = [Buffer.from('content')];
	const file = {
		...{ fileName: 'a.pdf', mimeType: 'application/pdf' },
		async open(released: AbortSignal) {
			signals.push(released);
			return await Promise.resolve({ size: 7, bytes });
		},
	};
	const body = new MultipartBody();
	body.append('template_id', '2001');
	expect(body.fileSize).toBe(0);
	await body.appendFile('file', file);
	await body.appendFile('other', file);
	expect(Object.prototype.toString.call(body)).toBe('[object FormData]');
	expect([body.fileSize, body.getHeaders(), [...body].map(([name]) => name)]).toEqual([
		14,
		{},
		['template_id', 'file', 'other'],
	]);
	expect(([...body][1]![1] as { stream(): unknown }).stream()).toBe(bytes);
	expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
	body.release();
	expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});
