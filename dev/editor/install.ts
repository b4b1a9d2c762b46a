import { installN8n } from './n8nInstallation';
import { progressOn } from './progress';
import { currentRelease } from './releases';

// Fetches n8n for whoever needs it in a while.
void installN8n(currentRelease, progressOn(process.stdout));
