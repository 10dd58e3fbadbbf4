import type { Logger } from "pino";
import { pino } from "pino";

export type { Logger } from "pino";

/** Logs one JSON line per event to standard output. Secrets and bodies are never passed to it. */
export function createLogger(level: string): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}
