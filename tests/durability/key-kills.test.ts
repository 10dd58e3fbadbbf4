import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { startEmbeddedDatabase } from "#db/embedded.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { checkContracts } from "#features/garments/contract/check-contracts.server.ts";
import type { MeasurementKeys } from "#platform/secrets.server.ts";
import { createMeasurementBox, measurementKeyFingerprint } from "#platform/secrets.server.ts";
import { SEALED_COLUMNS } from "#server/start/sealed-columns.server.ts";
import { createContractedOrder } from "../support/contracts.ts";
import { addMeasuredPerson, measuredPerson } from "../support/measurements.ts";
import type { Running } from "../support/shop/shop-process.ts";
import { killTree, shopUrlOf } from "../support/shop/shop-process.ts";
import { shopSuite } from "./shop-suite.ts";

const { command, dataDir, start, startReady } = shopSuite();

const KILLS = 20;
const CONTRACTS = 8;

/** The longest that each work lasts here, so that kills fall on all of it. */
const DURATION_MS = { rotate: 1_200, forget: 3_000, start: 5_000 } as const;

type Work = keyof typeof DURATION_MS;

const begin: Record<Work, () => Running> = {
  rotate: () => command("secrets:rotate"),
  forget: () => command("secrets:rotate", "--forget-old"),
  start: () => start(),
};

/** Moments of a work, spread evenly over it and alike in each run. */
const momentOf = (kill: number) => (kill * 0.618_033_99) % 1;

const readKeys = (): MeasurementKeys =>
  JSON.parse(readFileSync(join(dataDir().path, "measurement-key.json"), "utf8"));

/** Works on the database of the closed or killed shop. */
async function withDatabase<Value>(work: (db: Database) => Promise<Value>): Promise<Value> {
  const server = await startEmbeddedDatabase({
    dataDir: dataDir().path,
    password: dataDir().databasePassword(),
    log: { error: () => undefined },
  });
  const { close, db } = openDatabase({ url: server.url, maxConnections: 2 });
  try {
    return await work(db);
  } finally {
    await close();
    await server.stop();
  }
}

/** How many values are sealed with a key that is in no file, by the table. */
async function listUnreadable(db: Database, keys: MeasurementKeys) {
  const known = new Set([keys.current, ...keys.former].map(measurementKeyFingerprint));
  const unreadable: string[] = [];
  for (const column of SEALED_COLUMNS) {
    for (const [keyId, count] of await column.countByKey(db)) {
      if (!known.has(keyId)) unreadable.push(`${getTableName(column.table)}: ${count}`);
    }
  }
  return unreadable;
}

test("twenty kills of rotation, forgetting and encrypting anew leave no row unreadable", async () => {
  const ready = startReady();
  await shopUrlOf(ready);
  killTree(ready, dataDir().path);
  await ready.ended;
  await withDatabase(async (db) => {
    const box = createMeasurementBox(readKeys());
    for (let count = 0; count < CONTRACTS; count += 1) await createContractedOrder(db, { box });
    const [owner] = await db.select({ id: profiles.id }).from(profiles);
    await addMeasuredPerson(db, owner?.id ?? "", measuredPerson("Asha", { chest: 987 }), box);
  });
  const works: readonly Work[] = ["rotate", "start", "forget"];
  for (let kill = 0; kill < KILLS; kill += 1) {
    const work = works[kill % works.length] ?? "start";
    const running = begin[work]();
    await Promise.race([running.ended, wait(momentOf(kill) * DURATION_MS[work])]);
    killTree(running, dataDir().path);
    await running.ended;
    const keys = readKeys();
    const check = await withDatabase(async (db) => ({
      unreadable: await listUnreadable(db, keys),
      contracts: await checkContracts({ db, measurementBox: createMeasurementBox(keys) }),
    }));
    expect({ kill, work, ...check }).toEqual({
      kill,
      work,
      unreadable: [],
      contracts: { checked: CONTRACTS, altered: [], unreadable: 0 },
    });
  }
  const last = start();
  await shopUrlOf(last);
  expect((await command("secrets:rotate", "--forget-old").ended).code).toBe(0);
  expect(readKeys().former).toEqual([]);
  last.child.kill("SIGTERM");
  await last.ended;
  const open = await withDatabase((db) =>
    checkContracts({ db, measurementBox: createMeasurementBox(readKeys()) }),
  );
  expect(open).toEqual({ checked: CONTRACTS, altered: [], unreadable: 0 });
});
