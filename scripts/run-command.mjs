import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { ensureInstalled, PreparationFailed, pinnedNode } from "./prepare.mjs";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

/** npm leaves switches without `--` in the environment. */
function givenSwitches(names) {
  return names
    .filter((name) => process.env[`npm_config_${name}`] === "true")
    .map((name) => `--${name}`);
}

/** Relative to the caller's folder. */
export function withPaths(args) {
  const stood = process.env.INIT_CWD ?? process.cwd();
  return args.map((arg) => (arg.startsWith("--") ? arg : resolve(stood, arg)));
}

export function runCommand(name, args, switches = []) {
  try {
    ensureInstalled();
    const program = fileURLToPath(new URL("../src/server/commands/main.ts", import.meta.url));
    const all = [...args, ...givenSwitches(switches)];
    const running = spawn(
      pinnedNode(),
      ["--disable-warning=ExperimentalWarning", program, name, ...all],
      // As for `npm start`.
      { stdio: "inherit", cwd: fileURLToPath(new URL("..", import.meta.url)) },
    );
    // The command ends first.
    for (const signal of SIGNALS) process.on(signal, () => running.kill(signal));
    running.on("exit", (code, signal) => process.exit(signal ? 1 : code));
  } catch (error) {
    if (!(error instanceof PreparationFailed)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
