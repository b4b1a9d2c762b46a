import { NodeConnectionTypes } from 'n8n-workflow';
import type {
	EngineRequest,
	EngineResponse,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	ITaskData,
} from 'n8n-workflow';

/** Type name of the node that stands in for an AI agent. */
export const toolCallerType = 'engine.toolCaller';

/** What the tool caller gives out as JSON. */
export interface ToolCallResult {
	text: string;
	failed: boolean;
}

interface ConnectedTool {
	metadata?: { sourceNodeName?: string };
	invoke(input: object): Promise<unknown>;
}

/**
 * A node that calls the tool connected to it, once for each of the given arguments: an AI agent
 * without its model.
 */
export class ToolCaller implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Tool Caller',
		name: 'toolCaller',
		group: ['transform'],
		version: 1,
		description: 'Calls a tool as an AI agent does',
		defaults: { name: 'Tool Caller' },
		inputs: [NodeConnectionTypes.Main, { type: NodeConnectionTypes.AiTool, displayName: 'Tool' }],
		outputs: [NodeConnectionTypes.Main],
		properties: [
			{ displayName: 'Arguments of Each Call', name: 'calls', type: 'json', default: '[{}]' },
			{ displayName: 'Through', name: 'through', type: 'string', default: 'tool' },
			{ displayName: 'At Once', name: 'atOnce', type: 'boolean', default: false },
		],
	};

	async execute(
		this: IExecuteFunctions,
		response?: EngineResponse,
	): Promise<INodeExecutionData[][] | EngineRequest> {
		const connect = async (): Promise<ConnectedTool> => {
			const connected = await this.getInputConnectionData(NodeConnectionTypes.AiTool, 0);
			const [tool] = [connected].flat() as [ConnectedTool];
			return tool;
		};
		const tool = await connect();
		const calls = JSON.parse(this.getNodeParameter('calls', 0) as string) as IDataObject[];
		const result = (text: string, failed: boolean): INodeExecutionData => {
			const call: ToolCallResult = { text, failed };
			return { json: { ...call } };
		};

		if (this.getNodeParameter('through', 0) === 'tool') {
			const invoke = async (call: IDataObject, own: ConnectedTool): Promise<INodeExecutionData> => {
				try {
					return result(String(await own.invoke(call)), false);
				} catch (error) {
					return result((error as Error).message, true);
				}
			};
			if (this.getNodeParameter('atOnce', 0) === true) {
				const tools = await Promise.all(calls.map(connect));
				return [await Promise.all(calls.map((call, index) => invoke(call, tools[index]!)))];
			}
			const results = [];
			for (const call of calls) results.push(await invoke(call, tool));
			return [results];
		}

		if (response?.actionResponses.length) {
			return [
				response.actionResponses.map(({ data }) =>
					result(observation(data), data.error !== undefined),
				),
			];
		}
		return {
			actions: calls.map((input, index) => ({
				actionType: 'ExecutionNodeAction',
				nodeName: tool.metadata?.sourceNodeName ?? '',
				input,
				type: NodeConnectionTypes.AiTool,
				id: `call-${index + 1}`,
				metadata: { itemIndex: index % this.getInputData().length },
			})),
			metadata: {},
		};
	}
}

/** The text that n8n's AI Agent makes of a tool's run for its model. */
function observation({ data, error }: ITaskData): string {
	const items = data?.ai_tool?.[0]?.map(({ json }) => json) ?? [];
	if (items.length > 0) return JSON.stringify(items);
	if (error) return JSON.stringify({ error: error.message, errorType: error.name });
	return JSON.stringify('');
}
