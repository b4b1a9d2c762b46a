export { FAILURE_POLICY } from './failurePolicy';
export { createPace } from './pace';
export { createRequestWithRetries } from './requestWithRetries';
export { runSchedule } from './schedule';
