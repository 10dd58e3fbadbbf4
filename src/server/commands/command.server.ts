import type { Clock } from "#platform/clock.server.ts";
import type { Env } from "#platform/env.server.ts";
import type { Logger } from "#platform/logger.server.ts";
import type { Shutdown } from "../start/shutdown.server.ts";

/** What a command of the owner's is run with. */
export type CommandContext = {
  env: Env;
  clock: Clock;
  logger: Logger;
  closing: Shutdown;
  /** One line for the owner. */
  say(line: string): void;
};

/** A command; answers with the process's exit code. */
export type Command = (args: readonly string[], context: CommandContext) => Promise<number>;

/** The words of a command line without its switches, and the switches without their dashes. */
export function readArguments(args: readonly string[]): {
  words: string[];
  switches: ReadonlySet<string>;
} {
  return {
    words: args.filter((arg) => !arg.startsWith("--")),
    switches: new Set(args.filter((arg) => arg.startsWith("--")).map((arg) => arg.slice(2))),
  };
}
