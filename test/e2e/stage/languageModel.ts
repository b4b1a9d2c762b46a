import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

import express from 'express';

import type { WorkflowFile } from '../../../dev/editor/restInterface';
import { rest } from './stage';
import { post } from './workflows';

/** What the model answers with: calls of tools, or words. */
export type Turn = { calls: Array<{ tool: string; arguments: object }> } | { says: string };

/** What the model was asked, as far as a test looks at it. */
export interface Question {
	messages: Array<{ role: string; content: string | null; tool_call_id?: string }>;
	tools: Array<{
		function: {
			name: string;
			description: string;
			parameters: { properties: Record<string, unknown> };
		};
	}>;
}

/** A language model whose answers are known beforehand. */
export interface LanguageModel {
	/** what n8n's OpenAI node refers to it by */
	credentials: { openAiApi: { id: string; name: string } };
	questions: Question[];
}

/** What ends the models of a test. */
const endings: Array<() => Promise<void>> = [];

/** Stops the models that were started, after each test. */
export async function stopLanguageModels(): Promise<void> {
	for (const end of endings.splice(0)) await end();
}

/**
 * Starts a service on loopback that n8n's own model node can talk to, and saves its credential. Everything else that an
 * agent does is n8n's: no model can be had here, so this one says what a test has it say.
 *
 * @param turns its answers, in their order
 */
export async function startLanguageModel(turns: readonly Turn[]): Promise<LanguageModel> {
	const left = [...turns];
	const questions: Question[] = [];
	const application = express();
	application.post('/v1/chat/completions', express.json({ limit: '1mb' }), (request, response) => {
		const { messages, tools = [], stream } = request.body as Question & { stream?: boolean };
		questions.push({ messages, tools });
		const turn = left.shift() ?? { says: 'There is nothing left to do.' };
		const answer = { id: `chat-${questions.length}`, created: 0, model: 'known-beforehand' };
		const finish_reason = 'calls' in turn ? 'tool_calls' : 'stop';
		const message = messageOf(turn, questions.length);
		if (stream !== true) {
			response.json({
				...answer,
				object: 'chat.completion',
				choices: [{ index: 0, message, finish_reason }],
			});
			return;
		}
		const piece = {
			...answer,
			object: 'chat.completion.chunk',
			choices: [{ index: 0, delta: message, finish_reason }],
		};
		response.type('text/event-stream').send(`data: ${JSON.stringify(piece)}\n\ndata: [DONE]\n\n`);
	});
	const server = application.listen(0, '127.0.0.1');
	await once(server, 'listening');
	endings.push(async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	});
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
	const { id, name } = await rest.saveCredential(`Model ${url}`, 'openAiApi', {
		apiKey: 'none-needed',
		url,
	});
	return { credentials: { openAiApi: { id, name } }, questions };
}

/** Puts an example with an agent to work, on a model that takes these turns, and tells it something in its chat. */
export async function tellAgent(example: WorkflowFile, turns: readonly Turn[], chatInput: string) {
	const model = await startLanguageModel(turns);
	const chatId = randomUUID();
	const settings: Record<string, object> = {
		'@n8n/n8n-nodes-langchain.lmChatOpenAi': { credentials: model.credentials },
		// The editor's own chat is not for tests: this one is reached like a webhook.
		'@n8n/n8n-nodes-langchain.chatTrigger': {
			webhookId: chatId,
			parameters: { public: true, options: {} },
		},
	};
	const nodes = example.nodes.map((node) => ({ ...node, ...settings[node.type] }));
	const workflow = await rest.createWorkflow({ ...example, nodes });
	await rest.activate(workflow);
	const message = { action: 'sendMessage', sessionId: chatId, chatInput };
	const answer = await (await post(`${chatId}/chat`, message)).text();
	return { model, workflow, answer };
}

function messageOf(turn: Turn, question: number): object {
	if ('says' in turn) return { role: 'assistant', content: turn.says };
	const tool_calls = turn.calls.map(({ tool, arguments: given }, index) => ({
		index,
		id: `call-${question}-${index}`,
		type: 'function',
		function: { name: tool, arguments: JSON.stringify(given) },
	}));
	return { role: 'assistant', content: null, tool_calls };
}
