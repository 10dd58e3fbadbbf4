import type { Logger } from "#platform/logger.server.ts";

/** Closes what was opened, in reverse order. Anything added afterwards is closed at once. */
export type Shutdown = {
  add(name: string, close: () => unknown): void;
  /** Closes everything. Failures are logged and do not stop the rest. Later calls wait for the first. */
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

/** Ends the process in order on a signal, when its parent is gone, or on an uncaught error. */
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
