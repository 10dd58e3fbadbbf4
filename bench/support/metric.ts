/** `subject` is the key of its budget in budgets.json. */
export type Metric = { subject: string; value: number };

export type Budget = { atLeast?: number; atMost?: number };

/** A result without a budget fails. */
export function keepsBudget(metric: Metric, budget: Budget | undefined): boolean {
  if (!budget) return false;
  const { atLeast = Number.NEGATIVE_INFINITY, atMost = Number.POSITIVE_INFINITY } = budget;
  return metric.value >= atLeast && metric.value <= atMost;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new Error("Nothing was measured");
  return middle;
}
