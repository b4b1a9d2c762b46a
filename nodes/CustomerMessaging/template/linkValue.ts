import { FailureError, failureOf, InputError, inSentence } from '../../../lib/basics';
import type { ReadableService } from '../service/service';
import { urlOf } from '../service/serviceAddress';
import { placeholder, usesOf } from './placeholders';
import { readTemplate } from './readTemplate';
import type { TemplateChoice } from './templateChoice';

/** The value with which a variable leads to the answer page (service: Get template): the link, or the end of an address. */
export async function linkValue(
	choice: TemplateChoice,
	id: string,
	link: URL,
	service: ReadableService,
): Promise<string> {
	const template = await readTemplate(service, choice).catch((error) => {
		const failure = failureOf(error);
		throw new FailureError({
			...failure,
			message: `A link may belong to a button, so the template '${choice.templateId}' has to be read first, which failed: ${inSentence(failure.message)}`,
		});
	});
	const refusal = (what: string, advice: string): InputError =>
		new InputError(`'Link Variable Name or ID' is '${id}', ${what}`, advice);
	const uses = usesOf(template).filter((use) => use.id === id);
	if (uses.length === 0) {
		throw refusal(
			`but the template '${choice.templateId}' has no such variable in its text or buttons`,
			'Choose another variable',
		);
	}
	const button = uses.at(-1)?.button;
	if (button === undefined) return link.href;
	if (uses.length > 1) {
		throw refusal(
			`which the template '${choice.templateId}' has in several places`,
			'Choose a variable that only the text or only one button has',
		);
	}
	const { title, address } = button;
	const ending = endingOf(address, placeholder(id), link);
	if (ending !== undefined) return ending;
	throw refusal(
		`but the button '${title}' leads to '${address}', and not to this n8n`,
		`Choose another variable, or use a template whose button leads to '${link.origin}/${placeholder(id)}'`,
	);
}

/** What takes the variable's place at the end of an address so that it is the link; undefined if nothing does. */
function endingOf(address: string, variable: string, { href }: URL): string | undefined {
	const [start = '', after, ...others] = address.split(variable);
	const ending = href.slice(asUrl(start).length);
	const isLink = after === '' && others.length === 0 && asUrl(`${start}${ending}`) === href;
	return isLink ? ending : undefined;
}

/** An address as `URL` writes it; empty if it is none. */
function asUrl(address: string): string {
	return urlOf(address)?.href ?? '';
}
