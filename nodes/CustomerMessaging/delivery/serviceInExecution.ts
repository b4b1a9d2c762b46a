import type { Answer } from '../transport/answerPolicy';
import { isSameAccount, type Service } from '../transport/service';

/** What the runs of a node have learned about the service in an execution. */
export interface ServiceInExecution {
	service: Service;
	/** Successful reads, by what was asked. */
	answers: Map<string, Answer>;
}

const servicesInExecutions = new WeakMap<object, ServiceInExecution>();

/**
 * What this node has learned about the service in this execution and process; nothing yet if the address or the key
 * is another now.
 *
 * @param nodeInExecution identifies the node in this execution
 */
export function serviceInExecution(nodeInExecution: object, service: Service): ServiceInExecution {
	const known = servicesInExecutions.get(nodeInExecution);
	if (known !== undefined && isSameAccount(known.service, service)) return known;
	const unknown = { service, answers: new Map<string, Answer>() };
	servicesInExecutions.set(nodeInExecution, unknown);
	return unknown;
}
