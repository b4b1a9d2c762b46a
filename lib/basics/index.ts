export { asHtml, escaped } from './asHtml';
export { type Clock, SYSTEM_CLOCK } from './clock';
export {
	type Failure,
	FailureError,
	type FailureKind,
	failureOf,
	InputError,
	type RequestKind,
	type Words,
	wordsOfError,
} from './failure';
export { holdsNothing, isObject, listIn, objectIn, parsedJson } from './json';
export { originalExecutionOf } from './originalExecution';
export { inOneText, inSentence, sentences } from './sentences';
export { canRetry, isCalledByAgent, readsOwnItems, sharedByTries, showsDescription } from './tool';
export { asSeen, excerpt, inWords, isFilledText, showsNothing, trimmed } from './visibleText';
