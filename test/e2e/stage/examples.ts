import { readExampleForSandbox } from '../../../demo/example';
import { withCredential } from '../../../editor/example-workflows';
import type { WorkflowFile } from '../../../editor/rest-interface';
import { stage } from './stage';

/** A file of `examples/`, ready to run: filled in for the sandbox, with the stage's credential chosen. */
export function readyExample(fileName: string): WorkflowFile {
	return withCredential(readExampleForSandbox(fileName, stage.service) as WorkflowFile, stage.credential);
}
