import type { TestProject } from "vitest/node";
import { startPreparedRun } from "../shop/prepared-run.ts";

/** Vitest's global setup of the project `http`: one Postgres server with the prepared shop, for all files. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { close, ...run } = await startPreparedRun();
  project.provide("preparedRun", run);
  return close;
}
