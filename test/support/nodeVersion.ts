import { version } from '../../nodes/CustomerMessaging/resources';

/** The version that a new node has, and so the one that is tested. */
export const NODE_VERSION = Math.max(...version);
