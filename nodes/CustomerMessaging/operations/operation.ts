import type { IDataObject, INodeProperties, NodeExecutionHint } from 'n8n-workflow';
import type { ItemParameters } from '../../../lib/fields';
import type { SendSteps } from '../delivery/prepared';
import type { ReadableService } from '../service/service';

interface OperationForm {
	/** Its value in saved workflows. */
	value: string;
	name: string;
	action: string;
	/** What stands under the node's name, if the action is too long for it or not how a person would say it. */
	subtitle?: string;
	description: string;
	/** Without display conditions for resource and operation. */
	fields: INodeProperties[];
}

/** Reads what an item asks for, and returns its output. Throws a FailureError. */
type PreparedRead = () => Promise<IDataObject[]>;

/** An operation that changes nothing. */
export interface ReadOperation extends OperationForm {
	kind: 'read';
	/** Throws a FailureError if the item's values cannot be used. */
	prepare: (
		item: ItemParameters,
		service: ReadableService,
		/** Shows a hint in HTML above the output, below what `hint` says. */
		show: (hint: NodeExecutionHint) => void,
	) => PreparedRead | Promise<PreparedRead>;
	/** What stands above the output of a run; undefined if there is nothing to say. */
	hint?: (output: IDataObject[]) => NodeExecutionHint | undefined;
}

/** An operation that reaches a person. */
export interface SendOperation extends OperationForm, SendSteps {
	kind: 'send';
}

/** One operation: its form, and what it asks of the service for an item. */
export type Operation = ReadOperation | SendOperation;

/** Operations that are about the same thing. */
export interface Resource {
	/** Its value in saved workflows. */
	value: string;
	displayName: string;
	/** As n8n's nodes panel and the form list them: what is used most comes first. */
	operations: Operation[];
	/** The `value` of the operation that a new node has. */
	defaultOperation: string;
}
