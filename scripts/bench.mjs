/** `npm run bench [-- name …]`: measures and judges by bench/budgets.json; ends with 1 when a budget is not kept. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { ensureBuilt, ensureInstalled, PreparationFailed, pinnedNode } from "./prepare.mjs";

/** Packages that one benchmark alone needs stand in a folder of its name: nobody who does not measure with them installs them. */
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
