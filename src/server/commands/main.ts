import { constants, setPriority } from "node:os";
import { systemClock } from "#platform/clock.server.ts";
import { readEnv } from "#platform/env.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import { createShutdown } from "../start/shutdown.server.ts";
import { printStartupError } from "../start/startup-errors.ts";
import type { Command } from "./command.server.ts";

const commands: Record<string, () => Promise<Command>> = {
  "admin:password": async () => (await import("./admin-password.server.ts")).adminPassword,
  backup: async () => (await import("./backup.server.ts")).backup,
  "measurements:check": async () =>
    (await import("./check-measurements.server.ts")).checkMeasurementsCommand,
  "secrets:rotate": async () => (await import("./rotate-secrets.server.ts")).rotateSecrets,
  "files:check": async () => (await import("./check-files.server.ts")).checkStoredFiles,
  restore: async () => (await import("./restore.server.ts")).restore,
};

/** Commands that run beside an open shop for minutes, so visitors go before them. */
const BELOW_VISITORS: readonly string[] = ["backup"];

/** The shell's code. */
const INTERRUPTED = 130;

/** Until everything that was written to the stream has left the process; a reader who is gone ends the wait. */
function drained(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once("error", () => resolve());
    stream.write("", () => resolve());
  });
}

/** Ends the process once a slow reader of its output has all of it: `process.exit` drops what waits for a pipe. */
async function exitWith(code: number): Promise<never> {
  await Promise.all([drained(process.stdout), drained(process.stderr)]);
  process.exit(code);
}

async function runCommand([name = "", ...args]: readonly string[]): Promise<number> {
  const env = readEnv();
  const logger = createLogger("error");
  const closing = createShutdown(logger);
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => void closing.run().then(() => process.exit(INTERRUPTED)));
  }
  try {
    const command = await commands[name]?.();
    if (!command) throw new Error(`No such command: ${name}`);
    if (BELOW_VISITORS.includes(name)) setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
    return await command(args, {
      env,
      clock: systemClock,
      logger,
      closing,
      say: (line) => console.log(line),
    });
  } finally {
    await closing.run();
  }
}

try {
  await exitWith(await runCommand(process.argv.slice(2)));
} catch (error) {
  printStartupError(error);
  await exitWith(1);
}
