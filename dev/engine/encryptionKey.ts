import { Container } from '@n8n/di';
import { Cipher, EncryptionKeyProxy, InstanceSettings } from 'n8n-core';
import type { KeyInfo } from 'n8n-core';

/**
 * Lets n8n's `Cipher` encrypt credentials with the key of this installation, which n8n made
 * when it first saw the user folder. A server without key rotation does the same.
 */
export function useInstanceEncryptionKey(): void {
	const instanceKey: KeyInfo = {
		id: 'instance-key',
		value: Container.get(Cipher).encryptDEKWithInstanceKey(
			Container.get(InstanceSettings).encryptionKey,
		),
		algorithm: 'aes-256-cbc',
		format: 'no-prefix',
	};
	Container.get(EncryptionKeyProxy).setProvider({
		getActiveKey: async () => instanceKey,
		getKeyById: async () => null,
		getLegacyKey: async () => instanceKey,
	});
}
