import { createHash } from 'node:crypto';

import * as fc from 'fast-check';

import { fingerprintOf } from '../../../nodes/CustomerMessaging/delivery/fingerprint';

test('is the first half of the SHA-256 of the message as JSON', async () => {
	const message = ['POST', '/path', null, { customer_id: '5001', text: 'Grüße 🙂' }];
	const expected = createHash('sha256').update(JSON.stringify(message)).digest('hex').slice(0, 32);
	expect(await fingerprintOf(message)).toBe(expected);
});

test('is the same for equal messages and another for any other', async () => {
	await fc.assert(
		fc.asyncProperty(fc.jsonValue(), fc.jsonValue(), async (one, other) => {
			const [first, second] = await Promise.all([fingerprintOf(one), fingerprintOf(other)]);
			expect(first).toMatch(/^[0-9a-f]{32}$/);
			expect(first === second).toBe(JSON.stringify(one) === JSON.stringify(other));
			expect(await fingerprintOf(structuredClone(one))).toBe(first);
		}),
	);
});

test('does not run two fields together', async () => {
	expect(await fingerprintOf(['ab', 'c'])).not.toBe(await fingerprintOf(['a', 'bc']));
});
