import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import installPackage from '../test/support/install-package';
import { FULL, QUICK } from './extent';
import { measureManyItems } from './measures/manyItems';
import { measureFixedFields, measureTemplates, measureTexts } from './measures/speed';
import { measureUploads } from './measures/uploads';
import { replaceSection, reportOf } from './report';
import { ServiceProcess } from './serviceProcess';
import { describeSurroundings } from './surroundings';

const RESULTS = path.join(__dirname, 'RESULTS.md');

const INTRODUCTION = `# Results

Written by \`npm run bench\`; see the README beside this file for what is measured and how. A run replaces the part
of its own version of Node.`;

/** Builds and installs the package, runs every measure, and writes the results down. */
async function main(): Promise<void> {
	const quick = process.argv.includes('--quick');
	const extent = quick ? QUICK : FULL;
	const node = process.versions.node.split('.')[0]!;
	await installPackage();

	const service = await ServiceProcess.start();
	const sections = [];
	try {
		for (const measure of [measureTexts, measureTemplates, measureFixedFields, measureManyItems, measureUploads]) {
			const section = await measure(service, extent);
			console.log(`Measured: ${section.title}`);
			sections.push(section);
		}
	} finally {
		service.stop();
	}

	const report = reportOf(`Node ${node}`, await describeSurroundings(), sections);
	console.log(`\n${report}\n`);
	if (quick) {
		console.log('This was a short run: its numbers say little, and bench/RESULTS.md stays as it is.');
		return;
	}
	const before = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : INTRODUCTION;
	writeFileSync(RESULTS, replaceSection(before, report));
}

void main();
