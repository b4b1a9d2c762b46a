export { type Known, mayBeSent } from './status';
export { type Message, type OwnRecord, repeatsIn, SentLog } from './log';
export { Memory } from './memory';
