import type { Pool } from "pg";
import { vi } from "vitest";

/** The SQL statements that `run` sends outside of transactions, in their order. */
export async function statementsOf(
  pool: Pool,
  run: () => Promise<unknown>,
): Promise<readonly string[]> {
  const sent = vi.spyOn(pool, "query");
  try {
    await run();
    return sent.mock.calls.map(([query]) => {
      const statement: unknown = query;
      return typeof statement === "string" ? statement : (statement as { text: string }).text;
    });
  } finally {
    sent.mockRestore();
  }
}
