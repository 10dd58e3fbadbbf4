import { Client } from "pg";
import { expect, test } from "vitest";
import { openDatabase } from "#db/client.server.ts";
import { loadDump, openSnapshot } from "#db/dump/dump.server.ts";
import { prepareProgramRole } from "#db/program-role.server.ts";
import { createMeasurementBox } from "#platform/secrets.server.ts";
import { createContractedOrder, testSpecification } from "#tests/support/contracts.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { openContractsOfOrder } from "./contract-queries.server.ts";
import { contractColumn } from "./seal-contract.server.ts";

const FORMER = "m".repeat(40);
const CURRENT = "n".repeat(40);

/** Makes a backup with the program's role and restores it into another database as its owner. */
async function moveShop(from: string, to: string): Promise<void> {
  const chunks: [string, Buffer][] = [];
  const snapshot = await openSnapshot(from);
  const dump = await snapshot.copyOut(async (table, chunk) => void chunks.push([table, chunk]));
  await snapshot.close();
  const client = new Client({ connectionString: to });
  await client.connect();
  await client.query("begin");
  await loadDump(client, dump, async (receive) => {
    for (const [table, chunk] of chunks) await receive(table, chunk);
  });
  await client.query("commit");
  await client.end();
}

test("the hash verifies after backup, restore and key rotation, and the restored contract is protected as before", async () => {
  await using shop = await createTestDatabase();
  const { orderId } = await createContractedOrder(shop.db);
  await using other = await createTestDatabase();
  await moveShop(await prepareProgramRole(shop.url), other.url);
  const restored = () => openDatabase({ url: other.url, maxConnections: 2 });
  await using owner = Object.assign(restored(), {
    [Symbol.asyncDispose]: async () => owner.close(),
  });
  const former = createMeasurementBox({ current: FORMER, former: [] });
  const [version] = await openContractsOfOrder({ db: owner.db, measurementBox: former }, orderId);
  expect(version).toMatchObject({ state: "valid", specification: testSpecification() });

  const programUrl = await prepareProgramRole(other.url);
  const program = openDatabase({ url: programUrl, maxConnections: 2 });
  const rotated = createMeasurementBox({ current: CURRENT, former: [FORMER] });
  const reseal = () =>
    contractColumn.reseal({ db: program.db, ownerUrl: other.url, measurementBox: rotated });
  expect(await reseal()).toEqual({ resealed: 1, unreadable: 0 });
  expect(await reseal()).toEqual({ resealed: 0, unreadable: 0 });
  const last = createMeasurementBox({ current: CURRENT, former: [] });
  expect(
    await openContractsOfOrder({ db: program.db, measurementBox: last }, orderId),
  ).toMatchObject([{ state: "valid", hash: version?.hash, specification: testSpecification() }]);
  for (const statement of [
    "update contracts set terms = '{}'",
    "delete from contracts",
    "truncate contracts cascade",
    "alter table contracts disable trigger all",
  ]) {
    await expect(program.pool.query(statement), statement).rejects.toThrow();
  }
  await expect(owner.pool.query("delete from contracts")).rejects.toThrow(/written once/);
  await program.close();
});
