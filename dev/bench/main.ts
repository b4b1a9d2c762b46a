import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';

import installPackage from '../../test/support/installPackage';
import { FULL, QUICK } from './extent';
import { measureKeys } from './measures/keys';
import { measureManyItems } from './measures/manyItems';
import {
	measureFixedFields,
	measureOneSend,
	measureTemplates,
	measureTexts,
} from './measures/speed';
import { measureUploads } from './measures/uploads';
import { describeSurroundings, replaceSection, reportOf } from './report';
import { ServiceProcess } from './processes';

const RESULTS = path.join(__dirname, 'RESULTS.md');

/** Every measure, by the name that `--only` takes. */
const MEASURES = {
	texts: measureTexts,
	templates: measureTemplates,
	fixedFields: measureFixedFields,
	oneSend: measureOneSend,
	keys: measureKeys,
	manyItems: measureManyItems,
	uploads: measureUploads,
};

/** Builds and installs the package, runs every measure or the one that is asked for, and writes down a full run. */
async function main(): Promise<void> {
	const {
		values: { quick, only },
	} = parseArgs({ options: { quick: { type: 'boolean' }, only: { type: 'string' } } });
	const measures = Object.entries(MEASURES).filter(([name]) => only === undefined || name === only);
	if (measures.length === 0)
		throw new Error(
			`There is no measure '${only}'. Choose from ${Object.keys(MEASURES).join(', ')}.`,
		);
	const extent = quick ? QUICK : FULL;
	const node = process.versions.node.split('.')[0]!;
	await installPackage();

	const service = await ServiceProcess.start();
	const sections = [];
	try {
		for (const [, measure] of measures) {
			const section = await measure(service, extent);
			console.log(`Measured: ${section.title}`);
			sections.push(section);
		}
	} finally {
		service.stop();
	}

	const report = reportOf(`Node ${node}`, await describeSurroundings(), sections);
	console.log(`\n${report}\n`);
	if (quick || only !== undefined) {
		console.log('dev/bench/RESULTS.md stays as it is: only a full run is written down.');
		return;
	}
	writeFileSync(RESULTS, replaceSection(readFileSync(RESULTS, 'utf8'), report));
}

void main();
