import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { install } from '@sinonjs/fake-timers';

import { packagesIn, sayMeanwhile } from './progress.cjs';

const clock = install({ toFake: ['setInterval', 'clearInterval'] });
const folder = mkdtempSync(path.join(tmpdir(), 'progress-'));
const log = jest.spyOn(console, 'log').mockImplementation();
afterAll(() => {
	clock.uninstall();
	log.mockRestore();
	rmSync(folder, { recursive: true });
});

test('what is being done is said at once and every ten seconds, with how much of it, until it ends', async () => {
	const packages = { '': {}, 'node_modules/a': {}, 'node_modules/b': {}, c: { optional: true } };
	writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages }));
	let end = (_result: string): void => {};
	const work = new Promise<string>((resolve) => (end = resolve));
	const result = sayMeanwhile('Installing', work, packagesIn(folder));

	clock.tick(10_000);
	mkdirSync(path.join(folder, 'node_modules/a'), { recursive: true });
	writeFileSync(path.join(folder, 'node_modules/a/package.json'), '');
	clock.tick(19_999);
	end('installed');
	expect(await result).toBe('installed');
	clock.tick(60_000);

	expect(log.mock.calls).toEqual([
		['Installing…'],
		['Installing: 0 of 2 packages'],
		['Installing: 1 of 2 packages'],
	]);
});
