import { install } from '@sinonjs/fake-timers';

import { sayMeanwhile } from './progress.cjs';

test('what is being done is said at once and every ten seconds, until it is done', async () => {
	const clock = install({ toFake: ['setInterval', 'clearInterval'] });
	const log = jest.spyOn(console, 'log').mockImplementation();
	const work = Promise.resolve('installed');
	const result = sayMeanwhile('Installing', work, (seconds) => `${2 * seconds} packages`);
	clock.tick(29_999);
	expect(await result).toBe('installed');
	clock.tick(60_000);

	const lines = log.mock.calls.flat();
	log.mockRestore();
	clock.uninstall();
	expect(lines).toEqual(['Installing…', 'Installing: 20 packages', 'Installing: 40 packages']);
});
