import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { cache, repository } from '../../../dev/editor/folders';

/** Whether the pictures of the README are taken (dev/editor/README.md). */
const isForDocs = process.env.E2E_PICTURES === 'docs';

/** Those that `docs/images` has may be taken anew; the others are for a look only. */
async function placeOf(file: string): Promise<string> {
	const shown = join(repository, 'docs', 'images', file);
	if (isForDocs && existsSync(shown)) return shown;
	const folder = join(cache, 'e2e', 'pictures');
	await mkdir(folder, { recursive: true });
	return join(folder, file);
}

const STILL = {
	animations: 'disabled',
	caret: 'hide',
	// Messages about what was just done, and the map after a move, hide a corner; closing a message would close an open list, too.
	style: '.el-notification, .vue-flow__minimap { display: none !important; }',
} as const;

/** Saves a picture of the editor as it is now, or of a part of it, in pixels. */
export async function takePicture(
	page: Page,
	name: string,
	clip?: { x: number; y: number; width: number; height: number },
): Promise<void> {
	await page.screenshot({ path: await placeOf(`${name}.png`), ...STILL, clip });
}
