import type { INodeProperties } from 'n8n-workflow';

import type { Job, Read } from '../delivery/job';
import type { Service } from '../transport/service';
import type { Addressee } from './fields/testRecipient';
import type { NodeParameters } from './nodeParameters';

/** The service as an operation sees it while it prepares: nothing can be sent from here. */
export interface ReadableService extends Pick<Service, 'address' | 'templateLookup'> {
	/** Asks the service what changes nothing; the same question only once in a run. */
	read: Read;
}

/** One operation: its form, and what it asks of the service for an item. */
export interface Operation {
	/** The operation's value in saved workflows. */
	value: string;
	/** The operation as the form's list shows it. */
	name: string;
	action: string;
	description: string;
	/** A send reaches a person; a read changes nothing. */
	kind: 'send' | 'read';
	/** Whether it puts the execution to wait for the customer's answer, to the question in its fields. */
	waits?: true;
	/** Its fields, without display conditions for resource and operation. */
	fields: INodeProperties[];
	/** Whom a send is for. It is read before anything else: an item that was sent needs nothing more. */
	recipientOf?: (parameters: NodeParameters, itemIndex: number, addressee: Addressee) => string;
	/** Makes the job of one item, for the recipient that a send has; throws a FailureError (see ItemRun). */
	prepare: (
		parameters: NodeParameters,
		itemIndex: number,
		service: ReadableService,
		recipient: string,
	) => Job | Promise<Job>;
}

/** A resource: what the operations are about. */
export interface Resource {
	/** The resource's value in saved workflows. */
	value: string;
	/** The resource as the form shows it. */
	displayName: string;
	/** In the order of the form's list, which is alphabetical. */
	operations: Operation[];
	/** The value of the operation that a new node has. */
	defaultOperation: string;
}
