import type { Logger } from "pino";
import { pino } from "pino";

export type { Logger } from "pino";

/** One JSON line an event on standard output; secrets and bodies are never passed to it. */
export function createLogger(level: string): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}
