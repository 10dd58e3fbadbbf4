import { spawn } from "node:child_process";
import { once } from "node:events";
import { pinnedNode } from "./prepare.mjs";
import { measureProcessorTime } from "./processor-time.mjs";

/** Title, program, arguments. */
export const SOURCE_CHECKS = [
  ["types", "node_modules/typescript/bin/tsc", ["--noEmit"]],
  ["lint", "node_modules/@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]],
  ["architecture", "scripts/check-architecture.mjs"],
  ["guards", "scripts/check-guards.mjs"],
  ["vocabulary", "scripts/check-vocabulary.mjs"],
  ["aliases", "scripts/check-aliases.mjs"],
  ["coverage of the specification", "scripts/check-coverage.mjs"],
];

async function runProgram(title, [script, ...args], { stdio, environment = {} }) {
  const startedMs = Date.now();
  const child = spawn(pinnedNode(), [script, ...args], {
    stdio,
    env: { ...process.env, ...environment },
  });
  const endMeasuring = measureProcessorTime(child.pid);
  const output = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (part) => output.push(part));
  }
  // A program that a signal ended has no exit code: it failed too.
  const [code] = await once(child, "close");
  return {
    title,
    isOk: code === 0,
    seconds: (Date.now() - startedMs) / 1000,
    processorSeconds: endMeasuring(),
    output: Buffer.concat(output),
  };
}

const resultLine = ({ isOk, seconds, title }) =>
  `== ${title}: ${isOk ? "ok" : "FAILED"} in ${Math.round(seconds)} s`;

/** Runs a script of the project and shows its output at once. */
export async function run(title, script, args = [], environment = {}) {
  console.log(`\n== ${title}`);
  const step = await runProgram(title, [script, ...args], { stdio: "inherit", environment });
  console.log(resultLine(step));
  return step;
}

/** Shows the output at the end, so that it does not mix with another program's. */
export async function runBeside(title, script, args = []) {
  const step = await runProgram(title, [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  console.log(`\n== ${title}\n${step.output}`.trimEnd());
  console.log(resultLine(step));
  return step;
}

/** Runs the source checks one after another. */
export async function checkSource(checks = SOURCE_CHECKS) {
  const steps = [];
  for (const check of checks) steps.push(await runBeside(...check));
  return steps;
}

function minutes(seconds) {
  if (seconds === null) return "unknown";
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** One line a step: minutes on the clock and of the processor. */
export function printTimes(steps) {
  const width = Math.max(...steps.map(({ title }) => title.length));
  console.log("\n== minutes on the clock, and of the processor");
  for (const { processorSeconds, seconds, title } of steps) {
    const clock = minutes(seconds).padStart(7);
    console.log(`${title.padEnd(width)}  ${clock}  ${minutes(processorSeconds).padStart(7)}`);
  }
}
