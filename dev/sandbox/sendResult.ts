import type { Channel, Template } from './catalogue';

/** What a send's answer is built from. */
export interface SendFacts {
	id: string;
	time: string;
	functionName: string;
	customerId: number;
	customerPhone: string;
	channel?: Channel;
	template?: Template;
}

/** The one team of the sandbox. */
const projectId = 1;

/** The only status that has been seen (service: Acknowledgement). */
const observedStatus = 'ongoing';

/** A send result (service: Send result). Values that are not known are the sandbox's choice. */
export function sendResult(facts: SendFacts) {
	const { id, time, functionName, customerId, customerPhone, channel, template } = facts;
	return {
		id,
		project_id: projectId,
		timestamp: time,
		function_name: functionName,
		message: 'Message accepted',
		status: observedStatus,
		extra: {
			timestamp: time,
			project_id: projectId,
			...(channel && { platform_id: channel.id }),
			customer_id: customerId,
			customer_phone: customerPhone,
			...(template && { template_id: String(template.id), template_name: template.name }),
			source: 'sandbox',
			success: true,
			report: {
				...(channel && { messaging_product: 'whatsapp' }),
				contacts: [{ input: customerPhone, wa_id: customerPhone.replace(/\D/g, '') }],
				messages: [{ id: `report-${id}`, message_status: observedStatus }],
			},
		},
	};
}

/** The acknowledgement of a file send (service: Acknowledgement). */
export function sendAcknowledgement() {
	return { success: true, data: { status: observedStatus } };
}
