import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { channels } from '../../dev/sandbox/catalogue';
import { NODE_NAME, outputOf, type Scene, startScene } from '../support/scene';

const root = path.resolve(__dirname, '../..');

/** Below the repository, so that the copy finds the same packages. */
const copy = path.join(root, '.cache', 'contributing');

const guide = readFileSync(path.join(root, 'CONTRIBUTING.md'), 'utf8');

/** The files that a section of the guide gives: the first line of each says where it goes. */
function filesUnder(heading: string): Array<{ file: string; content: string }> {
	const section = guide.split(/^## /m).find((one) => one.startsWith(`${heading}\n`))!;
	return Array.from(
		section.matchAll(/^```\w+\n\/\/ (\S+)\n(.*?)^```$/gms),
		([, file, content]) => ({ file: file!, content: content! }),
	);
}

let scene: Scene | undefined;
afterAll(async () => {
	await scene?.stop();
	rmSync(copy, { recursive: true, force: true });
});

test('the operation that CONTRIBUTING.md adds builds and runs, word for word', async () => {
	rmSync(copy, { recursive: true, force: true });
	mkdirSync(copy, { recursive: true });
	for (const name of [
		'nodes',
		'credentials',
		'lib',
		'package.json',
		'tsconfig.json',
		'tsconfig.build.json',
	]) {
		cpSync(path.join(root, name), path.join(copy, name), { recursive: true });
	}
	const files = filesUnder('Add an operation');
	expect(files).toHaveLength(3);
	for (const { file, content } of files) writeFileSync(path.join(copy, file), content);

	execFileSync(process.execPath, [
		path.join(root, 'node_modules/typescript/bin/tsc'),
		'-p',
		path.join(copy, 'tsconfig.build.json'),
	]);
	// The pictures and schemas, which the build puts beside the code.
	cpSync(path.join(copy, 'nodes'), path.join(copy, 'dist/nodes'), {
		recursive: true,
		filter: (source) => !source.endsWith('.ts'),
	});

	scene = await startScene({}, { packageDirectory: copy });
	const execution = await scene.run({ resource: 'channel', operation: 'count' });
	expect(outputOf(execution)).toEqual([{ count: channels.length }]);
	// What was there before still is.
	const list = await scene.run({ resource: 'channel', operation: 'getAll', returnAll: true });
	expect(list.items(NODE_NAME)).toHaveLength(channels.length);
});

test.each(['CONTRIBUTING.md', 'ARCHITECTURE.md'])('every file that %s names is there', (page) => {
	const added = filesUnder('Add an operation').map(({ file }) => file);
	const text = readFileSync(path.join(root, page), 'utf8');
	const named = Array.from(text.matchAll(/`([\w.]+\/[\w./-]*)`/g), ([, name]) => name!);
	expect(named.length).toBeGreaterThan(20);
	const folders = [root, path.join(root, 'nodes/CustomerMessaging')];
	const isThere = (name: string): boolean =>
		folders.some((folder) => existsSync(path.join(folder, name)));
	expect(named.filter((name) => !added.includes(name) && !isThere(name))).toEqual([]);
});
