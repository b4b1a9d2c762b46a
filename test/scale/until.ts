/** Milliseconds between two looks. */
const INTERVAL = 100;

/**
 * Waits for something that comes about by itself; jest's time limit ends a wait that is in vain.
 *
 * @param look says whether it is there
 */
export async function until(look: () => boolean | Promise<boolean>): Promise<void> {
	while (!(await look())) await new Promise((resolve) => setTimeout(resolve, INTERVAL));
}
