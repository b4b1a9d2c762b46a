export type { AnswerButton, AnswerForm, Question } from './question';
export { type Language, type PageTexts, TRANSLATIONS } from './translations';
export { keepQuestion, linkOf, putToWait } from './waiting';
export { answerWebhooks, serveAnswerPage } from './webhook';
