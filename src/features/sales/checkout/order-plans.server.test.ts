import type { Pool } from "pg";
import { expect, test, vi } from "vitest";
import { addProduct, placed, requestFor } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";

const bench = checkoutSuite();

async function statementsOfOrder(): Promise<Map<string, string>> {
  const product = await addProduct(bench.db, { stock: { M: 5 } });
  // The pool's own `query` shadows the prototype's (query-patience.server.ts).
  const { $client } = bench.db as typeof bench.db & { $client: Pool };
  const sent = vi.spyOn($client, "query");
  await placed(bench, requestFor(product));
  const queries = sent.mock.calls.map(([query]) => query as unknown);
  sent.mockRestore();
  return new Map(
    queries
      .filter((query) => typeof query === "object" && query !== null && "name" in query)
      .map((query) => query as { name: string; text: string })
      .map(({ name, text }) => [name, text]),
  );
}

test("the statements of an order, planned on a small database, use an index on every table that grows", async () => {
  const statements = await statementsOfOrder();
  for (const name of ["write_orders", "open_test_sessions", "note_sessions"]) {
    const text = statements.get(name);
    expect(text, `${name} was sent`).toBeDefined();
    const { rows } = await bench.db.execute<{ "QUERY PLAN": string }>(
      `explain (generic_plan) ${text}`,
    );
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan, name).not.toMatch(/Seq Scan on (orders|product_variants|stock_|test_payment)/);
  }
});
