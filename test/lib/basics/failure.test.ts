import { failureOf } from '../../../lib/basics/failure';

test.each([
	[new TypeError('x is undefined'), 'defect'],
	[new RangeError('Invalid array length'), 'defect'],
	[new ReferenceError('x is not defined'), 'defect'],
	[new Error('n8n has no such file'), 'invalid'],
])('%s is %s', (error, kind) => {
	expect(failureOf(error).kind).toBe(kind);
});
