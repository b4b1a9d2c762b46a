import { dirname } from 'node:path';

import {
	LazyPackageDirectoryLoader,
	PackageDirectoryLoader,
	UnrecognizedNodeTypeError,
} from 'n8n-core';
import { NodeHelpers, UserError } from 'n8n-workflow';
import type {
	ICredentialType,
	IDataObject,
	INodeType,
	INodeTypes,
	IVersionedNodeType,
} from 'n8n-workflow';

import { nodeAsTool } from './nodeAsTool';

/**
 * The node packages of this n8n: the built-in nodes and the package under test, plus node
 * types that the engine itself brings along.
 */
export class InstalledPackages implements INodeTypes {
	private readonly tools = new Map<string, INodeType>();

	/** n8n's own nodes, the same for every engine of this process: their index is large. */
	private static builtIn?: Promise<PackageDirectoryLoader>;

	private constructor(
		private readonly loaders: ReadonlyMap<string, PackageDirectoryLoader>,
		private readonly ownNodeTypes: Readonly<Record<string, INodeType>>,
	) {}

	/**
	 * Loads n8n-nodes-base by its index, node by node when one is used, and the package in the
	 * directory completely, as n8n does with a community package.
	 *
	 * @throws when the directory holds no n8n package, or one of its files does not load
	 */
	static async load(
		packageDirectory: string,
		ownNodeTypes: Readonly<Record<string, INodeType>>,
	): Promise<InstalledPackages> {
		InstalledPackages.builtIn ??= loaded(
			new LazyPackageDirectoryLoader(dirname(require.resolve('n8n-nodes-base/package.json'))),
		);
		const loaders = await Promise.all([
			InstalledPackages.builtIn,
			loaded(new PackageDirectoryLoader(packageDirectory)),
		]);
		return new InstalledPackages(
			new Map(loaders.map((loader) => [loader.packageName, loader])),
			ownNodeTypes,
		);
	}

	/** Whether a node of this type, e.g. `n8n-nodes-base.set`, can be run here. */
	recognizes(nodeType: string): boolean {
		return this.isInstalled(nodeType) || this.isInstalled(nodeType.replace(/Tool$/, ''));
	}

	getByName(nodeType: string): INodeType | IVersionedNodeType {
		const own = this.ownNodeTypes[nodeType];
		if (own) return own;
		const [packageName = '', name = ''] = nodeType.split('.');
		const loader = this.loaders.get(packageName);
		if (!loader) throw new UnrecognizedNodeTypeError(packageName, name);
		return loader.getNode(name).type;
	}

	getByNameAndVersion(nodeType: string, version?: number): INodeType {
		if (this.isInstalled(nodeType) || !nodeType.endsWith('Tool')) {
			return NodeHelpers.getVersionedNodeType(this.getByName(nodeType), version);
		}
		const key = `${nodeType}@${version ?? 'default'}`;
		const known = this.tools.get(key);
		if (known) return known;
		const node = this.getByNameAndVersion(nodeType.replace(/Tool$/, ''), version);
		if (!node.description.usableAsTool) {
			throw new UserError('Node cannot be used as a tool', { extra: { nodeType } });
		}
		const tool = nodeAsTool(node);
		this.tools.set(key, tool);
		return tool;
	}

	getKnownTypes(): IDataObject {
		throw new UserError('This engine lists no node types.');
	}

	/** @throws when no installed package has this credential type */
	credentialType(name: string): ICredentialType {
		return this.loaderOfCredential(name).getCredential(name).type;
	}

	/** Full names of the node types that use a credential type. */
	nodesUsingCredential(name: string): string[] {
		const loader = this.loaderOfCredential(name);
		const { supportedNodes = [] } = loader.known.credentials[name] ?? {};
		return supportedNodes.map((node) => `${loader.packageName}.${node}`);
	}

	private isInstalled(nodeType: string): boolean {
		if (nodeType in this.ownNodeTypes) return true;
		const [packageName = '', name = ''] = nodeType.split('.');
		return name in (this.loaders.get(packageName)?.known.nodes ?? {});
	}

	private loaderOfCredential(name: string): PackageDirectoryLoader {
		for (const loader of this.loaders.values()) {
			if (name in loader.known.credentials) return loader;
		}
		throw new UserError(`Credential type "${name}" is not known`);
	}
}

async function loaded(loader: PackageDirectoryLoader): Promise<PackageDirectoryLoader> {
	await loader.loadAll();
	return loader;
}
