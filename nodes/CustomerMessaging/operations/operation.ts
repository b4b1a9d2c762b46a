import type { INodeProperties } from 'n8n-workflow';

import type { Job, Read } from '../delivery/job';
import type { Service } from '../transport/service';
import type { Addressee } from './fields/testRecipient';
import type { NodeParameters } from './nodeParameters';

/** The service as an operation sees it while it prepares: it can read, but not send. */
export interface ReadableService extends Pick<Service, 'address' | 'templateLookup'> {
	/** Asks the same question only once in a run. */
	read: Read;
}

/** One operation: its form, and what it asks of the service for an item. */
export interface Operation {
	/** Its value in saved workflows. */
	value: string;
	/** Its name in the form's list. */
	name: string;
	action: string;
	description: string;
	/** A send reaches a person; a read changes nothing. */
	kind: 'send' | 'read';
	/** Whether the execution then waits for the customer's answer to the question in the fields. */
	waits?: true;
	/** Without display conditions for resource and operation. */
	fields: INodeProperties[];
	/**
	 * The recipient of a send. It is read before anything else, as an item that was already sent needs nothing more.
	 */
	recipientOf?: (parameters: NodeParameters, itemIndex: number, addressee: Addressee) => string;
	/** Makes an item's job; see `ItemRun`. */
	prepare: (
		parameters: NodeParameters,
		itemIndex: number,
		service: ReadableService,
		recipient: string,
	) => Job | Promise<Job>;
}

/** Operations that are about the same thing. */
export interface Resource {
	/** Its value in saved workflows. */
	value: string;
	displayName: string;
	/** In alphabetical order, as the form lists them. */
	operations: Operation[];
	/** The `value` of the operation that a new node has. */
	defaultOperation: string;
}
