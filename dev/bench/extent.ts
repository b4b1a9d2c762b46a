/** How much is measured. */
export const FULL = {
	/** How often each contender sends the 1,000 messages. */
	rounds: 5,
	sends: 1000,
	/** The items of the large execution, and of the one that this node alone has to stand. */
	items: 20_000,
	mostItems: 50_000,
	/** Bytes of the large upload, and of the one that is compared. */
	largeFile: 600e6,
	file: 200e6,
	/** How many uploads are cut off. */
	cutUploads: 20,
};

export type Extent = typeof FULL;

/** Shows within two minutes that everything runs; its numbers say little. */
export const QUICK: Extent = {
	rounds: 2,
	sends: 100,
	items: 500,
	mostItems: 1000,
	largeFile: 60e6,
	file: 20e6,
	cutUploads: 3,
};
