import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { compileFunction } from 'node:vm';

import ts from 'typescript';

import type { Clock } from '../../lib/basics/clock';

const require = createRequire(__filename);

const folder = path.resolve(__dirname, '../..');

const compilerOptions: ts.CompilerOptions = {
	module: ts.ModuleKind.CommonJS,
	target: ts.ScriptTarget.ES2022,
	inlineSourceMap: true,
};

/** The code of each module, which is compiled once for all processes. */
const compiled = new Map<string, ReturnType<typeof compileFunction>>();

/**
 * Loads modules as a process that has just been started has them: it shares nothing that it
 * remembers with any other. Returns all that they export.
 *
 * @param files their paths from the project's root, without their endings
 * @param clock what takes the place of the machine's clock
 */
export function inNewProcess<
	Exports = typeof import('../../nodes/CustomerMessaging/delivery/sends'),
>(files: string[], clock: Partial<Clock>): Exports {
	const modules = new Map<string, { exports: object }>();
	const load = (name: string): object => {
		const file = existsSync(path.join(folder, `${name}.ts`)) ? name : path.join(name, 'index');
		const known = modules.get(file);
		if (known !== undefined) return known.exports;
		const module = { exports: {} };
		modules.set(file, module);
		const within = (name: string): unknown =>
			name.startsWith('.') ? load(path.join(path.dirname(file), name)) : require(name);
		codeOf(file)(module.exports, within, module);
		return module.exports;
	};
	Object.assign((load('lib/basics/clock') as { SYSTEM_CLOCK: Clock }).SYSTEM_CLOCK, clock);
	return Object.assign({}, ...files.map(load)) as Exports;
}

function codeOf(file: string): ReturnType<typeof compileFunction> {
	const known = compiled.get(file);
	if (known !== undefined) return known;
	const fileName = path.join(folder, `${file}.ts`);
	const source = readFileSync(fileName, 'utf8');
	const { outputText } = ts.transpileModule(source, { fileName, compilerOptions });
	const parameters = ['exports', 'require', 'module'];
	const code = compileFunction(outputText, parameters, { filename: fileName });
	compiled.set(file, code);
	return code;
}
