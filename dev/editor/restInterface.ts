import { randomBytes, randomUUID } from 'node:crypto';

/** Who may log in; made up for one installation that only this machine sees. */
export interface Login {
	email: string;
	password: string;
}

/** Makes up the login of a new n8n's owner. */
export function newLogin(): Login {
	return {
		email: 'owner@editor.example',
		password: `Aa1${randomBytes(9).toString('base64url')}`,
	};
}

/** A workflow as n8n exports it. */
export interface WorkflowFile {
	name: string;
	nodes: readonly WorkflowNode[];
	connections: object;
	settings?: object;
	pinData?: object;
}

/** A node of it. */
export interface WorkflowNode {
	name: string;
	type: string;
	credentials?: Record<string, { id?: string | null; name: string }>;
	[other: string]: unknown;
}

/** A workflow as n8n keeps it. */
export interface SavedWorkflow extends WorkflowFile {
	id: string;
	versionId: string;
}

/** A credential as n8n lists it. */
export interface SavedCredential {
	id: string;
	name: string;
	type: string;
}

/** An answer of n8n as it came. */
export interface RestAnswer {
	status: number;
	text: string;
}

/** Milliseconds between two looks at something that takes its time. */
const INTERVAL = 50;

/** The headers that make a request one of an owner's: n8n ties a login to the browser that made it. */
export type Session = Record<string, string>;

/** The interface that n8n's editor uses, as its owner. */
export class RestInterface {
	/** @param session that of an earlier login */
	constructor(
		readonly address: string,
		readonly session: Session = { 'browser-id': randomUUID() },
	) {}

	/**
	 * Logs in as the owner; a new n8n is given its owner first.
	 *
	 * @throws Error where n8n has another owner
	 */
	static async connect(address: string, login: Login): Promise<RestInterface> {
		const rest = new RestInterface(address);
		const settings = await rest.ask<{ userManagement: { showSetupOnFirstLoad?: boolean } }>(
			'GET',
			'/settings',
		);
		if (settings.userManagement.showSetupOnFirstLoad) {
			await rest.ask('POST', '/owner/setup', { ...login, firstName: 'Editor', lastName: 'Owner' });
		}
		await rest.ask('POST', '/login', { emailOrLdapLoginId: login.email, password: login.password });
		return rest;
	}

	/**
	 * Sends a request.
	 *
	 * @param path below `/rest`
	 * @returns the answer, whatever its status
	 */
	async send(method: string, path: string, body?: unknown): Promise<RestAnswer> {
		const response = await fetch(`${this.address}/rest${path}`, {
			method,
			headers: {
				...this.session,
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]!);
		if (cookies.length > 0) this.session.cookie = cookies.join('; ');
		return { status: response.status, text: await response.text() };
	}

	/**
	 * Sends a request, and returns the `data` of its answer.
	 *
	 * @throws Error with n8n's message if it refuses
	 */
	async ask<Data>(method: string, path: string, body?: unknown): Promise<Data> {
		const { status, text } = await this.send(method, path, body);
		if (status >= 400)
			throw new Error(`n8n answered ${method} ${path} with ${status}: ${text.slice(0, 500)}`);
		return (JSON.parse(text) as { data: Data }).data;
	}

	/** Saves a credential: a new one, or new values for the one that has its name. */
	async saveCredential(name: string, type: string, data: object): Promise<SavedCredential> {
		const credentials = await this.ask<SavedCredential[]>('GET', '/credentials');
		const known = credentials.find((one) => one.name === name && one.type === type);
		return known
			? await this.ask('PATCH', `/credentials/${known.id}`, { name, type, data })
			: await this.ask('POST', '/credentials', { name, type, data });
	}

	async deleteCredential(id: string): Promise<void> {
		await this.ask('DELETE', `/credentials/${id}`);
	}

	async workflows(): Promise<Array<{ id: string; name: string }>> {
		return await this.ask('GET', '/workflows');
	}

	async createWorkflow(workflow: WorkflowFile): Promise<SavedWorkflow> {
		const { name, nodes, connections, settings = {}, pinData = {} } = workflow;
		const saved = { name, nodes, connections, settings, pinData, active: false };
		return await this.ask('POST', '/workflows', saved);
	}

	/**
	 * Publishes a workflow; when it resolves, its trigger listens.
	 *
	 * @throws Error if n8n cannot make the trigger listen
	 */
	async activate({ id, versionId }: SavedWorkflow): Promise<void> {
		await this.ask('POST', `/workflows/${id}/activate`, { versionId });
		for (;;) {
			const { status, text } = await this.send('GET', `/workflows/${id}/publication-status`);
			// Releases that know no such status have done it by now.
			if (status === 404) return;
			const publication = (JSON.parse(text) as { data: { status: string } }).data;
			if (publication.status === 'published') return;
			// It is `not_published`, too, where it is asked while n8n is about to finish.
			if (publication.status === 'failed' || publication.status === 'partial')
				throw new Error(`n8n could not activate the workflow: ${text}`);
			await new Promise((resolve) => setTimeout(resolve, INTERVAL));
		}
	}
}
