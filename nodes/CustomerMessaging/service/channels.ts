import type { ReadRequest } from './service';

/** Lists the team's WhatsApp channels (service: List channels). */
export const channelsRequest: ReadRequest = {
	kind: 'read',
	path: '/stable/open/whatsapp/get-platform-list',
	expects: 'list',
	ifRefused: "Check 'API Key' and 'Base URL' in the credential",
};

/** Whether a text may be a channel's ID (service: Send template): a title usually has a space in it. */
export function isChannelId(text: string): boolean {
	return !/\s/.test(text);
}
