/** `npm run unit|integration|http|durability [-- FILE …]`: one kind of tests, also on a fresh clone. Arguments go to Vitest. */
import { spawnSync } from "node:child_process";
import { chooseOrderSeed, vitestOrder } from "./order-seed.mjs";
import { ensureBuilt, ensureInstalled, pinnedNode } from "./prepare.mjs";

/** The kinds of tests that start the built shop. */
const NEED_BUILD = ["integration", "http", "durability"];

process.chdir(new URL("..", import.meta.url).pathname);
const [project, ...args] = process.argv.slice(2);
ensureInstalled();
if (NEED_BUILD.includes(project)) ensureBuilt();
const program = ["node_modules/vitest/vitest.mjs", "run", `--project=${project}`];
const done = spawnSync(pinnedNode(), program.concat(vitestOrder(chooseOrderSeed()), args), {
  stdio: "inherit",
});
process.exitCode = done.status ?? 1;
