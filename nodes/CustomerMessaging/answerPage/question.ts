import type { IDataObject } from 'n8n-workflow';

import type { PageTexts } from './translations';

/** One of the buttons that answer a question: what the page's form sends for it, and what comes out. */
export interface AnswerButton {
	value: string;
	label: string;
	/** Whether it stands out: of two, the first. */
	isMain: boolean;
	output: IDataObject;
}

export type FieldType =
	'checkbox' | 'date' | 'dropdown' | 'email' | 'number' | 'radio' | 'text' | 'textarea';

/** A field of the page, whose value comes out under its label. */
export interface FormField {
	label: string;
	type: FieldType;
	placeholder: string;
	/** What a dropdown, radio buttons or checkboxes offer. */
	options: string[];
	isRequired: boolean;
}

/** How the customer answers: with a button, in their own words, or by filling in fields. */
export type AnswerForm =
	| { type: 'buttons'; buttons: AnswerButton[] }
	| { type: 'freeText' }
	| { type: 'customForm'; fields: FormField[] };

/** What the customer is asked, and everything else that the page shows, in plain text. */
export interface Question {
	text: string;
	form: AnswerForm;
	/** Who asks; empty if the page does not say. */
	businessName: string;
	texts: PageTexts;
	/** The language of all these texts, as a code such as `en` or `pt-BR`. */
	language: string;
}
