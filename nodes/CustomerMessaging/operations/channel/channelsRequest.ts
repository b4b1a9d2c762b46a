import type { ServiceRequest } from '../../transport/service';

/** The request that lists the team's WhatsApp channels (section 4.6). */
export const channelsRequest: ServiceRequest = {
	method: 'GET',
	path: '/stable/open/whatsapp/get-platform-list',
	answer: 'list',
};
