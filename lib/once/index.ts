export { type Known, mayBeSent } from './fate';
export { type Message, type OwnFate, repeatsIn, SentLog } from './log';
export { Memory } from './memory';
