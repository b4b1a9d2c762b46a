import { channelField, readChannelId } from '../../../../nodes/CustomerMessaging/operations/fields/channel';
import { Form } from '../../../../nodes/CustomerMessaging/operations/form';
import { executeContext, PerItem } from '../../doubles/executeContext';
import { refusalOf } from '../../doubles/refusal';

function read(value: unknown, itemIndex = 0): string {
	return readChannelId(new Form(executeContext({ parameters: { channelId: value } }).context), itemIndex);
}

test('is saved in workflows as channelId and shown as Channel', () => {
	expect(channelField).toMatchObject({ name: 'channelId', displayName: 'Channel', required: true });
});

test('goes out as a string, fixed or by an expression', () => {
	expect(read('101')).toBe('101');
	expect(read(new PerItem([101, ' 102 ']), 0)).toBe('101');
	expect(read(new PerItem([101, ' 102 ']), 1)).toBe('102');
});

test('is refused by its own name where it is missing', () => {
	expect(refusalOf(() => read(undefined)).message).toBe("'Channel' is empty");
	expect(refusalOf(() => read(new PerItem(['101', null]), 1)).message).toBe("'Channel' is empty");
});

test.each(['list', 'id'])('is taken out of a locator in the mode %s', (mode) => {
	expect(read({ __rl: true, mode, value: '101' })).toBe('101');
	expect(read({ __rl: true, mode, value: 101 })).toBe('101');
	expect(read({ __rl: true, mode, value: new PerItem([101, 102]) }, 0)).toBe('101');
	expect(refusalOf(() => read({ __rl: true, mode, value: '' })).message).toBe("'Channel' is empty");
});

test('can be chosen from a searchable list, or by ID', () => {
	expect(channelField.modes?.map(({ name }) => name)).toEqual(['list', 'id']);
	expect(channelField.modes?.[0]?.typeOptions).toEqual({ searchListMethod: 'searchChannels', searchable: true });
});
