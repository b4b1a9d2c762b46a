import type { IDataObject } from 'n8n-workflow';
import { FailureError, inOneText, InputError, inSentence, trimmed } from '../../../lib/basics';
import type { ReadableService } from '../service/service';
import { urlOf } from '../service/serviceAddress';
import { headerTypeOf, shownBy, type FileHeader } from './header';
import type { TemplateVariable } from './placeholders';
import { canBeSent, nameOf, statusOf, templateForCheck } from './readTemplate';
import type { TemplateChoice } from './templateChoice';
import { templateMessage, textOfMessage } from './templateMessage';

/** How a whole address begins, as opposed to the end of one. */
const SCHEME = /^[a-z][a-z\d+.-]*:\/\//;

/** What an item sends: a template, and what fills it. */
export interface FilledTemplate {
	choice: TemplateChoice;
	/** By number or name, also the address of the file that the template shows. */
	variables: Record<string, string>;
	/** Lists those that a template needs in such a message. */
	variablesIn: (template: IDataObject) => TemplateVariable[];
	/** What a message shows whose file is no address. */
	header?: FileHeader;
}

/**
 * Checks a message before it is sent (service: Get template), and returns its text or, in a sentence, why it was not
 * checked, and what to do if the service refuses it as well. Throws if the message does not fit its template, or would fail for the same reason as the look-up.
 */
export async function checkMessage(
	message: FilledTemplate,
	service: ReadableService,
): Promise<{ text?: string; whyUnchecked?: string; ifRefused?: string }> {
	const { choice } = message;
	const check = async (anew: boolean) => {
		const template = await templateForCheck(service, choice, anew);
		if (!(template instanceof FailureError)) return { text: textIfItFits(template, message) };
		const { failure } = template;
		const isUnknown = failure.kind === 'notFound' || failure.kind === 'refused';
		return {
			whyUnchecked: `The messages were not checked against the template '${choice.templateId}': ${inSentence(inOneText(failure))}`,
			ifRefused: isUnknown ? "Choose 'Channel' and 'Template' from their lists" : undefined,
		};
	};
	// The template may have changed since another run read it.
	return await check(false).catch(async () => await check(true));
}

/** Whether a value is an address of its own, or begins with the host that the address before it has already. */
function isWholeAddress(value: string, beginning: string): boolean {
	const written = trimmed(value).toLowerCase();
	return SCHEME.test(written) || `${written}/`.startsWith(`${urlOf(beginning)?.host}/`);
}

/** The filled-in text of a message. Throws an InputError if the message does not fit the template. */
export function textIfItFits(
	template: IDataObject,
	{ choice, variables, variablesIn, header }: FilledTemplate,
): string {
	const shows = shownBy(headerTypeOf(template) ?? 'none');
	const needed = variablesIn(template);
	const ids = [...new Set(needed.map(({ id }) => id))];
	const itsVariables =
		needed.length === 0
			? 'The template has no variables. Remove the values'
			: `The template has these variables: ${needed.map(({ id, label }) => label.replace(/^[^:]*/, id)).join('; ')}`;
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
			.filter(({ id, beginning }) => beginning && isWholeAddress(variables[id] ?? '', beginning))
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
	if (problems.length === 0)
		return textOfMessage(templateMessage(template, variables, header?.fileName));
	throw new InputError(
		`The message does not fit the template '${nameOf(template, choice.templateId)}': ${problems.map(([what]) => what).join('; ')}`,
		advice,
	);
}
