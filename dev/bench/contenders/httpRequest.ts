import type { IDataObject } from 'n8n-workflow';

import { API_KEY, PATHS, TEMPLATE, textItem, type Contender, type Surroundings } from './contender';
import { workflowOf } from './workflow';

/** The option *Batching*: how many requests start together, and the milliseconds until the next ones. */
export interface Batches {
	batchSize: number;
	batchInterval: number;
}

/**
 * The built-in HTTP Request node doing the same job: the same request, its fields filled by the same expressions, the
 * key added by a credential. Everything else has its default, unless batches are given.
 */
export function httpRequest(surroundings: Surroundings, batches?: Batches): Contender {
	const options: IDataObject = batches === undefined ? {} : { batching: { batch: { ...batches } } };
	return workflowOf(
		{
			type: 'n8n-nodes-base.httpRequest',
			typeVersion: 4.5,
			parameters(job) {
				const common = {
					method: 'POST',
					authentication: 'genericCredentialType',
					genericAuthType: 'httpQueryAuth',
					sendBody: true,
					options,
				};
				if (job.job === 'uploads') {
					return {
						...common,
						url: `${surroundings.address}/stable/open/whatsapp/send-template`,
						contentType: 'multipart-form-data',
						bodyParameters: {
							parameters: [
								{ name: 'template_id', value: '301' },
								{ name: 'channel_id', value: '201' },
								{ name: 'customer_phone', value: '+12025550123' },
								{ parameterType: 'formBinaryData', name: 'file', inputDataFieldName: 'data' },
							],
						},
					};
				}
				if (job.job === 'templates') {
					return {
						...common,
						url: `${surroundings.address}${PATHS.templates}`,
						specifyBody: 'json',
						// One expression for all fields: the cheapest of the ways to fill them.
						jsonBody: `={{ { template_id: '${TEMPLATE.template_id}', channel_id: '${TEMPLATE.channel_id}', customer_phone: $json.phone, attributes: { 1: $json.name, 2: $json.order, 3: $json.day } } }}`,
					};
				}
				const fixed = textItem(0);
				return {
					...common,
					url: `${surroundings.address}${PATHS.texts}`,
					bodyParameters: {
						parameters: [
							{
								name: 'customer_id',
								value: job.fixed ? fixed.customer_id : '={{ $json.customer_id }}',
							},
							{ name: 'text', value: job.fixed ? fixed.text : '={{ $json.text }}' },
						],
					},
				};
			},
			credential: { type: 'httpQueryAuth', data: { name: 'api_key', value: API_KEY } },
		},
		surroundings,
	);
}
