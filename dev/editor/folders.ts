import { join, resolve } from 'node:path';

/** The repository. */
export const repository = resolve(__dirname, '../..');

/** What is downloaded and made while running; git ignores it, and nothing is written outside it. */
export const cache = join(repository, '.cache');
