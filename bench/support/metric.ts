/** One measured number; its subject is the key of its budget in budgets.json. */
export type Metric = { subject: string; value: number };

/** What a figure may be. */
export type Budget = { atLeast?: number; atMost?: number };

/** Whether a figure keeps its budget; a figure without one fails, so that no measurement goes unjudged. */
export function keepsBudget(metric: Metric, budget: Budget | undefined): boolean {
  if (!budget) return false;
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = budget;
  return metric.value >= atLeast && metric.value <= atMost;
}

/** The middle one of an odd number of measurements: a neighbour's burst of work moves it least. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("Nothing was measured");
  return middle;
}
