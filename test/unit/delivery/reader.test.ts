import { DEFAULT_DELIVERY, type Read } from '../../../nodes/CustomerMessaging/delivery/job';
import { createReader } from '../../../nodes/CustomerMessaging/delivery/reader';
import type { Answer } from '../../../nodes/CustomerMessaging/transport/answer';
import type { FailureKind } from '../../../nodes/CustomerMessaging/transport/failure';
import type { ServiceRequest } from '../../../nodes/CustomerMessaging/transport/service';
import { VirtualClock } from '../doubles/virtualClock';

const mockTime = { clock: new VirtualClock() };

jest.mock('../../../nodes/CustomerMessaging/delivery/clock', () => ({
	SYSTEM_CLOCK: {
		now: () => mockTime.clock.now(),
		random: () => mockTime.clock.random(),
		wait: async (milliseconds: number, signal: AbortSignal) => await mockTime.clock.wait(milliseconds, signal),
	},
}));

beforeEach(() => {
	mockTime.clock = new VirtualClock();
});

const OK: Answer = { ok: true, body: { id: 1 } };

function failed(kind: FailureKind): Answer {
	return { ok: false, failure: { kind, message: kind, advice: '' } };
}

const template = (id: string): ServiceRequest => ({ method: 'GET', path: '/template', answer: 'object', query: { id } });

/** A reader of a service that gives these answers, the last one for ever, and what it was asked. */
function readerOf(answers: Answer[], cancelSignal?: AbortSignal): { read: Read; asked: ServiceRequest[] } {
	const asked: ServiceRequest[] = [];
	const request = async (one: ServiceRequest): Promise<Answer> => {
		asked.push(one);
		const answer = answers[Math.min(asked.length, answers.length) - 1]!;
		await mockTime.clock.wait(10);
		return answer;
	};
	return { read: createReader({ request }, DEFAULT_DELIVERY, cancelSignal), asked };
}

test('asks the same question once, however many need the answer and whenever', async () => {
	const { read, asked } = readerOf([OK]);
	const together = await mockTime.clock.run(Promise.all([1, 2, 3].map(async () => await read(template('1')))));
	const later = await mockTime.clock.run(read(template('1')));
	expect([...together, later]).toEqual([OK, OK, OK, OK]);
	expect(asked).toHaveLength(1);
});

test('asks another question', async () => {
	const { read, asked } = readerOf([OK]);
	await mockTime.clock.run(Promise.all([read(template('1')), read(template('2')), read({ ...template('1'), path: '/channels' })]));
	expect(asked).toHaveLength(3);
});

test('asks again a few times where nothing is known, and gives the answer to all', async () => {
	const { read, asked } = readerOf([failed('noAnswer'), failed('serverError'), OK]);
	expect(await mockTime.clock.run(Promise.all([read(template('1')), read(template('1'))]))).toEqual([OK, OK]);
	expect(asked).toHaveLength(3);
});

test('keeps an answer that went wrong: the next item would wait as long for the same', async () => {
	const { read, asked } = readerOf([failed('refused'), OK]);
	expect(await mockTime.clock.run(read(template('1')))).toEqual(failed('refused'));
	expect(await mockTime.clock.run(read(template('1')))).toEqual(failed('refused'));
	expect(asked).toHaveLength(1);
});

test('two readers share nothing', async () => {
	const [one, other] = [readerOf([OK]), readerOf([failed('refused')])];
	expect(await mockTime.clock.run(one.read(template('1')))).toEqual(OK);
	expect(await mockTime.clock.run(other.read(template('1')))).toEqual(failed('refused'));
});

test('asks nothing once the execution is cancelled', async () => {
	const { read, asked } = readerOf([OK], AbortSignal.abort());
	const answer = await mockTime.clock.run(read(template('1')));
	expect(answer).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
	expect(asked).toEqual([]);
});
