import type { DestinationStream, LogFn, Logger } from "pino";
import { pino } from "pino";
import { redactDetails, redactText, safeMessage } from "./log-redaction.ts";

export type { Logger } from "pino";

/** Pino would use a logged error's message. */
function withSafeMessage(this: Logger, args: Parameters<LogFn>, log: LogFn): void {
  const [first, ...rest] = args as unknown[];
  const details = first instanceof Error ? { err: first } : first;
  const texts = (typeof details === "string" ? [details, ...rest] : rest).map((each) =>
    typeof each === "string" ? redactText(each) : each,
  );
  const error = (details as { err?: unknown } | null)?.err;
  if (texts.length === 0 && error instanceof Error) texts.push(safeMessage(error));
  Reflect.apply(log, this, typeof details === "string" ? texts : [details, ...texts]);
}

/** One JSON line per event, by default on standard output, without personal data (log-redaction). */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: undefined,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: redactDetails },
      serializers: { err: (redacted: unknown) => redacted },
      hooks: { logMethod: withSafeMessage },
    },
    destination ?? pino.destination(1),
  );
}
