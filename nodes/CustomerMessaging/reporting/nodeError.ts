import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';
import { asHtml, type Failure, inOneText, sentences, showsDescription } from '../../../lib/basics';
import { FAILURE_POLICY } from '../../../lib/traffic';

/** n8n's error for a failure, with the advice as `description` or, if that is not shown, in the `message`. */
export function nodeError(
	node: INode,
	failure: Failure,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const { kind, message, httpCode } = failure;
	const description = asHtml(sentences(failure.advice));
	const isShown = showsDescription(node);
	// If n8n shows no description, it replaces other errors by one of its own, with the words "retry immediately" for ECONNRESET.
	const error =
		!isShown || FAILURE_POLICY[kind].isInput
			? new NodeOperationError(node, message, { itemIndex })
			: new NodeApiError(
					node,
					{ message, description },
					{ message, description, itemIndex, httpCode },
				);
	// n8n's classes replace any message that contains a network code such as ECONNRESET, even if those are the service's words.
	error.message = isShown ? message : inOneText(failure);
	error.description = isShown ? description : undefined;
	error.messages = [];
	return error;
}
