import Table from 'cli-table3';
import type { IDataObject } from 'n8n-workflow';

import type { Execution } from '../engine/engine';
import type { AcceptedMessage } from '../sandbox/sandbox';

/** The width of a terminal that does not tell it, in characters. */
const narrowTerminal = 120;

/** What the workflow read: the channels, and the text of the template. */
export function reportReads(execution: Execution): string {
	return messagingNodes(execution)
		.flatMap(({ operation, answers }) => {
			if (operation === 'channel.getAll')
				return [
					`${answers.length} channels:`,
					...answers.map(({ id, title, number }) => `  ${id}  ${title}, ${number}`),
					'',
				];
			if (operation === 'template.get')
				return answers.flatMap(({ id, name, body }) => [
					`Template ${id}, ${name}:`,
					`  ${body}`,
					'',
				]);
			return [];
		})
		.join('\n');
}

/** What was sent and what came back: a row for each message that the service accepted. */
export function reportMessages(execution: Execution, accepted: readonly AcceptedMessage[]): string {
	const [nodeWidth, recipientWidth, answerWidth] = [25, 16, 26];
	const columns = Math.min(process.stdout.columns ?? narrowTerminal, narrowTerminal);
	const sentWidth = Math.max(30, columns - nodeWidth - recipientWidth - answerWidth - 5);
	const table = new Table({
		head: ['Node', 'To', 'What was sent', 'What came back'],
		colWidths: [nodeWidth, recipientWidth, sentWidth, answerWidth],
		wordWrap: true,
		style: { head: [], border: [] },
	});
	const nodes = messagingNodes(execution);
	const unanswered = new Set(accepted);
	for (const { name, operation, answers } of nodes) {
		for (const answer of answers) {
			// A node's messages to one recipient were accepted in their order.
			const message = [...unanswered].find(
				(one) => one.operation === operation && one.recipient === answer.recipient,
			);
			if (message === undefined) continue;
			unanswered.delete(message);
			table.push([name, message.recipient, sentText(message), answerText(message, answer)]);
		}
	}
	// What a failed node sent before it failed.
	for (const message of unanswered) {
		const node = nodes.find(({ operation }) => operation === message.operation);
		table.push([node?.name, message.recipient, sentText(message), `${message.request.status}`]);
	}
	return table.toString();
}

/** Each messaging node that ran, in the order of the workflow file, with what it gave out. */
function messagingNodes(execution: Execution) {
	return execution.workflow.nodes
		.filter(({ type }) => type.endsWith('.customerMessaging'))
		.map(({ name, parameters: { resource, operation } }) => ({
			name,
			operation: `${String(resource)}.${String(operation)}`,
			answers: execution.items(name).map(({ json }) => json),
		}));
}

function sentText({ content: { header, body, footer, buttons } }: AcceptedMessage): string {
	const file =
		header?.file && `[${header.type}: ${header.file.fileName}, ${header.file.size} bytes]`;
	const url = header?.url && `[${header.type}: ${header.url}]`;
	const buttonTexts = buttons.map(({ title, value }) => `→ ${title}: ${value}`);
	return [file ?? url ?? header?.text, body, footer, ...buttonTexts].filter(Boolean).join('\n');
}

function answerText({ request }: AcceptedMessage, { status, messageId }: IDataObject): string {
	return [`${request.status}, ${String(status)}`, messageId].filter(Boolean).join('\n');
}
