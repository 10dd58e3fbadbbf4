import type { Pool } from "pg";
import { vi } from "vitest";

export type PlanNode = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: PlanNode[];
};

const flatten = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(flatten)];

/** A read's statements with Postgres's plans. */
export async function plansOf(pool: Pool, read: () => Promise<unknown>): Promise<PlanNode[][]> {
  const sent = vi.spyOn(pool, "query");
  await read();
  const statements = sent.mock.calls.map(([query, values]) => ({
    text: (query as unknown as { text: string }).text,
    values: values as unknown as unknown[],
  }));
  sent.mockRestore();
  return Promise.all(
    statements.map(async ({ text, values }) => {
      const { rows } = await pool.query(`explain (analyze, format json) ${text}`, values);
      return flatten(rows[0]["QUERY PLAN"][0].Plan);
    }),
  );
}
