import { installN8n } from './n8nInstallation';
import { release } from './release';

// Fetches n8n ahead of time.
void installN8n(release);
