import { expect, test } from '@playwright/test';

import { books } from '../stage/books';
import { latestExecution } from '../stage/executions';
import { stopLanguageModels } from '../stage/languageModel';
import { agentThatAsks, outcome } from '../stage/review';
import { answer, answersOf, latestLink, QUESTION } from '../stage/waiting';
import { listen, messagingNode } from '../stage/workflows';

// n8n looks once a minute whose time is running out, so both wait at the same time.
const limitWaitTime = {
	values: { resumeAmount: 0.02, resumeUnit: 'minutes' },
};

let waiting: { workflowId: string; link: string };
let asking: Awaited<ReturnType<typeof agentThatAsks>>;
test.beforeAll(async () => {
	await books.reset();
	const { workflow, call } = await listen('Wait: time', [
		messagingNode({ ...QUESTION, options: { limitWaitTime } }),
	]);
	await call({ day: 'Thursday' });
	waiting = { workflowId: workflow.id, link: await latestLink() };
	asking = await agentThatAsks({ limitWaitTime });
});
test.afterAll(stopLanguageModels);

test('where nobody answers in time, the workflow goes on with that', async () => {
	const { id } = await latestExecution(waiting.workflowId, 'success');
	const messageId = expect.stringMatching(/^report-message-\d+$/);
	const nothing = { responded: false, recipient: '5001', messageId, customerId: 5001 };
	expect(await answersOf(id)).toEqual([nothing]);

	const late = await answer(waiting.link, 'approve');
	expect(await late.text()).toMatch(/No action required/i);
	expect(await answersOf(id)).toEqual([nothing]);
});

test('an agent does not use its tool when the customer never answers', async () => {
	const { ordered, told } = await outcome(asking.workflow.id, asking.model);
	expect(ordered).toEqual([]);
	expect(told).toContain('User rejected the tool call');
});
