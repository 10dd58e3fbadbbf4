import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { QueryResultRow } from "pg";
import { Client } from "pg";
import { findBinaries, findDatabaseUser, SUPERUSER } from "#db/embedded/cluster.server.ts";
import { startServer } from "#db/embedded/server-process.server.ts";
import { PROGRAM_ROLE, prepareProgramRole } from "#db/program-role.server.ts";
import { copyShop } from "../copy-shop.ts";
import { databasePasswordOf } from "../database-server.ts";
import { CLUSTER, makeRunFolder } from "../run-folder.ts";
import { QUICK_SETTINGS, trustEverybody } from "../temporary-cluster.ts";
import { prepareShop } from "./prepared-shop.ts";
import { storeDerivedImages } from "./shop-files.ts";

/** The database that every shop of a run is cloned from. */
export const TEMPLATE = "prepared_shop";

/** What the processes of a run need to start shops of their own; plain values, so that it travels as JSON. */
export type PreparedRun = {
  /** Holds the prepared files and the data folders of the running shops. */
  folder: string;
  /** Of a superuser; the database's name is replaced for each shop. */
  maintenanceUrl: string;
  /** Signs in as the shop does (ADR 0039); the database's name is replaced for each shop. */
  programUrl: string;
  secrets: { authSecret: string; settingsKey: string; measurementKey: string };
  /** The demo's images, which every shop knows by the same ids. */
  imageIds: string[];
};

export function urlOfDatabase(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

async function query<Row extends QueryResultRow>(url: string, statement: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

function readSecrets(prepared: string) {
  const read = (name: string) => JSON.parse(readFileSync(join(prepared, name), "utf8"));
  const { authSecret, settingsKey } = read("secrets.json");
  const measurementKey = read("measurement-key.json").current;
  const databasePassword = databasePasswordOf(prepared);
  return { databasePassword, secrets: { authSecret, settingsKey, measurementKey } };
}

/**
 * Starts one Postgres server on a copy of the prepared shop, fast instead of durable, from which each test file clones a
 * database in about 40 ms. `close` ends the server and removes every folder but `cache`, where the prepared shop is stored.
 */
export async function startPreparedRun(
  cache?: string,
): Promise<PreparedRun & { close(): Promise<void> }> {
  const prepared = await prepareShop(cache);
  const folder = makeRunFolder("atelier-shops");
  copyShop(join(prepared, CLUSTER), join(folder, CLUSTER));
  copyShop(join(prepared, "uploads"), join(folder, "uploads"));
  const { databasePassword, secrets } = readSecrets(prepared);
  trustEverybody(join(folder, CLUSTER));
  const server = await startServer(
    {
      directory: join(folder, CLUSTER),
      binaries: findBinaries(),
      user: await findDatabaseUser(),
    },
    { logFile: join(folder, "postgres.log"), settings: { ...QUICK_SETTINGS, autovacuum: "off" } },
  );
  const url = `postgres://${SUPERUSER}:${databasePassword}@127.0.0.1:${server.port}`;
  await query(`${url}/template1`, `create database ${TEMPLATE} template postgres`);
  const programUrl = await prepareProgramRole(`${url}/${TEMPLATE}`);
  // Each start looks whether the table of migrations exists, by creating it if it does not.
  await query(`${url}/${TEMPLATE}`, `grant create on schema drizzle to ${PROGRAM_ROLE}`);
  const images = await query<{ id: string }>(`${url}/${TEMPLATE}`, "select id from media");
  const imageIds = images.map(({ id }) => id);
  return {
    folder,
    imageIds,
    maintenanceUrl: `${url}/template1`,
    programUrl,
    secrets,
    async close() {
      await server.stop();
      storeDerivedImages(folder, prepared, new Set(imageIds));
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
