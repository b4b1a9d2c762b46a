import {
	type Login,
	RestInterface,
	type SavedCredential,
	type Session,
} from '../../../dev/editor/restInterface';

/** A service to send to, and n8n's credential for it. */
export interface Account {
	service: { service: 'other'; baseUrl: string; apiKey: string };
	credential: SavedCredential;
}

/** What is raised once: a real n8n with the packed package. */
export interface Stage {
	/** n8n's release, e.g. `2.41` */
	line: string;
	address: string;
	login: Login;
	/** the login as it was made */
	session: Session;
	/** everything n8n has written */
	logFile: string;
	/** everything n8n keeps */
	userFolder: string;
	/** one for each worker, so that no test sees what another one sends */
	accounts: Account[];
}

const { accounts, ...shared } = JSON.parse(process.env.E2E_STAGE!) as Stage;

/** What a test finds. Playwright also loads the tests outside its workers, for their names. */
export const stage = { ...shared, ...accounts[Number(process.env.TEST_PARALLEL_INDEX ?? 0)]! };

/** n8n as its owner uses it. */
export const rest = new RestInterface(stage.address, stage.session);
