import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "#core/app-error.ts";

/** Held until released or until the process ends, however it ends. */
export type InstanceLock = { release(): void };

const SQLITE_BUSY = 5;
const RETRY_MS = 50;
/** A copy that is just ending is waited for; the answer still comes well within two seconds. */
const PATIENCE_MS = 700;

function lockFile(file: string): InstanceLock | null {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
    return { release: () => lock.close() };
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
}

/** Takes a data folder's lock if nobody holds it at this moment; throws AppError('configuration') for a folder that cannot be written. */
export function tryInstanceLock(dataDir: string): InstanceLock | null {
  try {
    mkdirSync(dataDir, { recursive: true });
    return lockFile(join(dataDir, "instance.lock"));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new AppError("configuration", `DATA_DIR: ${dataDir} cannot be written: ${reason}`, {
      cause,
    });
  }
}

/**
 * Makes this process the only shop on a data folder. The lock is the kernel's (an SQLite file held in an exclusive
 * transaction, the one file lock Node offers on every system): it needs no running database, never goes stale after
 * kill -9 and cannot be fooled by a reused process id. Throws AppError('configuration') when another copy holds it.
 */
export async function acquireInstanceLock(
  dataDir: string,
  patienceMs: number = PATIENCE_MS,
): Promise<InstanceLock> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const lock = tryInstanceLock(dataDir);
    if (lock) return lock;
    if (performance.now() >= deadline) {
      throw new AppError(
        "configuration",
        `Another copy of the shop is already running on ${dataDir}.`,
      );
    }
    await wait(RETRY_MS);
  }
}
