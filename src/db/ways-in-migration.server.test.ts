import { expect, test } from "vitest";
import { createTestDatabase } from "#tests/support/database.ts";
import { storeBeforeMigration } from "#tests/support/earlier-version.ts";
import { migrateDatabase } from "./migrate.server.ts";

const [REMOVED, FIRST, SECOND, CUSTOMER] = ["1", "2", "3", "4"].map(
  (last) => `00000000-0000-7000-8000-00000000000${last}`,
);

/** Two admins, one who was removed before, a customer, a session and an app, as the version before stores them. */
const ROWS = `
  insert into profiles (id, name, email, role, is_atelier, created_at) values
    ('${REMOVED}', 'gone', 'gone@example.com', 'customer', false, '2026-01-01T10:00:00Z'),
    ('${FIRST}', 'rosa', 'rosa@example.com', 'admin', true, '2026-02-01T10:00:00Z'),
    ('${SECOND}', 'tailor', 'tailor@example.com', 'admin', false, '2026-03-01T10:00:00Z'),
    ('${CUSTOMER}', 'asha', 'asha@example.com', 'customer', false, '2026-01-02T10:00:00Z');
  insert into sessions (id, user_id, token, expires_at) values (gen_random_uuid(), '${FIRST}', 'token', now());
  insert into two_factors (id, user_id, secret, backup_codes) values (gen_random_uuid(), '${FIRST}', 'sealed', 'sealed')`;

const NEW = "'{is_owner,confirmed_at,last_used_step,second_factor_requested_at}'::text[]";

const STORED = `
  select to_jsonb(p) - ${NEW} as row from profiles p
  union all select to_jsonb(s) - ${NEW} from sessions s
  union all select to_jsonb(t) - ${NEW} from two_factors t
  order by 1`;

test("stored accounts stay as they are, and the admin who has been here longest is the owner", async () => {
  await using database = await createTestDatabase();
  const before = await storeBeforeMigration(database, "ways_in", async (client) => {
    await client.query(ROWS);
    return client.query(STORED);
  });
  await migrateDatabase(database.url);
  const after = await database.pool.query(STORED);
  expect(after.rows).toEqual(before.rows);
  const owners = await database.pool.query("select id from profiles where is_owner");
  expect(owners.rows).toEqual([{ id: FIRST }]);
});
