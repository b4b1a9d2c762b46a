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
export { isObject, listIn, objectIn, parsedJson, textIn } from './json';
export {
	hasWordForNothing,
	holdsNothing,
	isWordForNothing,
	showsNothing,
	withoutWordsForNothing,
} from './nothing';
export { originalExecutionOf } from './originalExecution';
export { inOneText, inSentence, sentences } from './sentences';
export { canRetry, isCalledByAgent, readsOwnItems, sharedByTries, showsDescription } from './tool';
export { asSeen, excerpt, inWords, trimmed } from './visibleText';
