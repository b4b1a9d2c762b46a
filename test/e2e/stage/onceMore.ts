// n8n's editor redraws itself now and then, and what was open is closed. What fails twice has failed; the first error is shown, too.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
