import * as fc from 'fast-check';

import { fingerprintOf } from '../../../nodes/CustomerMessaging/delivery/fingerprint';

test('is the same in every process and every version, as a retry may run in another', () => {
	expect(fingerprintOf(['POST', '/path', null, { customer_id: '5001', text: 'Grüße 🙂' }])).toBe('7021ffdd122093b421c0795a9c91a9fb');
});

test('spreads messages that differ in a digit over all of its parts', () => {
	const fingerprints = Array.from({ length: 20_000 }, (_, index) => fingerprintOf({ customer_id: String(5000 + index), text: 'Hello' }));
	expect(new Set(fingerprints).size).toBe(fingerprints.length);
	for (let part = 0; part < 4; part++) {
		const distinct = new Set(fingerprints.map((fingerprint) => fingerprint.slice(part * 8, part * 8 + 8))).size;
		// Of 20,000 numbers of 32 bits, chance makes one pair in twenty draws.
		expect(distinct).toBeGreaterThan(fingerprints.length - 5);
	}
});

test('is the same for equal messages and another for any other', () => {
	fc.assert(
		fc.property(fc.jsonValue(), fc.jsonValue(), (one, other) => {
			const [first, second] = [fingerprintOf(one), fingerprintOf(other)];
			expect(first).toMatch(/^[0-9a-f]{32}$/);
			expect(first === second).toBe(JSON.stringify(one) === JSON.stringify(other));
			expect(fingerprintOf(structuredClone(one))).toBe(first);
		}),
	);
});

test('does not run two fields together', () => {
	expect(fingerprintOf(['ab', 'c'])).not.toBe(fingerprintOf(['a', 'bc']));
});
