import { isDeepStrictEqual } from 'node:util';

import type { FaultRule, ReceivedRequest, SandboxOptions } from '../sandbox/sandbox';
import { isRead, type Recording } from './findings';
import type { Exchange } from './exchange';

/** How a sandbox is started and answers so that it does what was recorded. */
export interface Replay {
	options: Pick<SandboxOptions, 'keyIn'>;
	rules: FaultRule[];
}

/**
 * Makes a sandbox answer as recorded: what was asked then is answered as then; anything else about an operation, as its
 * first success or, without one, as its first answer was.
 */
export function replayOf({ exchanges }: Recording): Replay {
	const answered = exchanges.filter(
		({ answer, request }) => answer !== undefined && request.key?.isRight === true,
	);
	const operations = [...new Set(answered.map(({ operation }) => operation))];
	const working = answered.filter((exchange) => exchange.step === 'key' && isRead(exchange));
	const places = [...new Set(working.map(({ request }) => request.key!.in))];
	return {
		options: { keyIn: places.length === 1 ? places[0]! : 'either' },
		rules: [
			...answered
				.filter(({ step }) => step !== 'key')
				.map((exchange) => ruleOf(exchange, (request) => isSame(request, exchange))),
			...operations.map((operation) => {
				const own = answered.filter((exchange) => exchange.operation === operation);
				const first = own.find(({ node }) => node === 'read' || node === 'sent') ?? own[0]!;
				return ruleOf(first, () => true);
			}),
		],
	};
}

function ruleOf(
	{ operation, answer }: Exchange,
	matches: (request: ReceivedRequest) => boolean,
): FaultRule {
	const { status, content, body, headers } = answer!;
	const whole = {
		JSON: body,
		'a text': 'A text',
		nothing: '',
		'a web page': '<!DOCTYPE html><p>A page',
	};
	const fault = {
		kind: 'status' as const,
		status,
		body: whole[content],
		headers: limitsIn(headers),
	};
	return { operation, matches, fault };
}

/** The headers that the node reads. */
function limitsIn(headers: Record<string, string>): Record<string, string> {
	const { 'content-type': type, 'retry-after': wait } = headers;
	return { ...(type ? { 'Content-Type': type } : {}), ...(wait ? { 'Retry-After': wait } : {}) };
}

function isSame({ query, body }: ReceivedRequest, { request }: Exchange): boolean {
	const { api_key: _key, ...others } = query;
	return (
		isDeepStrictEqual({ ...others }, { ...request.query }) &&
		(request.body === undefined || isDeepStrictEqual(body, request.body))
	);
}
