import { createRequire } from 'node:module';

import { build } from './build.mjs';
import { installWhatIsMissing } from './install.mjs';

installWhatIsMissing();
console.log('Building the package…');
build();

// In this process, so that Ctrl-C and the exit code are the demo's own.
const { register } = await import('tsx/cjs/api');
register();
createRequire(import.meta.url)('../demo/main.ts');
