import { SEND_AND_WAIT_OPERATION, type NodeHint } from 'n8n-workflow';

const IS_QUESTION = `$parameter.operation === '${SEND_AND_WAIT_OPERATION}'`;

const HAS_SEVERAL_ITEMS = '$input.all().length > 1';

/** A number that has nothing but digits and what people write between them, and does not begin with 00. */
const HAS_NO_COUNTRY_CODE =
	"/^(?!\\s*\\(?00)[\\s().\\/-]*\\d[\\d\\s().\\/-]*$/.test(String($parameter.customerPhone ?? ''))";

/** Shown above the output before a run, once the node before has run and as long as the condition holds for its items. */
export const hints: NodeHint[] = [
	{
		type: 'info' as const,
		message: "This messages the customers of all items. To try it first, fill in 'Test Recipient'.",
		// Operations that send have the field, and 'Preview' has what 'Send' has.
		when: `${HAS_SEVERAL_ITEMS} && $parameter.testRecipient === '' && $parameter.operation !== 'preview' && !(${IS_QUESTION})`,
	},
	{
		type: 'warning' as const,
		message:
			"The first 'Customer Phone' has no plus sign and country code, so it will be refused. Correct it, or choose a 'Default Country' under 'Options'.",
		when: `${HAS_NO_COUNTRY_CODE} && !$parameter.options?.defaultCountry`,
	},
	{
		type: 'warning' as const,
		message:
			"'Values to Send' was not filled in for this template, so nothing will be sent. Set 'Specify Variables' to 'Using JSON' and back to 'Using Fields Below', then fill in the fields that appear.",
		when: `($parameter.variables?.value?.forTemplate || '[]') !== JSON.stringify([$parameter.channelId, $parameter.templateId])`,
	},
	{
		type: 'warning' as const,
		message:
			"One execution waits for one answer, so with several items nobody is asked unless 'Execute Once' is on in the node's settings. To ask each, put a 'Loop Over Items' node in front.",
		when: `${IS_QUESTION} && ${HAS_SEVERAL_ITEMS}`,
	},
].map(({ when, ...hint }) => ({
	...hint,
	location: 'outputPane',
	whenToDisplay: 'beforeExecution',
	displayCondition: `={{ ${when} }}`,
}));
