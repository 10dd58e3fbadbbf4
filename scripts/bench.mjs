/** `npm run bench [-- name …]`: measures and judges by bench/budgets.json; ends with 1 when a budget is not kept. */
import { spawnSync } from "node:child_process";
import { ensureBuilt, ensureInstalled, PreparationFailed, pinnedNode } from "./prepare.mjs";

try {
  process.chdir(new URL("..", import.meta.url).pathname);
  ensureInstalled();
  ensureBuilt();
  const names = process.argv.slice(2);
  const done = spawnSync(pinnedNode(), ["bench/support/run.ts", ...names], { stdio: "inherit" });
  process.exitCode = done.status ?? 1;
} catch (error) {
  if (!(error instanceof PreparationFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
