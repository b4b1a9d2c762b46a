/** Milliseconds between two looks. */
const INTERVAL = 100;

/**
 * Waits for something that comes about by itself; jest's time limit ends a wait that is in vain.
 *
 * @param look gives undefined while it is not there
 */
export async function until<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
	for (;;) {
		const found = await look();
		if (found !== undefined) return found;
		await new Promise((resolve) => setTimeout(resolve, INTERVAL));
	}
}
