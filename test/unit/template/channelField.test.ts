import { checkChannelId } from '../../../nodes/CustomerMessaging/template/channelField';
import { idOf } from '../../../nodes/CustomerMessaging/service/channels';
import { refusalOf } from '../doubles/refusal';

test.each<[given: unknown, id: string]>([
	['11', '11'],
	[' 11\n', '11'],
	[11, '11'],
	['12025550106', '12025550106'],
])('the channel %j is the ID %s', (given, id) => {
	expect(checkChannelId(given)).toBe(id);
});

test.each(['Webshop', '007 Agency', '1 202 555 0101', '+12025550101', '-1', '1.5', '0x1F'])(
	'a title or a phone number is not taken for an ID: %s',
	(given) => {
		expect(refusalOf(() => checkChannelId(given))).toBe(
			`'Channel' is '${given}', which is not a channel's ID. Choose the channel from the list, or enter its ID; 'Channel' → 'Get Many' lists the IDs`,
		);
	},
);

test.each([undefined, null, {}, 1e21, 1.5, -1, '', ' ', 'x'])(
	'a channel with the ID %j cannot be chosen',
	(id) => {
		expect(idOf({ id } as never)).toBeUndefined();
	},
);
