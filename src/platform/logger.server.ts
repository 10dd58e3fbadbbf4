import type { Logger } from "pino";
import { pino } from "pino";

export type { Logger } from "pino";

/** One JSON line per event on standard output. Never pass secrets or bodies. */
export function createLogger(level: string): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime });
}
