/** `npm run e2e [-- FILE …]`: browser tests, also on a fresh clone. Arguments go to Playwright. */
import { spawnSync } from "node:child_process";
import { findBrowser } from "./find-browser.mjs";
import { chooseOrderSeed, playwrightOrder } from "./order-seed.mjs";
import { ensureBuilt, ensureInstalled, pinnedNode } from "./prepare.mjs";

process.chdir(new URL("..", import.meta.url).pathname);
const args = process.argv.slice(2);
ensureInstalled();
const browser = findBrowser();
ensureBuilt();
const isOneFile = args.filter((arg) => arg.includes(".spec.ts")).length === 1;
const order = playwrightOrder(chooseOrderSeed(), isOneFile);
const program = ["node_modules/@playwright/test/cli.js", "test"];
const done = spawnSync(pinnedNode(), program.concat(args, order), {
  stdio: "inherit",
  env: { ...process.env, CHROMIUM_PATH: browser },
});
process.exitCode = done.status ?? 1;
