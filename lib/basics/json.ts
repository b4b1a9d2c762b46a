import type { IDataObject } from 'n8n-workflow';

/** A value of parsed JSON if it is an object, otherwise an empty object. */
export function objectIn(value: unknown): IDataObject {
	return isObject(value) ? value : {};
}

/** Whether a value of parsed JSON is an object, not a list. */
export function isObject(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value of parsed JSON if it is a list, otherwise an empty list. */
export function listIn(value: unknown): unknown[] {
	return Array.isArray(value) ? value : [];
}

/** A value of parsed JSON if it is a text, otherwise an empty text. */
export function textIn(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

export function parsedJson(text: string): { value?: unknown; problem?: string } {
	try {
		return { value: JSON.parse(text) };
	} catch (error) {
		return { problem: (error as SyntaxError).message };
	}
}
