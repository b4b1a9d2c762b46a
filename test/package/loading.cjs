/**
 * Loads a package's node file in a separate process, as n8n does, and prints as JSON what that
 * took: the modules asked for, and the files loaded, n8n's own library not counted.
 */
const { Module } = require('node:module');
const path = require('node:path');

const packageFolder = process.argv[2];
const nodeFile = path.join(packageFolder, process.argv[3]);

// n8n has its library loaded long before a node.
Module.createRequire(nodeFile)('n8n-workflow');
const before = new Set(Object.keys(require.cache));

const requested = new Set();
const load = Module._load;
Module._load = (request, parent, ...rest) => {
	if (parent?.filename?.startsWith(packageFolder + path.sep)) requested.add(request);
	return load(request, parent, ...rest);
};

const exported = Object.keys(require(nodeFile));

const loaded = Object.keys(require.cache).filter((file) => !before.has(file));
console.log(JSON.stringify({ requested: [...requested], loaded, exported }));
