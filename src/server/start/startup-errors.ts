import { AppError } from "#core/app-error.ts";
import { explainUnusableDatabase, FULL_DISK_MESSAGE } from "#db/unusable-database.ts";
import { findStorageAway } from "#platform/storage-fault.ts";

type Failure = Error & { code?: string; path?: string };

/** Innermost first: libraries wrap Postgres' errors. */
function causesOf(error: unknown): Failure[] {
  const causes: Failure[] = [];
  for (let each = error; each instanceof Error; each = each.cause) causes.unshift(each);
  return causes;
}

function explainFailure({ code = "", message, path }: Failure): string | null {
  if (code === "ENOSPC" || code === "EDQUOT") return FULL_DISK_MESSAGE;
  if (code === "ERR_MODULE_NOT_FOUND") {
    const missing = /Cannot find (?:module|package) '([^']+)'/.exec(message)?.[1] ?? "A module";
    return `${missing} is missing: run 'npm ci', or put the shop's files back, then start again.`;
  }
  if (code === "ENOENT" && path) {
    return `${path} is missing: put the shop's files back, then start again.`;
  }
  if (code === "EACCES" && path) return `${path} may not be used by this user.`;
  return explainUnusableDatabase(message, code);
}

/** Why the shop does not start, in one line with advice; else null. */
export function explainStartupError(error: unknown): string | null {
  const storage = findStorageAway(error);
  if (storage) return storage.message;
  if (error instanceof AppError) return error.message;
  for (const cause of causesOf(error)) {
    const explained = explainFailure(cause);
    if (explained) return explained;
  }
  return null;
}

/** Prints that line, or else the whole error. */
export function printStartupError(error: unknown): void {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${explainStartupError(error) ?? stack}\n`);
}
