import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as wait } from "node:timers/promises";
import { AppError } from "#core/app-error.ts";

/** Held until released or until the process ends. */
export type InstanceLock = { release(): void };

const SQLITE_BUSY = 5;
const RETRY_MS = 50;
/** Waits for a copy that is ending; responds within two seconds. */
const PATIENCE_MS = 700;

/** A connection that nobody refers to is collected, and its lock with it. */
const held = new Set<DatabaseSync>();

function lockFile(file: string): InstanceLock | null {
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec("pragma journal_mode = memory; begin exclusive");
    held.add(lock);
    return {
      release() {
        held.delete(lock);
        lock.close();
      },
    };
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
}

/** Null when another copy holds the lock. Throws AppError('configuration') for an unwritable folder. */
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
 * Makes this process the only shop on a data folder. An exclusive SQLite transaction is Node's only file lock
 * on every system; it ends with kill -9. Throws AppError('configuration') when another copy holds it.
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

/** A command that changes the keys is over in this time, unless it reads many backups. */
const KEYS_PATIENCE_MS = 10_000;

/**
 * Runs work while no other command changes the keys of the data folder; a killed command lets go. Throws AppError('configuration')
 * when another one goes on. A folder that is not there yet has no keys to lock.
 */
export async function withKeysLock<Value>(
  dataDir: string,
  work: () => Promise<Value>,
): Promise<Value> {
  if (!existsSync(dataDir)) return work();
  const deadline = performance.now() + KEYS_PATIENCE_MS;
  for (;;) {
    const lock = lockFile(join(dataDir, "keys.lock"));
    if (lock) {
      try {
        return await work();
      } finally {
        lock.release();
      }
    }
    if (performance.now() >= deadline) {
      throw new AppError(
        "configuration",
        `Another command is changing the keys in ${dataDir}: wait until it has ended.`,
      );
    }
    await wait(RETRY_MS);
  }
}
