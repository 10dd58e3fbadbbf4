import { expect, test } from "vitest";
import { hashSecret } from "#core/secret-hash.server.ts";
import {
  findCreditByToken,
  findCreditViewByToken,
} from "#features/orders/store-credit/store-credit-queries.server.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { migrateDatabase } from "./migrate.server.ts";

const OWNED = "00000000-0000-7000-8000-00000000000a";
const ERASED = "00000000-0000-7000-8000-00000000000b";
const TOKENS = { [OWNED]: "0123456789abcdef".repeat(4), [ERASED]: "fedcba9876543210".repeat(4) };

/** The credit of a customer, and of one who was erased and has only the link, as the version before stores them. */
const ROWS = `
  insert into store_credit_accounts (id, email, currency, balance_minor, token, created_at) values
    ('${OWNED}', 'asha@example.com', 'USD', 5000, '${TOKENS[OWNED]}', '2026-01-01T10:00:00Z'),
    ('${ERASED}', null, 'USD', 0, '${TOKENS[ERASED]}', '2026-02-01T10:00:00Z');
  insert into store_credit_entries (id, account_id, kind, amount_minor) values
    (gen_random_uuid(), '${OWNED}', 'issue', 6000),
    (gen_random_uuid(), '${OWNED}', 'revoke', -1000)`;

const STORED = `
  select to_jsonb(a) - 'token' as row from store_credit_accounts a
  union all select to_jsonb(e) from store_credit_entries e
  order by 1`;

test("stored credit stays as it is, links that were sent before lead to it, and no token is in the database", async () => {
  await using database = await createTestDatabase();
  const before = await storeBeforeMigration(database, "credit_links", async (client) => {
    await client.query(ROWS);
    return client.query(STORED);
  });
  await migrateDatabase(database.url);
  const { db, pool } = database;
  expect((await pool.query(STORED)).rows).toEqual(before.rows);
  for (const [id, token] of Object.entries(TOKENS)) {
    expect(await findCreditByToken(db, token)).toMatchObject({ id });
  }
  const view = await findCreditViewByToken(db, TOKENS[OWNED] ?? "");
  expect(view).toMatchObject({ balance: { minorUnits: 5_000 } });
  expect(view?.entries).toHaveLength(2);
  const links = await pool.query(
    "select account_id, token_hash, created_at::text from store_credit_links order by account_id",
  );
  expect(links.rows).toEqual([
    {
      account_id: OWNED,
      token_hash: hashSecret(TOKENS[OWNED] ?? ""),
      created_at: expect.stringMatching(/^2026-01-01/),
    },
    {
      account_id: ERASED,
      token_hash: hashSecret(TOKENS[ERASED] ?? ""),
      created_at: expect.stringMatching(/^2026-02-01/),
    },
  ]);
});
