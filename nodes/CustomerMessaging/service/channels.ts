import type { ReadRequest } from './service';

/** Lists the team's WhatsApp channels (service: List channels). */
export const channelsRequest: ReadRequest = {
	kind: 'read',
	path: '/stable/open/whatsapp/get-platform-list',
	expects: 'list',
	ifRefused: "Check 'API Key' and 'Base URL' in the credential",
};

/** Whether a text is a whole number, as the IDs of channels are (service: List channels). */
export function isChannelId(text: string): boolean {
	return /^\d+$/.test(text);
}
