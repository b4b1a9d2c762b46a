/** How many closed connections may stay in memory: about 70 MB of them on Node 24. */
const CONNECTIONS = 4000;

/** Bytes outside the heap that make V8 collect all garbage: it does so past 64 MiB. */
const TOO_MUCH = 68 * 1024 * 1024;

/** The connections this process has closed since it last made V8 collect them. */
let closed = 0;

/**
 * Notes that a request's connection is closed, and has all closed ones freed once there are many.
 *
 * n8n opens a connection for each request. On Node 24 V8 puts a function of each into the old part of the heap, and so
 * keeps the connection and its request, 17 kB, until it collects all garbage; it lets the heap grow to four times what
 * n8n needs before it does. Asking for memory outside the heap makes it collect now. That memory is never touched, so
 * none is taken.
 */
export function connectionClosed(): void {
	closed++;
	if (closed < CONNECTIONS) return;
	closed = 0;
	try {
		void new ArrayBuffer(TOO_MUCH);
	} catch {
		// A machine that refuses even untouched memory is left to V8.
	}
}
