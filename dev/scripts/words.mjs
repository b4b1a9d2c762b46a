// Prints every sentence and name that somebody reads, file by file, so that they can be read together.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

/** Where they stand. */
const folders = [
	'credentials',
	'nodes',
	'examples',
	'dev/demo',
	'dev/sandbox',
	'dev/editor',
	'dev/probe',
];

/** What has them as single words, too, and then with a capital letter. */
const names = ['displayName', 'name', 'action', 'singular', 'plural', 'title', 'content', 'label'];

for (const folder of folders) {
	for (const file of readdirSync(folder, { recursive: true }).sort()) {
		if (!/\.(ts|json)$/.test(file) || /\.(test\.ts|openapi\.json)$|lock|__schema__/.test(file))
			continue;
		const path = join(folder, file);
		const words = new Set();
		collect(
			ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true),
			words,
		);
		if (words.size > 0)
			console.log(`\n${path}\n${[...words].map((text) => `  ${text}`).join('\n')}`);
	}
}

/** Adds the texts in a piece of a file, each on one line, with … in the place of what is filled in. */
function collect(node, words) {
	if (ts.isImportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
	const text = ts.isStringLiteralLike(node)
		? node.text
		: ts.isTemplateExpression(node)
			? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
			: '';
	if (isRead(text, node.parent)) words.add(text.replace(/\s+/g, ' ').trim());
	ts.forEachChild(node, (child) => collect(child, words));
}

function isRead(text, parent) {
	if (/\p{L}.* .*\p{L}/su.test(text)) return true;
	const isNamed = parent !== undefined && ts.isPropertyAssignment(parent);
	return isNamed && names.includes(parent.name.text) && /^\p{Lu}/u.test(text);
}
