import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { asHtml, type Failure, inOneText, isTool, sentences } from '../../../lib/basics';
import { FAILURE_POLICY } from '../../../lib/traffic';

/** n8n's error for a failure, with the advice as `description`; for a tool in the `message`, which is all that an agent sees. */
export function nodeError(
	node: INode,
	failure: Failure,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const { kind, message, httpCode } = failure;
	const description = asHtml(sentences(failure.advice));
	// n8n replaces a tool's other errors by one of its own, with the words "retry immediately" for ECONNRESET.
	const error =
		isTool(node) || FAILURE_POLICY[kind].isInput
			? new NodeOperationError(node, message, { itemIndex })
			: new NodeApiError(
					node,
					{ message, description },
					{ message, description, itemIndex, httpCode },
				);
	// n8n's classes replace any message that contains a network code such as ECONNRESET, even if those are the service's words.
	error.message = isTool(node) ? inOneText(failure) : message;
	error.description = isTool(node) ? undefined : description;
	error.messages = [];
	return error;
}
