import type { IDataObject } from 'n8n-workflow';
import type { Language, PageTexts } from './translations';

/** One of the buttons that answer a question: what the page's form sends for it, and its output. */
export interface AnswerButton {
	value: string;
	label: string;
	/** Whether it stands out: of two, the first. */
	isMain: boolean;
	output: IDataObject;
}

export type AnswerForm = { type: 'buttons'; buttons: AnswerButton[] } | { type: 'freeText' };

/** What is asked, and everything else that the page shows, in plain text. */
export interface Question {
	text: string;
	form: AnswerForm;
	/** Who asks; empty if the page does not say. */
	businessName: string;
	texts: PageTexts;
	language: Language;
}
