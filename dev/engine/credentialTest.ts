import { CredentialTestContext } from 'n8n-core';
import type { INodeCredentialTestResult } from 'n8n-workflow';

import { createAdditionalData } from './additionalData';
import type { InstalledPackages } from './installedPackages';
import { StoredCredentials } from './storedCredentials';

/** Tests a credential as n8n does when its form is saved, with the test that a node has for it. */
export async function testCredential(
	packages: InstalledPackages,
	type: string,
	data: object,
): Promise<INodeCredentialTestResult> {
	const [test] = packages.nodesUsingCredential(type).flatMap((nodeName) => {
		const { description, methods } = packages.getByNameAndVersion(nodeName);
		const testedBy = description.credentials?.find(({ name }) => name === type)?.testedBy;
		const found = typeof testedBy === 'string' ? methods?.credentialTest?.[testedBy] : undefined;
		return found ?? [];
	});
	const credentials = new StoredCredentials(packages, {});
	const tested = { id: 'tested', name: 'tested', type, data: credentials.filled({ type, data }) };
	try {
		const context = new CredentialTestContext(createAdditionalData({ credentials }));
		return await test!.call(context, tested);
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
}
