import { isPath } from '../../lib/fields/itemField';
import { identifierCheck } from '../../lib/fields/identifier';
import { refuseRepeated } from '../../lib/fields/plainText';
import {
	hasWordForNothing,
	isWordForNothing,
	showsNothing,
	withoutWordsForNothing,
} from '../../lib/basics/nothing';
import { asSeen, excerpt, trimmed } from '../../lib/basics/visibleText';
import { customer } from '../../nodes/CustomerMessaging/recipient/customerId';
import {
	checkCustomerPhone,
	customerPhone,
} from '../../nodes/CustomerMessaging/recipient/customerPhone';
import { asHtml } from '../../lib/basics/asHtml';
import { checkFileUrl } from '../../nodes/CustomerMessaging/service/fileUrl';

/** What looks at a text that anybody may have typed into a form. */
const CHECKS: Record<string, (text: string) => unknown> = {
	...{ asHtml, asSeen, excerpt, hasWordForNothing, isPath, isWordForNothing, showsNothing },
	...{ trimmed, withoutWordsForNothing, checkCustomerPhone },
	'a national number': (text) => checkCustomerPhone(text, 'Customer Phone', () => 'DE'),
	'what counts in a number': customerPhone.counts,
	'a customer ID': (text) => customer.check(text, 'Customer ID', undefined as never),
	'a template ID': identifierCheck('Template'),
	'an address': (text) => checkFileUrl(text, 'https://service.example', 'URL'),
	'an address behind its beginning': (text) =>
		checkFileUrl(`https://a.example/${text}`, 'https://service.example', 'URL'),
	'two names': (text) => refuseRepeated([text, `${text} `.trim()], 'names'),
};

/** What such a text may be made of, again and again. */
const SIGNS = [
	...['+', '0', '1', ' ', '\u200b', "'", '"', '`', '(', '(1', '[', '{', '-', '.', '/'],
	...['\\', ',', '\n', '%20', 'a', 'é', '😀', 'undefine', 'null,', '\u0301', '[object '],
	...['#N/A ', '0001-01-01 ', 'Loading', '00+', '$json.'],
];

test.each(Object.entries(CHECKS))(
	'%s takes no longer for a long text than its length asks for',
	(_name, check) => {
		for (const sign of SIGNS)
			for (const text of [
				sign.repeat(100_000 / sign.length),
				`${sign.repeat(100_000 / sign.length)}x1`,
				`x${sign.repeat(100_000 / sign.length)}x`,
				`+1${sign.repeat(1990 / sign.length)}x`,
			]) {
				const start = process.cpuUsage();
				let told = '';
				try {
					check(text);
				} catch (error) {
					told = (error as Error).message;
				}
				const { user } = process.cpuUsage(start);
				expect({
					sign,
					length: text.length,
					isQuick: user < 500_000,
					isShort: told.length < 2000,
				}).toEqual({
					...{ sign, length: text.length, isQuick: true, isShort: true },
				});
			}
	},
);
