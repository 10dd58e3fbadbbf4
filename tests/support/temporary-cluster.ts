import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findBinaries } from "#db/embedded/binaries.server.ts";
import { ensureCluster, SUPERUSER } from "#db/embedded/cluster.server.ts";
import { findDatabaseUser } from "#db/embedded/database-user.server.ts";
import { startServer } from "#db/embedded/server-process.server.ts";
import { EMBEDDED_SETTINGS } from "#db/embedded.server.ts";

const PREFIX = "atelier-test-";
const PASSWORD = "only-for-tests";

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** A test run that was killed leaves its server behind: the folder's name says whose it was. */
function sweepAbandoned(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (!owner || isAlive(Number(owner))) continue;
    const folder = join(tmpdir(), name);
    try {
      const pidFile = readFileSync(join(folder, "cluster", "postmaster.pid"), "utf8").split("\n");
      if (pidFile[1] === join(folder, "cluster")) process.kill(Number(pidFile[0]), "SIGQUIT");
    } catch {
      // No server was left.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Settings that are fast instead of durable. */
const HASTY = { jit: "off", fsync: "off", full_page_writes: "off", synchronous_commit: "off" };

/** A throw-away Postgres server in a folder of its own, fast instead of durable; or durable, with everything else as in a shop's own. */
export async function startTemporaryCluster({ isDurable = false } = {}) {
  sweepAbandoned();
  const folder = mkdtempSync(join(tmpdir(), `${PREFIX}${process.pid}-`));
  await chmod(folder, 0o755);
  const cluster = {
    directory: join(folder, "cluster"),
    binaries: findBinaries(),
    user: await findDatabaseUser(),
  };
  await ensureCluster(cluster, { password: PASSWORD, durable: isDurable });
  const server = await startServer(cluster, {
    logFile: join(folder, "postgres.log"),
    settings: {
      ...(isDurable ? EMBEDDED_SETTINGS : HASTY),
      listen_addresses: "127.0.0.1",
      unix_socket_directories: "",
      max_connections: "200",
    },
  });
  return {
    urlOf: (database: string) =>
      `postgres://${SUPERUSER}:${PASSWORD}@127.0.0.1:${server.port}/${database}`,
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
