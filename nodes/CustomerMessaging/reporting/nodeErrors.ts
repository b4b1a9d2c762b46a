import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

export interface ErrorWords {
	message: string;
	/** What to do, and anything else worth knowing. */
	description?: string;
}

/** n8n's error for something that the user has to change. */
export function operationError(
	node: INode,
	words: ErrorWords,
	itemIndex?: number,
): NodeOperationError {
	return withWords(new NodeOperationError(node, words.message, { itemIndex }), words);
}

/** n8n's error for a failure of the service, or of the way to it. */
export function apiError(
	node: INode,
	words: ErrorWords,
	details: { httpCode?: string; itemIndex?: number } = {},
): NodeApiError {
	return withWords(new NodeApiError(node, { ...words }, { ...words, ...details }), words);
}

/**
 * Restores our words: n8n's classes replace any `message` that contains a network code such as ECONNRESET, even if
 * those are the service's words.
 */
function withWords<NodeError extends NodeApiError | NodeOperationError>(
	error: NodeError,
	words: ErrorWords,
): NodeError {
	error.message = words.message;
	error.description = words.description;
	error.messages = [];
	return error;
}
