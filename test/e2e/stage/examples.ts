import { readExampleForSandbox } from '../../../dev/demo/example';
import { withCredential } from '../../../dev/editor/exampleWorkflows';
import type { WorkflowFile } from '../../../dev/editor/restInterface';
import { stage } from './stage';

/** A file of `examples/`, ready to run: filled in for the sandbox, with the stage's credential chosen. */
export function readyExample(fileName: string): WorkflowFile {
	return withCredential(
		readExampleForSandbox(fileName, stage.service) as WorkflowFile,
		stage.credential,
	);
}
