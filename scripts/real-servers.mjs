/** `npm run real-servers`: the shop against servers of Debian's packages; exits with 1 when something is not right. */
import { spawnSync } from "node:child_process";
import { ensureBuilt, ensureInstalled, PreparationFailed, pinnedNode } from "./prepare.mjs";

try {
  process.chdir(new URL("..", import.meta.url).pathname);
  ensureInstalled();
  ensureBuilt();
  const args = ["bench/real-servers/run.ts", ...process.argv.slice(2)];
  const done = spawnSync(pinnedNode(), args, { stdio: "inherit" });
  process.exitCode = done.status ?? 1;
} catch (error) {
  if (!(error instanceof PreparationFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
