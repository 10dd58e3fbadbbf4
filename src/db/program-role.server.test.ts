import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { Client } from "pg";
import { expect, inject, test } from "vitest";
import { openSnapshot } from "#db/dump/dump.server.ts";
import { migrateDatabase } from "#db/migrate.server.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ownsContracts, PROGRAM_ROLE, prepareProgramRole } from "./program-role.server.ts";

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

test("a backup can be made with the program's role", async () => {
  await using shop = await createTestDatabase();
  const snapshot = await openSnapshot(await prepareProgramRole(shop.url));
  const dump = await snapshot.copyOut(async () => undefined);
  await snapshot.close();
  expect(dump.tables.length).toBeGreaterThan(50);
});

type Trigger = { table: string; name: string };

/** Of the tables whose rows nobody may change: what keeps them so. */
async function listTriggers(url: string, tables: string): Promise<Trigger[]> {
  await using owner = await connect(url);
  const { rows } = await owner.query<Trigger>(
    `select relname as table, tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relnamespace = 'public'::regnamespace and relname like $1 order by 1, 2`,
    [tables],
  );
  return rows;
}

/** Every way around a trigger that Postgres has. */
async function expectTriggersHold(url: string, triggers: readonly Trigger[]): Promise<void> {
  await using program = await connect(url);
  const { rows } = await program.query(
    `select rolsuper, rolcreaterole, rolreplication, rolbypassrls,
            (select pg_has_role(relowner, 'member') from pg_class where oid = 'contracts'::regclass) as owns
       from pg_roles where rolname = current_user`,
  );
  expect(rows).toEqual([
    {
      rolsuper: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      owns: false,
    },
  ]);
  const refused = async (statement: string) => {
    await expect(program.query(statement)).rejects.toThrow(/must be owner|permission denied/);
  };
  for (const { name, table } of triggers) {
    await refused(`drop trigger "${name}" on "${table}"`);
    await refused(`alter table "${table}" disable trigger "${name}"`);
  }
  await refused("alter table contracts disable trigger all");
  await refused("drop table contracts");
  await refused("alter table contracts owner to current_user");
  await refused("set session_replication_role = replica");
  await refused("update contracts set hash = repeat('0', 64)");
  await refused("delete from contracts");
  await refused("truncate contracts");
  await refused("alter role current_user superuser");
}

test("on the built-in server the program can switch off no trigger of any table", async () => {
  await using shop = await createTestDatabase();
  const url = await prepareProgramRole(shop.url);
  const triggers = await listTriggers(shop.url, "%");
  expect(triggers.map(({ table }) => table)).toContain("contracts");
  expect(triggers.length).toBeGreaterThan(5);
  await expectTriggersHold(url, triggers);
});

const manual = new URL("../../docs/operations/install.md", import.meta.url);

/** The statements that the manual tells the operator to run, for these roles. */
function statementsOfManual(roles: { shop: string; owner: string; superuser: string }): string {
  const text = readFileSync(manual, "utf8");
  const block = /```sql\n(create role atelier_owner[\s\S]+?)```/.exec(text)?.[1] ?? "";
  expect(block).toContain("alter table contracts owner to atelier_owner");
  return block
    .replace(/--.*$/gm, "")
    .replace(/\batelier_owner\b/g, roles.owner)
    .replace(/\bto postgres\b/g, `to ${roles.superuser}`)
    .replace(/\bshop\b/g, roles.shop);
}

test("on a Postgres of one's own the user of DATABASE_URL can switch off no trigger of contracts once the manual was followed", async () => {
  const maintenance = inject("maintenanceUrl");
  const suffix = randomBytes(4).toString("hex");
  const roles = {
    shop: `shop_${suffix}`,
    owner: `owner_${suffix}`,
    superuser: new URL(maintenance).username,
  };
  const database = `own_${suffix}`;
  const urlOf = (user?: string) => {
    const url = new URL(maintenance);
    url.pathname = `/${database}`;
    if (user) Object.assign(url, { username: user, password: suffix });
    return url.href;
  };
  const all = await connect(maintenance);
  try {
    await all.query(`create role ${roles.shop} login password '${suffix}'`);
    await all.query(`create database ${database} owner ${roles.shop}`);
    await migrateDatabase(urlOf(roles.shop));
    expect(await ownsContracts(urlOf(roles.shop))).toBe(true);
    const superuser = await connect(urlOf());
    await superuser.query(statementsOfManual(roles));
    await superuser.end();
    const triggers = await listTriggers(urlOf(), "contracts");
    expect(triggers.length).toBeGreaterThan(0);
    await expectTriggersHold(urlOf(roles.shop), triggers);
    expect(await ownsContracts(urlOf(roles.shop))).toBe(false);
  } finally {
    await all.query(`drop database if exists ${database} with (force)`);
    await all.query(`drop role if exists ${roles.owner}, ${roles.shop}`);
    await all.end();
  }
}, 120_000);
