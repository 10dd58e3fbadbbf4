import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import { findBinaries, findDatabaseUser, SUPERUSER } from "#db/embedded/cluster.server.ts";
import { startServer } from "#db/embedded/server-process.server.ts";
import { copyShop } from "../support/copy-shop.ts";
import { databasePasswordOf } from "../support/database-server.ts";
import { CLUSTER, makeRunFolder } from "../support/run-folder.ts";
import { QUICK_SETTINGS, trustEverybody } from "../support/temporary-cluster.ts";

/** An external server with the ready shop's database, fast and not durable, and the variables of shops that use it. */
export async function startReadyCluster() {
  const ready = inject("readyShop");
  const read = (name: string) => JSON.parse(readFileSync(join(ready, name), "utf8"));
  const { authSecret, settingsKey } = read("secrets.json");
  const { current } = read("measurement-key.json");
  const folder = makeRunFolder("atelier-test");
  copyShop(join(ready, CLUSTER), join(folder, CLUSTER));
  const cluster = {
    directory: join(folder, CLUSTER),
    binaries: findBinaries(),
    user: await findDatabaseUser(),
  };
  trustEverybody(join(folder, CLUSTER));
  const server = await startServer(cluster, {
    logFile: join(folder, "postgres.log"),
    settings: QUICK_SETTINGS,
  });
  const url = `postgres://${SUPERUSER}:${databasePasswordOf(ready)}@127.0.0.1:${server.port}/postgres`;
  return {
    url,
    variables: {
      DATABASE_URL: url,
      AUTH_SECRET: String(authSecret),
      SETTINGS_KEY: String(settingsKey),
      MEASUREMENT_KEY: String(current),
    },
    async close() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
