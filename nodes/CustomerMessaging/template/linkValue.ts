import { InputError } from '../primitives/failure';
import type { ReadableService } from '../service/service';
import { readNeededTemplate, type TemplateChoice } from './readTemplate';
import { buttonsOf, isInText, placeholder, variablesOf } from './templateVariables';

/** A variable of a template, and the link to the answer page that it takes. */
export interface LinkVariable {
	id: string;
	link: URL;
}

/**
 * What a template's variable takes, so that the message leads to the answer page (service: Get template): the whole
 * link, or what has to follow a button's address. Throws an InputError if there is no such variable, or it cannot
 * take the link; a FailureError if the template cannot be read.
 */
export async function linkValue(
	choice: TemplateChoice,
	{ id, link }: LinkVariable,
	service: ReadableService,
): Promise<string> {
	const template = await readNeededTemplate(service, choice);
	const variable = variablesOf(template).find((one) => one.id === id);
	const shown = `'Link Variable Name or ID' is '${id}'`;
	if (variable === undefined || variable.uses.length === 0) {
		throw new InputError(
			`${shown}, but the template '${choice.templateId}' has no such variable in its text or buttons`,
			'Choose another variable',
		);
	}
	const written = placeholder(id);
	const [button, ...others] = buttonsOf(template).filter(
		({ title, address }) => title.includes(written) || address.includes(written),
	);
	if (button === undefined) return link.href;
	if (others.length > 0 || isInText(variable)) {
		throw new InputError(
			`${shown}, which the template '${choice.templateId}' has in several places`,
			'Choose a variable that only the text or only one button has',
		);
	}
	const { title, address } = button;
	const ending = endingOf(address, id, link);
	if (ending !== undefined && !title.includes(written)) return ending;
	throw new InputError(
		`${shown}, but the button '${title}' leads to '${address}', and not to this n8n`,
		`Choose another variable, or use a template whose button leads to '${link.origin}/${written}'`,
	);
}

/** What follows a button's address so that it is the link; undefined if the button leads elsewhere. */
function endingOf(address: string, id: string, link: URL): string | undefined {
	const [start = '', ...rest] = address.split(placeholder(id));
	if (rest.join('') !== '' || rest.length > 1) return undefined;
	if (start === '') return link.href;
	if (!URL.canParse(start)) return undefined;
	const ending = link.href.slice(new URL(start).href.length);
	const whole = `${start}${ending}`;
	return URL.canParse(whole) && new URL(whole).href === link.href ? ending : undefined;
}
