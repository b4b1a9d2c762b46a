export { refuseValuesOfAnotherCall } from './agentValues';
export type { Piece } from './evaluatedCode';
export * from './fieldChecks';
export { identifierCheck } from './identifier';
export { missingValueOption } from './missingValue';
export { type ItemParameters, NodeParameters } from './nodeParameters';
export * from './plainText';
export { ownTexts } from './typed';
