import { MultipartBody } from '../../../nodes/CustomerMessaging/service/multipart';

test('a form is one to n8n’s HTTP client, can be sent only once, knows its size and lets go of its files', () => {
	const signals: AbortSignal[] = [];
	const file = {
		...{ fileName: 'a.pdf', mimeType: 'application/pdf', size: 7 },
		async *content(released: AbortSignal) {
			signals.push(released);
			yield await Promise.resolve(Buffer.from('content'));
		},
	};
	const body = new MultipartBody();
	body.append('template_id', '2001');
	expect(body.fileSize).toBe(0);
	body.appendFile('file', file);
	body.appendFile('other', file);
	expect(Object.prototype.toString.call(body)).toBe('[object FormData]');
	expect([body.fileSize, body.getHeaders(), [...body].map(([name]) => name)]).toEqual([
		14,
		{},
		['template_id', 'file', 'other'],
	]);
	// The bytes are asked for only while the form is sent.
	expect(signals).toEqual([]);
	void ([...body][1]![1] as { stream(): AsyncIterable<Uint8Array> })
		.stream()
		[Symbol.asyncIterator]()
		.next();
	body.release();
	expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
