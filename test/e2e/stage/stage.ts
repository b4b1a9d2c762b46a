import { type Login, RestInterface, type SavedCredential } from '../../../dev/editor/restInterface';

/** What the tests find raised: a real n8n with the packed package, and the service it talks to. */
export interface Stage {
	/** n8n's release, e.g. `2.41` */
	line: string;
	/** the executable of the Node that it runs on */
	node: string;
	address: string;
	login: Login;
	/** everything n8n has written */
	logFile: string;
	/** everything n8n keeps */
	userFolder: string;
	service: { baseUrl: string; apiKey: string };
	/** a credential for the service */
	credential: SavedCredential;
}

/** How the stage gets from jest's global set-up to the tests. */
export const STAGE_VARIABLE = 'E2E_STAGE';

/** The stage that is raised. */
export const stage = JSON.parse(process.env[STAGE_VARIABLE] ?? '{}') as Stage;

/** n8n as its owner uses it. */
export async function connect(): Promise<RestInterface> {
	return await RestInterface.connect(stage.address, stage.login);
}
