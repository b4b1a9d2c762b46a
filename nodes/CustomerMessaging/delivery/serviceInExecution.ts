import type { Answer } from '../transport/answerPolicy';
import { isSameAccount, type Service } from '../transport/service';

/** What the runs of a node have learnt of the service in an execution. */
export interface ServiceInExecution {
	service: Service;
	/** What could be read, by what was asked. */
	answers: Map<string, Answer>;
}

const servicesInExecutions = new WeakMap<object, ServiceInExecution>();

/**
 * Gives what this node knows of the service since the execution began, in this process; nothing yet where it now has
 * another address or another key.
 *
 * Takes what stands for the node in this execution, and the service.
 */
export function serviceInExecution(nodeInExecution: object, service: Service): ServiceInExecution {
	const known = servicesInExecutions.get(nodeInExecution);
	if (known !== undefined && isSameAccount(known.service, service)) return known;
	const unknown = { service, answers: new Map<string, Answer>() };
	servicesInExecutions.set(nodeInExecution, unknown);
	return unknown;
}
