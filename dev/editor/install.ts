import { installN8n } from './n8nInstallation';
import { progressOn } from './progress';
import { currentRelease } from './releases';

// Fetches n8n ahead of time.
void installN8n(currentRelease, progressOn(process.stdout));
