/** The middle value; the mean of the two middle ones where there is none. Throws without values. */
export function median(values: number[]): number {
	if (values.length === 0) throw new Error('There is no median of nothing.');
	const sorted = [...values].sort((one, other) => one - other);
	const middle = Math.floor(sorted.length / 2);
	return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/**
 * How many times as large one series is as another: the median of the rounds' own ratios, so that
 * a machine that is busier in one round than in the next does not shift it.
 */
export function ratio(series: number[], other: number[]): number {
	return median(series.map((value, round) => value / other[round]!));
}
