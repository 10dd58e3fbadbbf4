/** `npm run seeded-faults [-- NAME …]`: plants faults in a copy of the project and reports which ones the tests notice. */
import { spawnSync } from "node:child_process";
import { findBrowser } from "./find-browser.mjs";
import { ensureInstalled, pinnedNode } from "./prepare.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
ensureInstalled();
const done = spawnSync(pinnedNode(), ["tests/seeded-faults/run.ts", ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM_PATH: findBrowser() },
});
process.exitCode = done.status ?? 1;
