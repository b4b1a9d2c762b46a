/**
 * Lets n8n's isolates give values to a test: what comes out of an isolate belongs to the process, a test runs in a
 * context of its own with an Object of its own, and n8n takes only objects of its own Object for plain.
 */
const OWN = 'proto === Object.prototype || proto === null';
const ANY = 'proto === null || Object.getPrototypeOf(proto) === null';

module.exports = {
	process(source) {
		if (!source.includes(OWN))
			throw new Error(
				'n8n tells plain objects in another way now: change test/support/valuesAcrossContexts.cjs.',
			);
		return { code: source.replace(OWN, ANY) };
	},
};
