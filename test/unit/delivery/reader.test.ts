import type { Answer } from '../../../nodes/CustomerMessaging/delivery/answerPolicy';
import { createReader } from '../../../nodes/CustomerMessaging/delivery/reader';
import { DEFAULT_OPTIONS } from '../../../nodes/CustomerMessaging/operations/fields/sendOptions';
import type { ServiceAnswer } from '../../../nodes/CustomerMessaging/transport/answer';
import type { FailureKind } from '../../../nodes/CustomerMessaging/transport/failure';
import type { ServiceRequest } from '../../../nodes/CustomerMessaging/transport/service';

const OK: ServiceAnswer = { ok: true, httpCode: '200', json: { id: 1 } };

/** What a success comes to, once it is judged. */
const READ: Answer = { ok: true, objects: [{ id: 1 }] };

function failed(kind: FailureKind) {
	return { ok: false as const, failure: { kind, message: kind, advice: '' } };
}

const template = (id: string): ServiceRequest => ({
	method: 'GET',
	path: '/template',
	answer: 'object',
	query: { id },
});

/** A reader of a service that gives these answers one after the other, the last one for ever, and what it was asked. */
function readerOf(
	answers: ServiceAnswer[],
	stop = new AbortController().signal,
): { read: ReturnType<typeof createReader>; asked: ServiceRequest[] } {
	const asked: ServiceRequest[] = [];
	const request = async (one: ServiceRequest): Promise<ServiceAnswer> => {
		asked.push(one);
		return await Promise.resolve(answers[Math.min(asked.length, answers.length) - 1]!);
	};
	const known = { answers: new Map(), hasAnswered: false };
	return { read: createReader({ request }, DEFAULT_OPTIONS, known, stop), asked };
}

test('asks the same question once, however many need the answer and whenever', async () => {
	const { read, asked } = readerOf([OK, failed('refused')]);
	const together = await Promise.all([1, 2, 3].map(async () => await read(template('1'))));
	expect([...together, await read(template('1'))]).toEqual([READ, READ, READ, READ]);
	expect(asked).toEqual([template('1')]);
});

test('asks another question', async () => {
	const { read, asked } = readerOf([OK]);
	const questions = [template('1'), template('2'), { ...template('1'), path: '/channels' }];
	await Promise.all(questions.map(read));
	expect(asked).toEqual(questions);
});

test('keeps an answer that went wrong: the next item would get the same', async () => {
	const { read, asked } = readerOf([failed('refused'), OK]);
	expect([await read(template('1')), await read(template('1'))]).toEqual([
		failed('refused'),
		failed('refused'),
	]);
	expect(asked).toHaveLength(1);
	expect(await read(template('2'))).toEqual(READ);
});

test('asks nothing more once the key was rejected, not even another question', async () => {
	const { read, asked } = readerOf([OK, failed('unauthorized'), OK]);
	expect(await read(template('1'))).toEqual(READ);
	for (const id of ['2', '3', '1'])
		expect(await read(template(id))).toEqual(failed('unauthorized'));
	expect(asked).toEqual([template('1'), template('2')]);
});

test('asks nothing once the execution is cancelled', async () => {
	const { read, asked } = readerOf([OK], AbortSignal.abort());
	expect(await read(template('1'))).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
	expect(asked).toEqual([]);
});
