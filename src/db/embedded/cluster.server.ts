import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmod, chown, mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import { AppError } from "#core/app-error.ts";
import type { Binaries } from "./binaries.server.ts";
import type { DatabaseUser } from "./database-user.server.ts";
import { explainForbiddenFolder } from "./database-user.server.ts";
import { syncFolder } from "./sync-folder.server.ts";

const run = promisify(execFile);

/** The database's superuser. */
export const SUPERUSER = "atelier";

/** What is needed to run Postgres programs on one cluster folder. */
export type Cluster = { directory: string; binaries: Binaries; user: DatabaseUser };

/** The only variables the database programs see: no secret of the shop reaches them. */
export const databaseEnvironment: NodeJS.ProcessEnv = { LC_ALL: "C", TZ: "UTC" };

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** npm keeps the executable bit, but an unpacked archive or a copied folder may have lost it. */
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
      // An initdb that outlived its parent may still write there: what remains goes at the next start.
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
        // Postgres' own C.UTF-8: the same order and letter case on every operating system and after every upgrade of it.
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
    throw new AppError("database", `The database could not be created: ${said || cause}`, {
      cause,
    });
  }
}

/**
 * Creates the cluster when its folder does not exist. It is made beside and renamed into place, so a kill at any moment
 * leaves either no cluster or a whole one.
 */
export async function ensureCluster(
  cluster: Cluster,
  options: { password: string; durable: boolean },
): Promise<"created" | "existing"> {
  if (await exists(cluster.directory)) return "existing";
  await mkdir(dirname(cluster.directory), { recursive: true });
  await removeLeftovers(cluster.directory);
  await makeExecutable(cluster.binaries);
  const fresh = `${cluster.directory}.new-${randomBytes(4).toString("hex")}`;
  const passwordFile = `${fresh}.pw`;
  try {
    await mkdir(fresh, { mode: 0o700 });
    await writeFile(passwordFile, `${options.password}\n`, { mode: 0o600 });
    if (cluster.user) {
      await chown(fresh, cluster.user.uid, cluster.user.gid);
      await chown(passwordFile, cluster.user.uid, cluster.user.gid);
    }
    await initialise(cluster, fresh, passwordFile, options.durable);
    await rename(fresh, cluster.directory);
    if (options.durable) await syncFolder(dirname(cluster.directory));
    return "created";
  } finally {
    await rm(passwordFile, { force: true });
    await rm(fresh, { recursive: true, force: true });
  }
}
