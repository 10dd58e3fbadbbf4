import type { PreparedRun } from "../shop/prepared-run.ts";
import { startPreparedRun } from "../shop/prepared-run.ts";

/** Workers inherit it from the process that Playwright's configuration runs in. */
const VARIABLE = "ATELIER_PREPARED_RUN";

/** Playwright's global setup: one Postgres server with the prepared shop, for all workers. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { close, ...run } = await startPreparedRun();
  process.env[VARIABLE] = JSON.stringify(run);
  return close;
}

export function preparedRun(): PreparedRun {
  const stored = process.env[VARIABLE];
  if (!stored) throw new Error("The run has not prepared a shop");
  return JSON.parse(stored);
}
