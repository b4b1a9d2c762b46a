import { randomUUID } from 'node:crypto';

import type { WorkflowFile } from '../../../dev/editor/restInterface';
import { type LoopbackService, startLoopbackService } from '../../../dev/engine/loopbackService';
import { rest } from './stage';
import { post } from './workflows';

/** What the model answers with: calls of tools, or words. */
type Turn = { calls: Array<{ tool: string; arguments: object }> } | { says: string };

/** What the model was asked, as far as a test looks at it. */
interface Question {
	messages: Array<{ role: string; content: string | null }>;
	tools: Array<{
		function: { name: string; parameters: { properties: Record<string, unknown> } };
	}>;
}

/** A language model whose answers are known beforehand. */
export interface LanguageModel {
	/** what n8n's OpenAI node refers to it by */
	credentials: { openAiApi: { id: string; name: string } };
	questions: Question[];
}

const running: LoopbackService[] = [];

/** Stops the models that were started, after each test. */
export async function stopLanguageModels(): Promise<void> {
	for (const service of running.splice(0)) await service.close();
}

/**
 * Starts a service on loopback that n8n's own model node can talk to, and saves its credential. Everything else that an
 * agent does is n8n's: no model can be had here, so this one says what a test has it say.
 *
 * @param turns its answers, in their order
 */
export async function startLanguageModel(turns: readonly Turn[]): Promise<LanguageModel> {
	const questions: Question[] = [];
	const service = await startLoopbackService();
	running.push(service);
	service.answer = ({ body }) => {
		const turn = turns[questions.length] ?? { says: 'There is nothing left to do.' };
		questions.push(JSON.parse(body.toString()) as Question);
		const choice = {
			index: 0,
			message: messageOf(turn, questions.length),
			finish_reason: 'calls' in turn ? 'tool_calls' : 'stop',
		};
		const id = `chat-${questions.length}`;
		const answer = { id, object: 'chat.completion', created: 0, model: 'known-beforehand' };
		return { status: 200, body: { ...answer, choices: [choice] } };
	};
	const url = `${service.baseUrl}/v1`;
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
