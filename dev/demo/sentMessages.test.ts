import { listMessages } from './sentMessages';

const BODY = 'Dear Customer 1,\n\nyour invoice is attached. Please pay it by 20 May 2030.';

const message = (recipient: string, body: string, header?: object) => ({
	recipient,
	content: { header: { type: 'document', ...header }, body, buttons: [] },
});

test('what was sent is listed by recipient, its file first, in whatever order it arrived', () => {
	const inbox = [
		message('5001', '', { url: 'http://127.0.0.1:4000/samples/brochure.pdf' }),
		message('+12025550102', 'Hello Customer 2'),
		message('+12025550101', 'Hello Customer 1', { text: 'Order A-1001' }),
		message('+12025550101', BODY, { file: { name: 'file', fileName: 'Invoice INV-2001.pdf' } }),
	];
	expect(listMessages(inbox)).toEqual([
		'+12025550101: Hello Customer 1',
		'+12025550101: Invoice INV-2001.pdf: Dear Customer 1, your invoice is attached. Please pay it …',
		'+12025550102: Hello Customer 2',
		'customer ID 5001: brochure.pdf',
	]);
});
