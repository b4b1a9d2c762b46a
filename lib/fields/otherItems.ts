import type { EvaluatedCode } from './evaluatedCode';
import type { Found } from './readData';

/** Throws an InputError if code takes its value from another item, as `$('Orders').first().json.phone` does for all but the first. */
export function refuseOtherItems(code: EvaluatedCode): void {
	if (!code.names.hasOtherItems) return;
	const as = (letter: string, digit: string) => (_key: string, value: unknown) =>
		['string', 'number'].includes(typeof value)
			? String(value).replace(/\p{L}/gu, letter).replace(/\d/g, digit)
			: undefined;
	const shows = (...found: Found[]): boolean => {
		const places = found.flatMap((one) => one.places);
		return String(code.given(places, as('K', '3'))) !== String(code.given(places, as('W', '7')));
	};
	const found = code.data.ofOtherItems(code);
	if (found.length === 0 || !shows(...found)) return;
	const { path } = found.find((one) => shows(one)) ?? found[0]!;
	const field = path.slice(path.indexOf('.json'));
	throw code.refusal(
		'gives this item what belongs to another one',
		`Write {{ $${field.slice(1)} }} or, if only that node has it, {{ ${path.replace('.json', '.item.json')} }}`,
	);
}
