import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { excerpt, FailureError, failureOf, sentences } from '../../../lib/basics';
import { FAILURE_POLICY } from '../../../lib/traffic';
import { channelsRequest } from '../service/channels';
import { openServiceForTest } from '../service/service';
import { editorReader } from './lookUp';

/**
 * Tests a credential by listing the team's channels (service: List channels), because something other than the service might
 * answer at its address. Never throws: the result says what is wrong, in the same words as a run.
 */
export async function testCredential(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted<ICredentialDataDecryptedObject>,
): Promise<INodeCredentialTestResult> {
	try {
		const service = openServiceForTest(this.helpers, credential.data ?? {});
		const channels = await editorReader(service)(channelsRequest);
		const invalidChannel = channels.find(({ id }) => id === undefined);
		if (invalidChannel !== undefined)
			throw new FailureError({
				kind: 'unreadable',
				message: `The service's response is not a list of channels: ${excerpt(JSON.stringify(invalidChannel))}`,
				advice: service.checkAddress,
			});
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		const { kind, message, advice } = failureOf(error);
		return {
			status: 'Error',
			message: sentences(message, !FAILURE_POLICY[kind].isInput && advice),
		};
	}
}
