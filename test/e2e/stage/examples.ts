import { readyExample as readyFor } from '../../../dev/editor/exampleWorkflows';
import type { WorkflowFile } from '../../../dev/editor/restInterface';
import { stage } from './stage';

/** A file of `examples/`, ready to run. */
export const readyExample = (fileName: string): WorkflowFile =>
	readyFor(fileName, stage.service, stage.credential);
