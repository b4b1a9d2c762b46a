/** Milliseconds between two looks. */
const INTERVAL = 100;

/**
 * Waits until `look` returns something other than undefined or false, and returns that. A wait in vain ends with the time
 * limit of the test in `test/e2e/` and `test/scale/`, and with that of `.ci/run` elsewhere.
 */
export async function until<Found>(
	look: () => Found | undefined | false | Promise<Found | undefined | false>,
): Promise<Found> {
	for (;;) {
		const found = await look();
		if (found !== undefined && found !== false) return found;
		await new Promise((resolve) => setTimeout(resolve, INTERVAL));
	}
}
