import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  ensureCluster,
  findBinaries,
  findDatabaseUser,
  SUPERUSER,
} from "#db/embedded/cluster.server.ts";
import { setUpRoles } from "#db/embedded/roles.server.ts";
import { startServer } from "#db/embedded/server-process.server.ts";
import { EMBEDDED_SETTINGS } from "#db/embedded.server.ts";
import { CLUSTER, makeRunFolder } from "./run-folder.ts";

const PASSWORD = "only-for-tests";

/** Fast, not durable; many test files at once. Without autovacuum, whose statistics change a plan at a moment of its own. */
export const QUICK_SETTINGS = {
  jit: "off",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  autovacuum: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  max_wal_size: "4GB",
  checkpoint_timeout: "1h",
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
};

/** The superuser of a cluster has no password, and a password's check costs more than a small query. */
const TRUST = "host all all 127.0.0.1/32 trust\n";

/** Lets everybody of this machine sign in, also the superuser. */
export function trustEverybody(clusterFolder: string): void {
  writeFileSync(join(clusterFolder, "pg_hba.conf"), TRUST);
}

/** Fast, not durable; `isDurable`: a shop's settings. */
export async function startTemporaryCluster({ isDurable = false } = {}) {
  const folder = makeRunFolder("atelier-test");
  const cluster = {
    directory: join(folder, CLUSTER),
    binaries: findBinaries(),
    user: await findDatabaseUser(),
  };
  await ensureCluster(cluster, {
    durable: isDurable,
    prepare: (fresh) => setUpRoles(fresh, PASSWORD),
  });
  trustEverybody(cluster.directory);
  const server = await startServer(cluster, {
    logFile: join(folder, "postgres.log"),
    settings: isDurable ? { ...EMBEDDED_SETTINGS, max_connections: "200" } : QUICK_SETTINGS,
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
