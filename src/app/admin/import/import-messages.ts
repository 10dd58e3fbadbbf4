import type { ImportView } from "#features/product-import/import-queries.server.ts";

/** A number as people write it. */
export const counted = (count: number): string => count.toLocaleString("en-US");

/** "1 product", "20 products". */
export const productCountLabel = (count: number): string =>
  count === 1 ? "1 product" : `${counted(count)} products`;

/** What the check came to, in one sentence. */
export function checkSummary({ rowCount, total }: Pick<ImportView, "rowCount" | "total">): string {
  const rows = rowCount === 1 ? "1 row" : `${counted(rowCount)} rows`;
  return `${productCountLabel(total)} in ${rows}. Nothing has been changed yet.`;
}

/** What an import did, in one sentence. */
export function outcomeSummary({ outcomes, verdicts }: Pick<ImportView, "outcomes" | "verdicts">) {
  const parts = [
    `${counted(outcomes.created)} created`,
    `${counted(outcomes.changed)} changed`,
    `${counted(verdicts.unchanged)} unchanged`,
    `${counted(outcomes.refused)} refused`,
  ];
  if (outcomes.waiting > 0) parts.push(`${counted(outcomes.waiting)} not imported`);
  return `${parts.join(", ")}.`;
}
