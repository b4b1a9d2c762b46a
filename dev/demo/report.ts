import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../engine/engine';
import type { AcceptedMessage, Operation } from '../sandbox/sandbox';

/** The width of a terminal that does not tell it, in characters. */
const narrowTerminal = 120;

/** The messaging nodes of an execution, as they ran. */
interface NodeRun {
	name: string;
	operation: Operation;
	answers: IDataObject[];
}

/** A message and what the service answered to it. */
interface Delivery {
	node: string;
	message: AcceptedMessage;
	answer: IDataObject | undefined;
}

/** What the workflow read: the channels, and the text of the template. */
export function reportReads(execution: Execution): string {
	const lines: string[] = [];
	for (const { operation, answers } of messagingNodes(execution)) {
		if (operation === 'channel.getAll') {
			lines.push(
				`${answers.length} channels:`,
				...answers.map(({ id, title, number }) => `  ${id}  ${title}, ${number}`),
				'',
			);
		}
		if (operation === 'template.get') {
			lines.push(
				...answers.flatMap(({ id, name, body }) => [`Template ${id}, ${name}:`, `  ${body}`, '']),
			);
		}
	}
	return lines.join('\n');
}

/** What was sent and what came back: a row for each message that the service accepted. */
export function reportMessages(
	execution: Execution,
	accepted: readonly AcceptedMessage[],
	columns: number = narrowTerminal,
): string {
	const [nodeWidth, recipientWidth, answerWidth] = [25, 16, 26];
	const sentWidth = Math.max(
		30,
		Math.min(columns, narrowTerminal) - nodeWidth - recipientWidth - answerWidth - 5,
	);
	const table = new Table({
		head: ['Node', 'To', 'What was sent', 'What came back'],
		colWidths: [nodeWidth, recipientWidth, sentWidth, answerWidth],
		wordWrap: true,
		style: { head: [], border: [] },
	});
	for (const { node, message, answer } of deliveriesOf(execution, accepted)) {
		table.push([node, message.recipient, sentText(message), answerText(message, answer)]);
	}
	return table.toString();
}

/** Each messaging node that ran, in the order of the workflow file, with what it gave out. */
function messagingNodes(execution: Execution): NodeRun[] {
	return execution.workflow.nodes
		.filter(({ type }) => type.endsWith('.customerMessaging'))
		.map(({ name, parameters: { resource, operation } }) => ({
			name,
			operation: `${String(resource)}.${String(operation)}` as Operation,
			answers: execution.items(name).map(({ json }) => json),
		}));
}

/** Pairs messages with answers: a node's messages to one recipient were accepted in their order. */
function deliveriesOf(execution: Execution, accepted: readonly AcceptedMessage[]): Delivery[] {
	const nodes = messagingNodes(execution);
	const taken = new Set<AcceptedMessage>();
	const answered = nodes.flatMap(({ name, operation, answers }) =>
		answers.flatMap((answer): Delivery[] => {
			const message = accepted.find(
				(one) =>
					one.operation === operation && one.recipient === answer.recipient && !taken.has(one),
			);
			if (message === undefined) return [];
			taken.add(message);
			return [{ node: name, message, answer }];
		}),
	);
	// What a failed node sent before it failed.
	const unanswered = accepted
		.filter((message) => !taken.has(message))
		.map((message): Delivery => ({
			node:
				nodes.find(({ operation }) => operation === message.operation)?.name ?? message.operation,
			message,
			answer: undefined,
		}));
	return [...answered, ...unanswered];
}

function sentText({ content: { header, body, footer, buttons } }: AcceptedMessage): string {
	const file =
		header?.file && `[${header.type}: ${header.file.fileName}, ${header.file.size} bytes]`;
	const url = header?.url && `[${header.type}: ${header.url}]`;
	return [
		file ?? url ?? header?.text,
		body,
		footer,
		...buttons.map(({ title, value }) => `→ ${title}: ${value}`),
	]
		.filter(Boolean)
		.join('\n');
}

function answerText({ request }: AcceptedMessage, answer: IDataObject | undefined): string {
	if (answer === undefined) return `${request.status}`;
	const { status, messageId } = answer;
	return [
		`${request.status}, ${String(status)}`,
		...(messageId === undefined ? [] : [String(messageId)]),
	].join('\n');
}
