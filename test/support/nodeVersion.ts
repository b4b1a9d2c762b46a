import { version } from '../../nodes/CustomerMessaging/resources';

// By this import jest finds the tests that run the node when a file of it has changed.
type Node = import('../../nodes/CustomerMessaging/CustomerMessaging.node').CustomerMessaging;

/** The version that a new node has, and so the one that is tested. */
export const NODE_VERSION = Math.max(...version) satisfies Node['description']['version'];
