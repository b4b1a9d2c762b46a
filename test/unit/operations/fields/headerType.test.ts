import { readHeaderType } from '../../../../nodes/CustomerMessaging/operations/fields/headerType';
import { NodeParameters } from '../../../../nodes/CustomerMessaging/operations/nodeParameters';
import type { FilePart } from '../../../../nodes/CustomerMessaging/transport/multipart';
import { executeContext } from '../../doubles/executeContext';
import { refusalOf } from '../../doubles/refusal';

function read(chosen: string | undefined, mimeType?: string): string {
	const parameters = chosen === undefined ? {} : { headerType: chosen };
	const file: FilePart | undefined =
		mimeType === undefined
			? undefined
			: { fileName: 'file.bin', mimeType, size: 1, async *content() {} };
	return readHeaderType(new NodeParameters(executeContext({ parameters }).context), 0, file);
}

test.each([
	[undefined, 'image/png', 'image'],
	['auto', 'IMAGE/JPEG', 'image'],
	['auto', 'video/mp4', 'video'],
	['auto', 'application/pdf', 'document'],
	['auto', 'text/plain', 'document'],
	['auto', 'application/octet-stream', 'document'],
	['image', 'image/webp', 'image'],
	['video', 'video/mp4', 'video'],
	['document', 'application/pdf', 'document'],
	['document', 'image/png', 'document'],
	['document', 'audio/mpeg', 'document'],
	['none', undefined, 'none'],
	['text', undefined, 'text'],
])('%s with a file of type %s is %s', (chosen, mimeType, headerType) => {
	expect(read(chosen, mimeType)).toBe(headerType);
});

test.each<[chosen: string, mimeType: string | undefined, message: RegExp, advice: RegExp]>([
	[
		'image',
		'application/pdf',
		/^'Header Type' is 'Image', but the file 'file.bin' is of type application\/pdf$/,
		/give a file of that type/,
	],
	['image', 'video/mp4', /^'Header Type' is 'Image', but/, /Choose the 'Header Type'/],
	[
		'video',
		'image/png',
		/^'Header Type' is 'Video', but the file 'file.bin' is of type image\/png$/,
		/Choose the 'Header Type'/,
	],
	[
		'video',
		'application/octet-stream',
		/^'Header Type' is 'Video', but/,
		/Choose the 'Header Type'/,
	],
	[
		'auto',
		'audio/mpeg',
		/^The file 'file.bin' is of type audio\/mpeg, and no template with a file has an audio header$/,
		/'Document'/,
	],
	['auto', undefined, /^'Input Data Field Name' is empty$/, /'None' or 'Text'/],
	['image', undefined, /^'Input Data Field Name' is empty$/, /name of the binary field/],
	['picture', 'image/png', /^'Header Type' is 'picture', which does not exist$/, /Use one of/],
	['', 'image/png', /^'Header Type' is '', which does not exist$/, /Use one of/],
])('%s with a file of type %s is refused', (chosen, mimeType, message, advice) => {
	const refusal = refusalOf(() => read(chosen, mimeType));
	expect(refusal.message).toMatch(message);
	expect(refusal.advice).toMatch(advice);
});
