/** Plants one fault at a time in a copy of the project, and runs the tests that have to notice it. */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { makeRunFolder } from "../support/run-folder.ts";
import type { CatchingTest, SeededFault } from "./fault-list.ts";
import { SEEDED_FAULTS } from "./fault-list.ts";

const REPORT = "seeded-fault-report.json";
/** Vitest and the shop's templates write there; a faulty shop must not leave anything for the next run. */
const CACHES = [".cache", ".vite", ".vite-temp", ".vitest"];
/** The lines of an output that say why a run could not begin. */
const SHOWN_LINES = 15;

type Outcome = { isCaught: boolean; note: string };

/** Copies what Git tracks and what is new; the packages are shared. */
function copyProject(): string {
  const folder = makeRunFolder("atelier-faults");
  const listed = spawnSync("git", ["ls-files", "-z", "-co", "--exclude-standard"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (listed.status !== 0) throw new Error(`Git lists no files: ${listed.stderr}`);
  for (const file of listed.stdout.split("\0").filter((name) => name && existsSync(name))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(file, join(folder, file), { verbatimSymlinks: true });
  }
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync("node_modules")) {
    if (CACHES.includes(name)) continue;
    symlinkSync(join(process.cwd(), "node_modules", name), join(folder, "node_modules", name));
  }
  return folder;
}

const isBrowserTest = ({ file }: CatchingTest) => file.endsWith(".spec.ts");
const needsBuild = (test: CatchingTest) =>
  isBrowserTest(test) || test.file.startsWith("tests/http/");

const patternOf = (title: string) => title.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

type Command = { args: string[]; environment: Record<string, string> };

function browserCommand(test: CatchingTest): Command {
  return {
    args: [
      "node_modules/@playwright/test/cli.js",
      "test",
      test.file,
      `--grep=${patternOf(test.title)}`,
      "--no-deps",
      "--retries=0",
      "--workers=1",
      "--max-failures=1",
      "--reporter=json",
    ],
    environment: { PLAYWRIGHT_JSON_OUTPUT_NAME: REPORT },
  };
}

function vitestCommand(test: CatchingTest): Command {
  return {
    args: [
      "node_modules/vitest/vitest.mjs",
      "run",
      test.file,
      `--testNamePattern=${patternOf(test.title)}`,
      "--maxWorkers=1",
      "--bail=1",
      "--reporter=json",
      `--outputFile=${REPORT}`,
    ],
    environment: {},
  };
}

type Counts = { failed: number; passed: number; message: string };

/** The first message of a failed test: it shows whether the test noticed the fault or something else. */
function findMessage(value: unknown): string {
  if (typeof value !== "object" || value === null) return "";
  const { failureMessages, message, status } = value as Record<string, unknown>;
  if (Array.isArray(failureMessages) && failureMessages.length > 0) {
    return String(failureMessages[0]);
  }
  if (typeof message === "string" && status === undefined) return message;
  for (const part of Object.values(value)) {
    const found = findMessage(part);
    if (found) return found;
  }
  return "";
}

function readCounts(path: string): Counts | null {
  if (!existsSync(path)) return null;
  const { numFailedTests, numPassedTests, stats, suites, testResults } = JSON.parse(
    readFileSync(path, "utf8"),
  );
  rmSync(path);
  const text = stripVTControlCharacters(findMessage(suites ?? testResults));
  return {
    failed: stats ? stats.unexpected : numFailedTests,
    passed: stats ? stats.expected : numPassedTests,
    message: text.split("\n")[0] ?? "",
  };
}

const lastLines = (output: string) => output.trimEnd().split("\n").slice(-SHOWN_LINES).join("\n");

function runInCopy(folder: string, { args, environment }: Command) {
  const done = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, ...environment },
    maxBuffer: 256 * 1024 * 1024,
  });
  return { isOk: done.status === 0, output: `${done.stdout}\n${done.stderr}` };
}

/** A build that fails notices nothing: the compiler would have to, and the fault is not meant for it. */
function build(folder: string): string | null {
  const script = 'import("./scripts/prepare.mjs").then((prepare) => prepare.ensureBuilt())';
  const built = runInCopy(folder, {
    args: ["--input-type=module", "--eval", script],
    environment: {},
  });
  return built.isOk ? null : `it could not be built\n${lastLines(built.output)}`;
}

/** Only a failed test counts: neither a missing test nor a shop that does not start. */
async function runTest(folder: string, test: CatchingTest): Promise<Outcome> {
  const command = isBrowserTest(test) ? browserCommand(test) : vitestCommand(test);
  const { output } = runInCopy(folder, command);
  const counts = readCounts(join(folder, REPORT));
  const where = `${test.file}: ${test.title}`;
  if (!counts) return { isCaught: false, note: `no report of ${where}\n${lastLines(output)}` };
  if (counts.failed > 0) return { isCaught: true, note: `${where}\n${counts.message}` };
  if (counts.passed > 0) return { isCaught: false, note: `it passed: ${where}` };
  return { isCaught: false, note: `no such test ran: ${where}\n${lastLines(output)}` };
}

async function check(folder: string, test: CatchingTest): Promise<Outcome> {
  const problem = needsBuild(test) ? build(folder) : null;
  return problem ? { isCaught: false, note: problem } : runTest(folder, test);
}

/** Ends at the first test that notices the fault. */
async function runFault(folder: string, { caughtBy, file, find, replace }: SeededFault) {
  const path = join(folder, file);
  const sound = readFileSync(path, "utf8");
  const parts = sound.split(find);
  if (parts.length !== 2)
    return [{ isCaught: false, note: `${file} has not exactly one: ${find}` }];
  writeFileSync(path, parts.join(replace));
  const outcomes: Outcome[] = [];
  for (const test of caughtBy) {
    outcomes.push(await check(folder, test));
    if (outcomes.at(-1)?.isCaught) break;
  }
  writeFileSync(path, sound);
  for (const name of CACHES)
    rmSync(join(folder, "node_modules", name), { recursive: true, force: true });
  return outcomes;
}

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !SEEDED_FAULTS.some((fault) => fault.name === name));
if (unknown.length > 0) {
  const names = SEEDED_FAULTS.map(({ effect, name }) => `${name}: ${effect}`);
  console.error(`No fault is called ${unknown.join(", ")}; there are:\n${names.join("\n")}`);
  process.exit(1);
}
const faults = SEEDED_FAULTS.filter(
  ({ name }) => requested.length === 0 || requested.includes(name),
);
const folder = copyProject();
const missed: string[] = [];
try {
  for (const fault of faults) {
    const started = Date.now();
    const outcomes = await runFault(folder, fault);
    const isCaught = outcomes.some((outcome) => outcome.isCaught);
    if (!isCaught) missed.push(fault.name);
    const seconds = Math.round((Date.now() - started) / 1000);
    console.log(`${isCaught ? "caught" : "NOT CAUGHT"} in ${seconds} s: ${fault.name}`);
    for (const { note } of outcomes) console.log(`  ${note.replaceAll("\n", "\n  ")}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
console.log(`${faults.length - missed.length} of ${faults.length} faults caught`);
if (missed.length > 0) console.log(`Not caught: ${missed.join(", ")}`);
process.exitCode = missed.length === 0 ? 0 : 1;
