import type { INodeProperties } from 'n8n-workflow';

import { choiceCheck } from '../../../../nodes/CustomerMessaging/operations/fields/choice';
import { refusalOf } from '../../doubles/refusal';

const field: INodeProperties = {
	displayName: 'File Type',
	name: 'fileType',
	type: 'options',
	default: 'image',
	options: [
		{ name: 'Image', value: 'image' },
		{ name: 'Video', value: 'video' },
	],
};

test.each(['image', 'video'])('takes %s, as it is listed', (value) => {
	expect(choiceCheck(field)(value)).toBe(value);
});

test.each<[value: unknown, shown: string]>([
	['audio', 'audio'],
	['Image', 'Image'],
	['IMAGE', 'IMAGE'],
	[' image', ' image'],
	['', ''],
	[5, '5'],
	[true, 'true'],
	[undefined, 'undefined'],
	[null, 'null'],
	// As text it would be one of the choices.
	[['image'], 'image'],
])('refuses %j and lists the choices', (value, shown) => {
	expect(refusalOf(() => choiceCheck(field)(value))).toEqual({
		message: `'File Type' is '${shown}', which does not exist`,
		advice: "Use one of: 'image', 'video'",
	});
});

test('a field without choices takes nothing', () => {
	expect(refusalOf(() => choiceCheck({ ...field, options: undefined })('image')).message).toContain(
		'which does not exist',
	);
});
