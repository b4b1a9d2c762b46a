/** Jest loads set-up and tear-down apart; this is what they share. */
const shared = globalThis as typeof globalThis & { endingsOfTheStage?: Array<() => Promise<void>> };

/** Has something ended when all tests are over; the last that began ends first. */
export function atTheEnd(ending: () => Promise<void>): void {
	(shared.endingsOfTheStage ??= []).unshift(ending);
}

/** Strikes the stage. */
export default async function strike(): Promise<void> {
	for (const ending of shared.endingsOfTheStage ?? []) await ending();
}
