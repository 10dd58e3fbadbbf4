import { execFile } from "node:child_process";
import { stat } from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";
import { AppError } from "#core/app-error.ts";

const run = promisify(execFile);

/** The system user the database runs as; null when it runs as the user who started the shop. */
export type DatabaseUser = { uid: number; gid: number } | null;

const USER_NAME = "postgres";

async function lookUp(): Promise<DatabaseUser> {
  try {
    const [uid, gid] = await Promise.all([
      run("id", ["-u", USER_NAME]),
      run("id", ["-g", USER_NAME]),
    ]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return null;
  }
}

/**
 * Postgres refuses to run as root, so root gets a `postgres` user (made when missing) and everybody else runs it as
 * themselves; throws AppError('configuration') when the user cannot be made.
 */
export async function findDatabaseUser(): Promise<DatabaseUser> {
  if (process.getuid?.() !== 0) return null;
  const existing = await lookUp();
  if (existing) return existing;
  try {
    await run("groupadd", ["--force", "--system", USER_NAME]);
    await run("useradd", ["--system", "--no-create-home", "--gid", USER_NAME, USER_NAME]);
  } catch (cause) {
    throw new AppError(
      "configuration",
      "The database cannot run as root and a 'postgres' user could not be made: start the shop as an ordinary user, or set DATABASE_URL.",
      { cause },
    );
  }
  return await lookUp();
}

async function mayEnter(folder: string, user: { uid: number; gid: number }): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/** Explains a failed start: an AppError that names the outermost folder the database user may not enter, or null when every one is open. */
export async function explainForbiddenFolder(
  path: string,
  user: DatabaseUser,
): Promise<AppError | null> {
  if (!user) return null;
  const folders: string[] = [];
  for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
    folders.unshift(folder);
  }
  for (const folder of folders) {
    if (await mayEnter(folder, user).catch(() => true)) continue;
    return new AppError(
      "configuration",
      `The database runs as the user 'postgres', who may not enter ${folder}: run 'chmod o+x ${folder}', move the shop and its data to a folder open to all (such as /srv), or start it as an ordinary user.`,
    );
  }
  return null;
}
