import { expect, test } from "vitest";
import { listProposals } from "#features/garments/proposals/proposal-queries.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { insertEarlierOrder, storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { migrateDatabase } from "./migrate.server.ts";

const ORDER = "00000000-0000-7000-8000-000000000001";
const LINE = "00000000-0000-7000-8000-000000000002";
const BY_ATELIER = "00000000-0000-7000-8000-00000000000a";
const BY_CUSTOMER = "00000000-0000-7000-8000-00000000000b";
const WITHDRAWN = "00000000-0000-7000-8000-00000000000c";
const HASHES = ["a", "b", "c"].map((letter) => letter.repeat(64));

const terms = (more = "") =>
  `{"product":"Coat","garment":"outerwear","options":[],"surchargeMinor":0,"currency":"USD","unitPriceMinor":100,"extraDays":0,"policyVersion":1,"consentVersion":null${more}}`;

/** A line whose second version the atelier proposed and whose third the customer made, as the version before stores both. */
const ROWS = `
  insert into contract_proposals (id, order_item_id, base_version, sealed, reason, token_hash, status, created_at, answered_at) values
    ('${BY_ATELIER}', '${LINE}', 1, '{"keyId":"k"}', null, 'hash of a link', 'approved', '2026-11-01T10:00:00Z', '2026-11-02T10:00:00Z'),
    ('${WITHDRAWN}', '${LINE}', 2, null, null, 'hash of another link', 'withdrawn', '2026-11-03T10:00:00Z', '2026-11-04T10:00:00Z'),
    ('${BY_CUSTOMER}', '${LINE}', 2, '{"keyId":"k"}', null, 'hash of a token that nobody has', 'approved', '2026-11-04T10:00:00Z', '2026-11-04T10:00:00Z');
  insert into contracts (id, order_item_id, version, sealed, terms, hash, previous_hash, origin, proposal_id) values
    (gen_random_uuid(), '${LINE}', 1, '{"keyId":"k"}', '${terms()}', '${HASHES[0]}', null, 'order', null);
  insert into contracts (id, order_item_id, version, sealed, terms, hash, previous_hash, origin, proposal_id) values
    (gen_random_uuid(), '${LINE}', 2, '{"keyId":"k"}', '${terms()}', '${HASHES[1]}', '${HASHES[0]}', 'proposal', '${BY_ATELIER}');
  insert into contracts (id, order_item_id, version, sealed, terms, hash, previous_hash, origin, proposal_id) values
    (gen_random_uuid(), '${LINE}', 3, '{"keyId":"k"}', '${terms(',"changedBy":"customer"')}', '${HASHES[2]}', '${HASHES[1]}', 'proposal', '${BY_CUSTOMER}')`;

const STORED = `
  select to_jsonb(p) - 'origin' as row from contract_proposals p
  union all select to_jsonb(c) from contracts c`;

test("stored proposals stay as they are, and a customer's own change is known by its origin", async () => {
  await using database = await createTestDatabase();
  const before = await storeBeforeMigration(database, "proposal_origins", async (client) => {
    await insertEarlierOrder(client, { orderId: ORDER, lineId: LINE });
    await client.query(ROWS);
    return client.query(STORED);
  });
  await migrateDatabase(database.url);
  const after = await database.pool.query(STORED);
  expect(before.rows).toHaveLength(6);
  expect(after.rows).toEqual(expect.arrayContaining(before.rows));
  expect(after.rows).toHaveLength(6);
  const clock = fixedClock("2026-11-20T14:00:00Z");
  const proposals = await listProposals({ db: database.db, clock }, ORDER);
  expect(proposals.map(({ id, origin, status }) => [id, origin, status])).toEqual([
    [BY_ATELIER, "atelier", "approved"],
    [WITHDRAWN, "atelier", "withdrawn"],
    [BY_CUSTOMER, "customer", "approved"],
  ]);
});

test("a proposal of the atelier without a link is refused, and the customer's own change needs none", async () => {
  await using database = await createTestDatabase();
  const { pool } = database;
  await insertEarlierOrder(pool, { orderId: ORDER, lineId: LINE });
  const insert = (origin: string) =>
    pool.query(`insert into contract_proposals (id, order_item_id, base_version, origin, status, answered_at)
      values (gen_random_uuid(), '${LINE}', 1, '${origin}', 'approved', now())`);
  await expect(insert("atelier")).rejects.toThrow("contract_proposals_atelier_has_link");
  await insert("customer");
  await insert("customer");
});
