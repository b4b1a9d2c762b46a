import { SEND_AND_WAIT_OPERATION, type INodeProperties, type NodeHint } from 'n8n-workflow';
import { NATIONAL_NUMBER } from '../../../lib/phones';
import { FILL_IN_ANEW, TEMPLATE_MARK } from '../template/valuesInFields';

const IS_QUESTION = `$parameter.operation === '${SEND_AND_WAIT_OPERATION}'`;

const HAS_SEVERAL_ITEMS = '$input.all().length > 1';

const MARK = `$parameter.variables?.value?.${TEMPLATE_MARK}`;

const CHOSEN = '[$parameter.channelId, $parameter.templateId]';

/** As a send compares them; what an expression gives may not be known yet. */
const IS_FOR_ANOTHER = `Boolean(${MARK}) && ${CHOSEN}.every(Boolean) && ${MARK} !== JSON.stringify(${CHOSEN}.map((id) => String(id).trim()))`;

/** Whether both pairs of braces stand in a field's value: n8n has replaced those of an expression. No two may stand together here. */
const HAS_BRACES = '/[{]{2}.*[}]{2}/s.test';

/** Words that make a day, or a longer time, of a moment. */
const OF_A_DAY =
	'toISODate|toISOWeekDate|toSQLDate|toLocaleString|toFormat|format|startOf|year|quarter|month|weekYear|week|weekNumber|ordinal|day|hour';

/** A key that is another one in each run. It is read as it was typed: here, n8n knows no `$execution`, and `$now` is over. */
const KEY_OF_A_RUN = `/^=.*(?:[$]execution\\.id|Math\\.random\\(|(?:[$]now|Date(?:Time)?\\.now\\()(?!(?:(?![}]{2}).)*\\b(?:${OF_A_DAY})\\b))/s`;

/** The fields in which somebody can type an expression, by how a hint calls them, and when one of them has it. */
function fixedFields(properties: INodeProperties[]): Array<[shown: string, when: string]> {
	return properties.flatMap((field): Array<[string, string]> => {
		const { displayName, name, type, noDataExpression, displayOptions } = field;
		if (type === 'resourceMapper') {
			const values = `Object.values($parameter.${name}?.value ?? {}).filter((one) => !/^=/.test(one)).join()`;
			return [[`A variable in '${displayName}'`, `${HAS_BRACES}(${values})`]];
		}
		if (!['string', 'json'].includes(type) || noDataExpression === true) return [];
		const when = `${HAS_BRACES}($parameter.${name})`;
		const isShared = properties.some(
			(other) => other.name === name && other.displayName !== displayName,
		);
		const { resource = [] } = displayOptions?.show ?? {};
		const where = `${JSON.stringify(resource)}.includes($parameter.resource) && `;
		return [[`'${displayName}'`, isShared ? where + when : when]];
	});
}

/** Shown above the output before a run, once the node before has run and as long as the condition holds for its items. */
export const hintsFor = (properties: INodeProperties[]): NodeHint[] =>
	[
		{
			type: 'info' as const,
			message:
				"This messages the customers of all items. To try it first, fill in 'Test Recipient'.",
			// Operations that send have the field, and 'Preview' has what 'Send' has.
			when: `${HAS_SEVERAL_ITEMS} && $parameter.testRecipient === '' && $parameter.operation !== 'preview' && !(${IS_QUESTION})`,
		},
		{
			type: 'warning' as const,
			message:
				"The first 'Customer Phone' has no plus sign and country code, so it will be refused. Correct it, or choose a 'Default Country' under 'Options'.",
			when: `${NATIONAL_NUMBER}.test($parameter.customerPhone) && !$parameter.options?.defaultCountry`,
		},
		{
			type: 'warning' as const,
			message: `'Values to Send' was not filled in for this template, so nothing will be sent. ${FILL_IN_ANEW}.`,
			when: IS_FOR_ANOTHER,
		},
		{
			type: 'warning' as const,
			message:
				"One execution waits for one answer. With several items, the first customer is asked if 'Execute Once' is on in the node's settings, and nobody if it is off. To ask each, connect the 'loop' output of a 'Loop Over Items' node to this node, and this node back to that one.",
			when: `${IS_QUESTION} && ${HAS_SEVERAL_ITEMS}`,
		},
		{
			type: 'warning' as const,
			message:
				"'Message Key' has $execution.id, a time or a random number in it: it is another one in each run, so nothing is skipped. Build it from what the message is about, as in {{ $json.orderId }}-shipped.",
			when: `${KEY_OF_A_RUN}.test($rawParameter.messageKey)`,
		},
		...Array.from(new Map(fixedFields(properties)), ([shown, when]) => ({
			type: 'warning' as const,
			message: `${shown} has an expression, but is set to 'Fixed', so nothing will be sent. Switch it to 'Expression'.`,
			when,
		})),
	].map(({ when, ...hint }) => ({
		...hint,
		location: 'outputPane',
		whenToDisplay: 'beforeExecution',
		displayCondition: `={{ ${when} }}`,
	}));
