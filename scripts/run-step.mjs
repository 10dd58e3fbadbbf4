import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { pinnedNode } from "./prepare.mjs";

/** Title, program, arguments. */
export const SOURCE_CHECKS = [
  ["types", "node_modules/typescript/bin/tsc", ["--noEmit"]],
  ["lint", "node_modules/@biomejs/biome/bin/biome", ["check", "--error-on-warnings"]],
  ["architecture", "scripts/check-architecture.mjs"],
  ["vocabulary", "scripts/check-vocabulary.mjs"],
  ["coverage of the specification", "scripts/check-coverage.mjs"],
];

/** True on success. */
export function run(title, script, args = [], environment = {}) {
  console.log(`\n== ${title}`);
  const started = Date.now();
  const done = spawnSync(pinnedNode(), [script, ...args], {
    stdio: "inherit",
    env: { ...process.env, ...environment },
  });
  console.log(
    `== ${title}: ${done.status === 0 ? "ok" : "FAILED"} in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return done.status === 0;
}

/** Prints the output at the end; true on success. */
export async function runBeside(title, script, args = []) {
  const started = Date.now();
  const child = spawn(pinnedNode(), [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const output = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part) => output.push(part));
  const [code] = await once(child, "close");
  console.log(`\n== ${title}\n${Buffer.concat(output)}`.trimEnd());
  console.log(
    `== ${title}: ${code === 0 ? "ok" : "FAILED"} in ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return code === 0;
}
