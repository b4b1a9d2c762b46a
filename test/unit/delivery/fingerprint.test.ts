import * as fc from 'fast-check';

import { fingerprintOf } from '../../../nodes/CustomerMessaging/delivery/fingerprint';

test('is the same in every process and every version, as a stored execution may be retried by another', () => {
	const message = ['POST', '/path', null, { customer_id: '5001', text: 'Grüße 🙂' }];
	expect(fingerprintOf(message)).toBe('7021ffdd122093b421c0795a9c91a9fb');
});

test('is the same for equal messages and another for any other', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
			expect(fingerprintOf(one)).toMatch(/^[0-9a-f]{32}$/);
			expect(fingerprintOf(one) === fingerprintOf(other)).toBe(JSON.stringify(one) === JSON.stringify(other));
			expect(fingerprintOf(structuredClone(one))).toBe(fingerprintOf(one));
		}),
	);
});

test('tells messages apart that differ in one character, or in the order of two', () => {
	fc.assert(
		fc.property(fc.string({ minLength: 2, maxLength: 200 }), fc.nat(), fc.string({ minLength: 1, maxLength: 1 }), (text, where, sign) => {
			const at = where % (text.length - 1);
			const changed = text.slice(0, at) + sign + text.slice(at + 1);
			const swapped = text.slice(0, at) + text[at + 1]! + text[at]! + text.slice(at + 2);
			for (const other of [changed, swapped, `${text}${sign}`, text.slice(1)]) {
				expect(fingerprintOf(other) === fingerprintOf(text)).toBe(other === text);
			}
		}),
	);
});

test('does not run two fields together', () => {
	expect(fingerprintOf(['ab', 'c'])).not.toBe(fingerprintOf(['a', 'bc']));
});

test('every quarter of it tells nearly all of many messages apart that hardly differ', () => {
	const count = 20_000;
	const fingerprints = Array.from({ length: count }, (_, index) =>
		fingerprintOf(['POST', '/path', null, { customer_id: String(5000 + index), text: 'Your order is on its way.' }]),
	);
	expect(new Set(fingerprints).size).toBe(count);
	for (const start of [0, 8, 16, 24]) {
		// Chance alone makes one pair of these alike in one run of twenty.
		expect(new Set(fingerprints.map((fingerprint) => fingerprint.slice(start, start + 8))).size).toBeGreaterThan(count - 10);
	}
});
