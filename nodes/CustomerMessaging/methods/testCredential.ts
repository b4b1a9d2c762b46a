import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { createImpatientReader } from '../delivery/reader';
import { sentences } from '../delivery/sentences';
import { channelsRequest } from '../operations/channel/channelsRequest';
import { excerpt, WRONG_ADDRESS_ADVICE } from '../transport/answer';
import { failureOf, FailureError } from '../transport/failure';
import { openServiceForTest } from '../transport/service';

/** Time limit for the test, in seconds. */
const PATIENCE = 20;

/**
 * Tests a credential by listing the team's channels (service: List channels), as something other than the service
 * might answer at its address. Never throws: what is wrong is in the result, in the same words as in a run.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const service = openServiceForTest(this.helpers, credential.data ?? {});
		const channels = await createImpatientReader(service, PATIENCE)(channelsRequest);
		const invalidChannel = channels.find(({ id }) => id === undefined);
		if (invalidChannel !== undefined) throw notChannels(invalidChannel);
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		const { kind, message, advice } = failureOf(error);
		return { status: 'Error', message: sentences(message, kind === 'invalid' ? '' : advice) };
	}
}

function notChannels(invalidChannel: object): FailureError {
	return new FailureError({
		kind: 'unreadable',
		message: `The service's response is not a list of channels: ${excerpt(JSON.stringify(invalidChannel))}`,
		advice: WRONG_ADDRESS_ADVICE,
	});
}
