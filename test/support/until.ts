/** Milliseconds between two looks. */
const INTERVAL = 100;

/**
 * Waits until `look` returns something other than undefined or false, and returns that. In a real n8n, jest's time
 * limit ends a wait that is in vain; elsewhere the test that waits is named (see worker.mjs).
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
