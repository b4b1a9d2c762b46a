import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

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

/** The milliseconds for which a frame of a moving picture is shown. */
const SHOWN = 1_200;

/** A moving picture of the editor, one frame for each step that a person takes; for the README alone. */
export class MovingPicture {
	private readonly frames: Buffer[] = [];

	/** Adds a frame with a pointer on what a person would click, and clicks it. */
	async click(target: Locator): Promise<void> {
		await target.waitFor();
		await this.take(target.page(), target);
		await target.click();
	}

	async take(page: Page, pointedAt?: Locator): Promise<void> {
		if (!isForDocs) return;
		const box = await pointedAt?.boundingBox();
		const style = STILL.style + (box ? pointer(box) : '');
		this.frames.push(await page.screenshot({ ...STILL, style }));
	}

	/** The last frame is shown for longer. */
	async save(name: string): Promise<void> {
		if (this.frames.length === 0) return;
		const delay = this.frames.map((_, index) =>
			index === this.frames.length - 1 ? 3 * SHOWN : SHOWN,
		);
		await sharp(this.frames, { join: { animated: true } })
			.gif({ delay, dither: 0, effort: 10 })
			.toFile(await placeOf(`${name}.gif`));
	}
}

/** Draws a pointer onto a screenshot; what is wide has its text on the left. */
function pointer({ x, y, width, height }: { x: number; y: number; width: number; height: number }) {
	return `body::after {
		content: ''; position: fixed; z-index: 100000;
		left: ${x + Math.min(width / 2, 60) - 14}px; top: ${y + height / 2 - 14}px; width: 28px; height: 28px;
		border-radius: 50%; background: rgb(67 56 202 / 45%); border: 2px solid rgb(67 56 202);
	}`;
}
