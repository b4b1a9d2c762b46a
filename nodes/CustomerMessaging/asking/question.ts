/** How the customer answers: with one or two buttons, or in words. */
export type AnswerForm =
	| { type: 'approval'; approveLabel: string; disapproveLabel?: string }
	| { type: 'freeText'; submitLabel: string };

/** What the customer is asked, and everything else that the page shows, in plain text. */
export interface Question {
	text: string;
	form: AnswerForm;
	title: string;
	/** What the page says after the answer. */
	thankYouText: string;
	/** The language of all these texts, as a tag such as `en` or `pt-BR`. */
	language: string;
}
