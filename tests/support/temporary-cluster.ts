import { rmSync } from "node:fs";
import { join } from "node:path";
import {
  ensureCluster,
  findBinaries,
  findDatabaseUser,
  SUPERUSER,
} from "#db/embedded/cluster.server.ts";
import { startServer } from "#db/embedded/server-process.server.ts";
import { EMBEDDED_SETTINGS } from "#db/embedded.server.ts";
import { CLUSTER, makeRunFolder } from "./run-folder.ts";

const PASSWORD = "only-for-tests";

/** Fast, not durable; many test files at once. */
export const QUICK_SETTINGS = {
  jit: "off",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "200",
};

/** Fast, not durable; `isDurable`: a shop's settings. */
export async function startTemporaryCluster({ isDurable = false } = {}) {
  const folder = makeRunFolder("atelier-test");
  const cluster = {
    directory: join(folder, CLUSTER),
    binaries: findBinaries(),
    user: await findDatabaseUser(),
  };
  await ensureCluster(cluster, { password: PASSWORD, durable: isDurable });
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
