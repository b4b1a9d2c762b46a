/** How the customer answers: with one button or two, or in words. */
export type AnswerForm =
	| { type: 'approval'; approveLabel: string; disapproveLabel?: string }
	| { type: 'freeText'; submitLabel: string };

/** What the customer is asked, and all else that the page shows, in plain text. */
export interface Question {
	text: string;
	form: AnswerForm;
	/** The page's title. */
	title: string;
	/** What the page says once the answer has come. */
	thankYouText: string;
	/** The language that all of it is in, as a tag such as `en` or `pt-BR`. */
	language: string;
}
