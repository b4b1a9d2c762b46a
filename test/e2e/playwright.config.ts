import { join } from 'node:path';

import { defineConfig } from '@playwright/test';

import { cache } from '../../dev/editor/folders';

/** Milliseconds until a wait for something on the page is given up. */
const PATIENCE = 180_000;

export default defineConfig({
	// One n8n for all workers, each of which sends to a separate service.
	globalSetup: './stage/raise.ts',
	// As many as the cores that are usual: with more, a busy machine makes every wait too long.
	workers: 2,
	timeout: 600_000,
	expect: { timeout: PATIENCE },
	reporter: 'list',
	outputDir: join(cache, 'e2e', 'failures'),
	use: {
		actionTimeout: PATIENCE,
		testIdAttribute: 'data-test-id',
		// The owner of n8n is logged in.
		storageState: join(cache, 'e2e', 'session.json'),
		// The pictures in the README have this size, too.
		viewport: { width: 1280, height: 800 },
		screenshot: 'only-on-failure',
		launchOptions: {
			// Where Debian's package `chromium` puts it; another one can be named.
			executablePath: process.env.E2E_CHROMIUM ?? '/usr/bin/chromium',
			args: ['--no-sandbox', '--disable-gpu', '--disable-quic'],
			// It keeps things in the home folder that nobody needs afterwards.
			env: { ...process.env, HOME: join(cache, 'e2e', 'browser') } as Record<string, string>,
		},
	},
});
