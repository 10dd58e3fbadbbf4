import { Client } from "pg";
import { expect, test } from "vitest";
import { openSnapshot } from "#db/dump/dump.server.ts";
import type { JobHandlers } from "#platform/job-queue.server.ts";
import { createJobQueue } from "#platform/job-queue.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ownsContracts, PROGRAM_ROLE, prepareProgramRole } from "./program-role.server.ts";

const silent = createLogger("silent");
const noWork = new Proxy({} as JobHandlers, { get: () => async () => undefined });

async function connect(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

test("the program's role reads and writes the shop's rows and owns no table of the shop", async () => {
  await using shop = await createTestDatabase();
  const url = await prepareProgramRole(shop.url);
  expect(await ownsContracts(shop.url)).toBe(true);
  expect(await ownsContracts(url)).toBe(false);
  await using program = await connect(url);
  await program.query("update content_version set version = version + 1");
  const { rows } = await program.query(
    `select current_user as name, rolsuper, rolcreaterole, rolcreatedb,
            (select count(*)::int from pg_class where relnamespace = 'public'::regnamespace and relowner = pg_roles.oid) as owned
       from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([
    { name: PROGRAM_ROLE, rolsuper: false, rolcreaterole: false, rolcreatedb: false, owned: 0 },
  ]);
});

test("a second preparation writes nothing and returns the same URL", async () => {
  await using shop = await createTestDatabase();
  const url = await prepareProgramRole(shop.url);
  const acls = () =>
    shop.pool.query(
      "select oid, xmin, relacl from pg_class where relnamespace = 'public'::regnamespace order by oid",
    );
  const before = (await acls()).rows;
  expect(before.length).toBeGreaterThan(100);
  expect(await prepareProgramRole(shop.url)).toBe(url);
  expect((await acls()).rows).toEqual(before);
});

test("a table of a later version is granted at the next start", async () => {
  await using shop = await createTestDatabase();
  await prepareProgramRole(shop.url);
  await shop.pool.query("create table later (id serial primary key)");
  const url = await prepareProgramRole(shop.url);
  await using program = await connect(url);
  const { rows } = await program.query("insert into later default values returning id");
  expect(rows).toEqual([{ id: 1 }]);
});

test("the job queue of an earlier version's data folder goes on under the program's role", async () => {
  await using shop = await createTestDatabase();
  const start = async (databaseUrl: string) => {
    const { start: begin, stop } = createJobQueue({
      databaseUrl,
      logger: silent,
      onOutcome: async () => undefined,
    });
    await begin(noWork);
    await stop();
  };
  await start(shop.url);
  const url = await prepareProgramRole(shop.url);
  await start(url);
  await using program = await connect(url);
  const { rows } = await program.query(
    "select count(*)::int as others from pg_class where relnamespace = 'pgboss'::regnamespace and relowner <> $1::regrole",
    [PROGRAM_ROLE],
  );
  expect(rows).toEqual([{ others: 0 }]);
});

test("a backup can be made with the program's role", async () => {
  await using shop = await createTestDatabase();
  const snapshot = await openSnapshot(await prepareProgramRole(shop.url));
  const dump = await snapshot.copyOut(async () => undefined);
  await snapshot.close();
  expect(dump.tables.length).toBeGreaterThan(50);
});
