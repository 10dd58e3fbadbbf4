import { AppError } from "#core/app-error.ts";
import type { Logger } from "#platform/logger.server.ts";
/** What was opened, closed again in the opposite order; what is opened after that is closed at once. */
export type Shutdown = {
  add(name: string, close: () => unknown): void;
  /** Closes everything; a part that fails is logged and does not keep the next one open. Later calls wait for the first. */
  run(): Promise<void>;
};

/** Starts with nothing to close. */
export function createShutdown(logger: Logger): Shutdown {
  const parts: { name: string; close: () => unknown }[] = [];
  let running: Promise<void> | null = null;

  async function closeAll(): Promise<void> {
    for (let part = parts.pop(); part; part = parts.pop()) {
      try {
        await part.close();
      } catch (error) {
        logger.error({ err: error, part: part.name }, "could not be closed");
      }
    }
  }

  return {
    add(name, close) {
      parts.push({ name, close });
      if (running) running = running.then(closeAll);
    },
    run() {
      running ??= closeAll();
      return running;
    },
  };
}

/** Says why the shop does not start: one line for what a person can mend, the whole error for a fault of the shop's own. */
export function printStartupError(error: unknown): void {
  const said = error instanceof AppError ? error.message : error;
  const line = said instanceof Error ? (said.stack ?? said.message) : String(said);
  process.stderr.write(`${line}\n`);
}

/** Ends the process in order when it is asked to, when whoever started it is gone, or when something threw that nobody caught. */
export function shutdownOnSignals(closing: Shutdown, logger: Logger): void {
  let ending = false;
  const end = (exitCode: number) => {
    if (ending) return;
    ending = true;
    void closing.run().then(() => process.exit(exitCode));
  };
  process.on("SIGTERM", () => end(0));
  process.on("SIGINT", () => end(0));
  // The starting script holds the other end of the channel.
  process.on("disconnect", () => end(0));
  // A reader of the output that went away must not take the shop with it.
  process.stdout.on("error", () => undefined);
  process.stderr.on("error", () => undefined);
  process.on("unhandledRejection", (reason) => {
    logger.error({ err: reason }, "a promise was rejected and nobody looked");
  });
  process.on("uncaughtException", (error) => {
    logger.fatal({ err: error }, "uncaught error; ending");
    end(1);
  });
}
