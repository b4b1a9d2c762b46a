import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

/** What a person reads in an error. */
export interface ErrorWords {
	/** What happened. */
	message: string;
	/** What to do, and what else there is to know. */
	description?: string;
}

/** Makes n8n's error for something the user has to change; `itemIndex` is the item it is about. */
export function operationError(
	node: INode,
	words: ErrorWords,
	itemIndex?: number,
): NodeOperationError {
	return withWords(new NodeOperationError(node, words.message, { itemIndex }), words);
}

/** Makes n8n's error for what the service, or the way to it, answered. */
export function apiError(
	node: INode,
	words: ErrorWords,
	details: { httpCode?: string; itemIndex?: number } = {},
): NodeApiError {
	return withWords(new NodeApiError(node, { ...words }, { ...words, ...details }), words);
}

/**
 * n8n's classes put a sentence of their own in the place of any message that contains a network's code, such as
 * ECONNRESET, even where those are the service's words.
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
