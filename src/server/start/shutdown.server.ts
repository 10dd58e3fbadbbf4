import type { Logger } from "#platform/logger.server.ts";

/** Closes in reverse order, and late additions at once. */
export type Shutdown = {
  add(name: string, close: () => unknown): void;
  /** Logs failures and continues. Later calls wait for the first. */
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

/** Ends the process in order on a signal, the parent's end, or an uncaught error. */
export function shutdownOnSignals(closing: Shutdown, logger: Logger): void {
  let ending = false;
  const end = (exitCode: number) => {
    if (ending) return;
    ending = true;
    void closing.run().then(() => process.exit(exitCode));
  };
  process.on("SIGTERM", () => end(0));
  process.on("SIGINT", () => end(0));
  // The starting script is the other end.
  process.on("disconnect", () => end(0));
  // The shop survives a closed output.
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
