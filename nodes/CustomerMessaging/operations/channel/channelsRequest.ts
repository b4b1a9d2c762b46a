import type { ServiceRequest } from '../../transport/service';

/** Lists the team's WhatsApp channels (service: List channels). */
export const channelsRequest: ServiceRequest = {
	method: 'GET',
	path: '/stable/open/whatsapp/get-platform-list',
	answer: 'list',
};
