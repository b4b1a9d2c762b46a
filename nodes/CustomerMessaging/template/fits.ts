import type { IDataObject } from 'n8n-workflow';
import { trimmed } from '../parameters/texts';
import { failureOf, FailureError, InputError } from '../primitives/failure';
import { sentences } from '../primitives/sentences';
import { FAILURE_POLICY } from '../service/failurePolicy';
import type { ReadableService } from '../service/service';
import { headerTypeOf, shownBy, type FileHeader } from './header';
import type { TemplateVariable } from './placeholders';
import { canBeSent, nameOf, readNeededTemplate, statusOf } from './readTemplate';
import type { TemplateChoice } from './templateChoice';
import { templateMessage, textOfMessage } from './templateMessage';

/** How a whole address begins, as opposed to the end of one. */
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/** What an item fills a template with. */
interface TemplateValues {
	/** The header, if the message has a file of its own or none. */
	header?: FileHeader;
	variables: Record<string, string>;
	/** Lists those that a template needs in such a message. */
	variablesIn: (template: IDataObject) => TemplateVariable[];
}

/**
 * Compares a message with its template (service: Get template), and returns the filled-in text or why the template could
 * not be read. Throws if the message does not fit, or if it would fail for the same reason as the reading.
 */
export async function checkAgainstTemplate(
	choice: TemplateChoice,
	{ header, variables, variablesIn }: TemplateValues,
	service: ReadableService,
): Promise<{ text?: string; whyUnchecked?: string }> {
	const template = await readNeededTemplate(
		service,
		choice,
		"To send without the check, switch off 'Check Variables' under 'Options'",
	).catch(whyUnchecked);
	if (typeof template === 'string') return { whyUnchecked: template };
	const shows = shownBy(headerTypeOf(template) ?? 'none');
	const needed = variablesIn(template);
	const ids = [...new Set(needed.map(({ id }) => id))];
	const itsVariables =
		needed.length === 0
			? 'The template has no variables. Remove the values'
			: `The template has these variables: ${needed.map(({ label }) => label).join('; ')}`;
	// The first one's advice is given.
	const problems = [
		!canBeSent(template) && [
			`the service says that the template is ${statusOf(template)}, so WhatsApp does not send it`,
			'Choose an approved template',
		],
		...ids
			.filter((id) => !Object.hasOwn(variables, id))
			.map((id) => [`variable '${id}' has no value`, itsVariables]),
		...Object.keys(variables)
			.filter((id) => !ids.includes(id))
			.map((id) => [`variable '${id}' is not in the template`, itsVariables]),
		...needed
			.filter(({ id, beginning }) => beginning && SCHEME.test(trimmed(variables[id] ?? '')))
			.map(({ id, beginning }) => [
				`variable '${id}' has a whole address, and the button's address already begins with '${beginning}'`,
				'Enter only what follows that beginning',
			]),
		header !== undefined &&
			shows !== shownBy(header.type) && [
				`${header.shown}, and the template shows ${shows ?? 'no file'}`,
				'Choose a template that fits, or change what the message has',
			],
	].filter((problem) => problem !== false);
	const [[, advice = ''] = []] = problems;
	if (problems.length === 0) return { text: textOfMessage(templateMessage(template, variables)) };
	throw new InputError(
		`The message does not fit the template '${nameOf(template, choice.templateId)}': ${problems.map(([what]) => what).join('; ')}`,
		advice,
	);
}

function whyUnchecked(error: unknown): string {
	const failure = failureOf(error);
	const { isInput, isForAll } = FAILURE_POLICY[failure.kind];
	if (isInput || isForAll || failure.kind === 'defect') throw new FailureError(failure);
	return sentences(
		'The messages were not checked against the template',
		failure.message,
		failure.advice,
	);
}
