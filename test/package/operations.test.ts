import { readdirSync } from 'node:fs';
import path from 'node:path';

import { isSend, OPERATION_NAMES } from '../support/operations';
import { questions, sends } from '../workflows/sends';

test('every operation that has a file is in the form: its index lists it, and resources.ts its resource', () => {
	const folder = path.join(__dirname, '../../nodes/CustomerMessaging/operations');
	const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
	const named = files.flatMap(
		(file) => /^(\w+)\W(\w+)\.operation\.ts$/.exec(file)?.slice(1).join('.') ?? [],
	);
	expect(named.sort()).toEqual(OPERATION_NAMES);
});

test('test/workflows/sends.ts has every operation that sends', () => {
	const sending = [...sends, ...questions].map(({ operation }) => operation);
	expect(sending.sort()).toEqual(OPERATION_NAMES.filter(isSend));
});
