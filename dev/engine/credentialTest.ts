import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, INodeCredentialTestResult } from 'n8n-workflow';

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
	const helper = await StoredCredentials.create(packages, { tested: { type, data } });
	const additionalData = createAdditionalData({ credentials: helper });
	try {
		const resolved = await helper.resolve(
			additionalData,
			data as ICredentialDataDecryptedObject,
			type,
			'internal',
		);
		const credential = { id: 'tested', name: 'tested', type, data: resolved };
		return await test!.call(new CredentialTestContext(additionalData), credential);
	} catch (error) {
		return { status: 'Error', message: (error as Error).message };
	}
}
