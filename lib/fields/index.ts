export { refuseValuesOfAnotherCall } from './agentValues';
export type { Piece } from './evaluatedCode';
export {
	type Check,
	checkChoice,
	checkNumber,
	checkSwitch,
	type ChoiceField,
	readChoice,
	readOption,
} from './fieldChecks';
export { identifierCheck } from './identifier';
export { missingValueOption } from './missingValue';
export { type ItemParameters, NodeParameters } from './nodeParameters';
export {
	dateText,
	filledLine,
	filledText,
	type Flaw,
	type NamedValue,
	plainText,
	refuseRepeated,
	textsByName,
} from './plainText';
export { ownTexts } from './typed';
