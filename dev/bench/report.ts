/** One thing that was to be shown, and what came out. */
export interface Verdict {
	what: string;
	target: string;
	measured: string;
	met: boolean;
}

/** A part of the results: what was measured, the table, and what it shows. */
export interface Section {
	title: string;
	/** What was done, for a reader who wants to judge the numbers. */
	description: string;
	/** The first row is the head. */
	table: string[][];
	verdicts: Verdict[];
	/** What happened that the numbers do not say. */
	remarks?: string[];
}

/** Whether a number stays within its target, both written in the same unit. */
export function atMost(
	what: string,
	most: number,
	measured: number,
	inUnit: (value: number) => string,
): Verdict {
	return {
		what,
		target: `at most ${inUnit(most)}`,
		measured: inUnit(measured),
		met: measured <= most,
	};
}

/** The results of one run as Markdown, under a heading of its own. */
export function reportOf(heading: string, surroundings: string, sections: Section[]): string {
	const verdicts = sections.flatMap((section) => section.verdicts);
	return [
		`## ${heading}`,
		surroundings,
		tableOf([
			['', 'target', 'measured', 'met'],
			...verdicts.map(({ what, target, measured, met }) => [
				what,
				target,
				measured,
				met ? 'yes' : '**no**',
			]),
		]),
		...sections.flatMap(({ title, description, table, remarks = [] }) => [
			`### ${title}`,
			description,
			tableOf(table),
			...remarks,
		]),
	].join('\n\n');
}

function tableOf([head = [], ...rows]: string[][]): string {
	const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
	return [
		line(head),
		line(head.map((_, column) => (column === 0 ? '---' : '---:'))),
		...rows.map(line),
	].join('\n');
}

/** Puts a run's results into a file's text in the place of earlier ones with the same heading. */
export function replaceSection(text: string, report: string): string {
	const [intro = '', ...sections] = text.split(/^(?=## )/m);
	const heading = report.split('\n')[0]!;
	const kept = sections.filter((section) => section.split('\n')[0] !== heading);
	const ordered = [...kept, report]
		.map((section) => section.trim())
		.sort()
		.reverse();
	return `${[intro.trim(), ...ordered].join('\n\n')}\n`;
}

export function megabytes(bytes: number): string {
	return `${Math.round(bytes / 1e6)} MB`;
}

export function kilobytes(bytes: number): string {
	return `${(bytes / 1e3).toFixed(1)} kB`;
}

export function seconds(milliseconds: number): string {
	return `${(milliseconds / 1000).toFixed(2)} s`;
}

export function milliseconds(value: number): string {
	return `${value.toFixed(2)} ms`;
}

export function times(value: number): string {
	return `${value.toFixed(2)} x`;
}
