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
