/**
 * `npm run steadiness`: runs every browser spec file alone, again and again, and writes docs/steadiness.md.
 * MINUTES=50 ends it after that time, at the end of a file; the next run goes on with the files that are left.
 * Names of files after it leave the others out.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { ensureBuilt, ensureInstalled, pinnedNode } from "./prepare.mjs";

const TABLE = "docs/steadiness.md";
const SPECS = "tests/e2e";

/** Runs of a file in an order of its own each time. */
const RANDOM_ORDERS = 5;

/** Runs of each test that was unsteady once. */
const REPETITIONS = 20;

/** On the tests that were unsteady once. */
const ONCE_UNSTEADY = "@once-unsteady";

const HEADING = `# Steadiness of the browser tests

\`npm run steadiness\` fills this table and goes on where it ended: each file alone, with a shop of its own, ${RANDOM_ORDERS} times in a
random order of its tests, once with scripts that arrive late (\`E2E_SLOW=1\`), and its tests with the tag ${ONCE_UNSTEADY} ${REPETITIONS} times more.
A failure stands here with its seed until its cause is found; then the row is taken out and the file runs again. Seconds are of one run.

| file | random orders | late scripts | repetitions | seconds | commit |
|---|---|---|---|---|---|
`;

const commit = () =>
  spawnSync("git", ["rev-parse", "--short=8", "HEAD"], { encoding: "utf8" }).stdout.trim();

function storedRows() {
  if (!existsSync(TABLE)) return new Map();
  const lines = readFileSync(TABLE, "utf8").split("\n");
  const rows = lines.filter((line) => /^\| [a-z-]+\.spec\.ts /.test(line));
  return new Map(rows.map((row) => [row.split(" ")[1], row]));
}

function storeRows(rows) {
  const sorted = [...rows.values()].toSorted();
  writeFileSync(TABLE, `${HEADING}${sorted.join("\n")}\n`);
}

/** Runs a file alone. Null after a success, else the seed of the order that failed. */
function seedOfFailure(file, environment, args = []) {
  const done = spawnSync(pinnedNode(), ["scripts/e2e.mjs", file, ...args], {
    encoding: "utf8",
    env: { ...process.env, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.status === 0) return null;
  console.log(done.stdout, done.stderr);
  return /Order of tests: seed (\d+)/.exec(done.stdout)?.[1] ?? "0";
}

function runInRandomOrders(file) {
  for (let run = 1; run <= RANDOM_ORDERS; run += 1) {
    const seed = seedOfFailure(file, { TEST_SEED: "random" });
    if (seed !== null) return `**run ${run} failed**, seed ${seed}`;
  }
  return `${RANDOM_ORDERS} of ${RANDOM_ORDERS}`;
}

function runWithLateScripts(file) {
  return seedOfFailure(file, { E2E_SLOW: "1" }) === null ? "passed" : "**failed**";
}

function repeat(file) {
  if (!readFileSync(`${SPECS}/${file}`, "utf8").includes(ONCE_UNSTEADY)) return "";
  const args = ["--grep", ONCE_UNSTEADY, `--repeat-each=${REPETITIONS}`];
  const isSteady = seedOfFailure(file, {}, args) === null;
  return isSteady ? `${REPETITIONS} of ${REPETITIONS}` : "**failed**";
}

function rowOf(file) {
  const startedMs = Date.now();
  const orders = runInRandomOrders(file);
  const seconds = Math.round((Date.now() - startedMs) / 1000 / RANDOM_ORDERS);
  const cells = [file, orders, runWithLateScripts(file), repeat(file), seconds, commit()];
  return `| ${cells.join(" | ")} |`;
}

process.chdir(new URL("..", import.meta.url).pathname);
ensureInstalled();
ensureBuilt();
const endMs = Date.now() + Number(process.env.MINUTES ?? Number.POSITIVE_INFINITY) * 60_000;
const files = readdirSync(SPECS).filter((name) => name.endsWith(".spec.ts"));
const requested = process.argv.slice(2);
const isRequested = (file) => requested.length === 0 || requested.includes(file);
const rows = storedRows();
for (const file of rows.keys()) if (!files.includes(file)) rows.delete(file);
for (const file of files) {
  if (rows.has(file) || !isRequested(file) || Date.now() >= endMs) continue;
  const row = rowOf(file);
  console.log(row);
  rows.set(file, row);
  storeRows(rows);
}
const left = files.filter((file) => !rows.has(file));
const failed = [...rows.values()].filter((row) => row.includes("**"));
console.log(`${rows.size} files ran, ${failed.length} failed, ${left.length} are left`);
process.exitCode = failed.length === 0 ? 0 : 1;
