import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from 'playwright-core';

import { cache, repository } from '../../../dev/editor/folders';

/** `npm run test:e2e -- --pictures` puts them where the README shows them. */
const folder =
	process.env.E2E_PICTURES === undefined
		? join(cache, 'e2e', 'pictures')
		: join(repository, process.env.E2E_PICTURES);

/** Takes a picture of the editor as it is now, or of a part of it, in pixels. */
export async function takePicture(
	page: Page,
	name: string,
	clip?: { x: number; y: number; width: number; height: number },
): Promise<void> {
	await mkdir(folder, { recursive: true });
	await page.screenshot({
		path: join(folder, `${name}.png`),
		animations: 'disabled',
		caret: 'hide',
		// Messages about what was just done hide a corner; closing them would close an open list, too.
		style: '.el-notification { display: none !important; }',
		clip,
	});
}
