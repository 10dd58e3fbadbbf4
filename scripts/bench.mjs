/** `npm run bench [-- name …]` compares with bench/budgets.json; exits with 1 above a budget. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { ensureBuilt, ensureInstalled, PreparationFailed, pinnedNode } from "./prepare.mjs";

function installOwnPackages(names) {
  for (const name of readdirSync("bench")) {
    const isMeasured = names.length === 0 || names.includes(name);
    if (isMeasured && existsSync(`bench/${name}/package.json`)) ensureInstalled(`bench/${name}`);
  }
}

try {
  process.chdir(new URL("..", import.meta.url).pathname);
  ensureInstalled();
  ensureBuilt();
  const names = process.argv.slice(2);
  installOwnPackages(names);
  const done = spawnSync(pinnedNode(), ["bench/support/run.ts", ...names], { stdio: "inherit" });
  process.exitCode = done.status ?? 1;
} catch (error) {
  if (!(error instanceof PreparationFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
