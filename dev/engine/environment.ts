/**
 * Sets the environment of a default n8n installation that keeps everything in one folder.
 *
 * n8n reads its settings when a service is first asked for, so this has to run before that.
 *
 * @param logLevel how much n8n logs; by default everything, so that a search for a secret sees it all
 * @returns a function that puts the environment back
 */
export function useDefaultEnvironment(userFolder: string, logLevel = 'debug'): () => void {
	const before = { ...process.env };

	// A developer's own n8n settings must not change what a test sees.
	for (const name of Object.keys(process.env)) {
		if (/^(N8N|EXECUTIONS|GENERIC|OFFLOAD)_/.test(name)) delete process.env[name];
	}

	process.env.N8N_USER_FOLDER = userFolder;
	process.env.N8N_DIAGNOSTICS_ENABLED = 'false';
	process.env.N8N_LOG_LEVEL = logLevel;

	// A proxy of the machine must not see requests that never leave it.
	for (const name of ['NO_PROXY', 'no_proxy']) {
		process.env[name] = [before[name], 'localhost,127.0.0.1,::1'].filter(Boolean).join();
	}

	return () => {
		for (const name of Object.keys(process.env)) {
			if (!(name in before)) delete process.env[name];
		}
		Object.assign(process.env, before);
	};
}
