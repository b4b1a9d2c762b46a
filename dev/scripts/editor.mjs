import { createRequire } from 'node:module';

import { installWhatIsMissing } from './install.mjs';

installWhatIsMissing();

// In this very process, so that Ctrl-C reaches whoever has to clean up.
const { register } = await import('tsx/cjs/api');
register();
createRequire(import.meta.url)('../editor/main.ts');
