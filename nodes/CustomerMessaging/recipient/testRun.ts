/** How many messages a test sends. */
const TEST_MESSAGES = 5;

/** What a test reads of an item. Each throws a FailureError. */
interface Reads {
	customerOf: (itemIndex: number) => string;
	recipientOf: (itemIndex: number) => string;
	messageKeyOf?: (itemIndex: number) => string;
}

/** A run whose first few messages go to the test recipient instead of the customers. */
export class TestRun {
	private readonly customers = new Map<number, string>();

	constructor(private readonly reads: Reads) {}

	/** Who gets an item's message; undefined for an item that the test leaves out. Throws a FailureError. */
	recipientOf(index: number): string | undefined {
		const { customerOf, recipientOf, messageKeyOf } = this.reads;
		try {
			this.customers.set(index, customerOf(index));
		} catch {
			// What production would refuse is said by a preview.
		}
		if (index >= TEST_MESSAGES) return undefined;
		// A test reads keys only to check them.
		messageKeyOf?.(index);
		return recipientOf(index);
	}

	/** Whom an item's message is for in production, once it was read; undefined if production would refuse it. */
	customerOf(index: number): string | undefined {
		return this.customers.get(index);
	}
}
