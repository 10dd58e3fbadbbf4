import fc from "fast-check";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { prepareProgramRole } from "#db/program-role.server.ts";
import { createContractedOrder } from "#tests/support/contracts.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";

let shop: TestDatabase;
let program: Client;
let contract: { orderId: string; orderItemId: string };

beforeAll(async () => {
  shop = await createTestDatabase();
  contract = await createContractedOrder(shop.db);
  program = new Client({ connectionString: await prepareProgramRole(shop.url) });
  await program.connect();
});

afterAll(async () => {
  await program.end();
  await shop.close();
});

/** Everything about the contracts that an attacker could want to change, as the owner sees it. */
async function stored() {
  const { rows } = await shop.pool.query("select * from contracts order by order_item_id, version");
  const { rows: table } = await shop.pool.query(
    `select relowner::regrole::text as owner, relrowsecurity, relacl::text,
            (select json_agg(json_build_array(tgname, tgenabled, tgfoid::regproc) order by tgname) from pg_trigger where tgrelid = pg_class.oid) as triggers
       from pg_class where oid = 'contracts'::regclass`,
  );
  const { rows: code } = await shop.pool.query(
    "select proname, prosrc, proowner, proacl::text from pg_proc where proname like '%contract%' order by proname",
  );
  return { rows, table, code };
}

const OTHER = '\'{"keyId":"x","nonce":"","tag":"","text":""}\'::jsonb';
const HASH = "repeat('0', 64)";

/** Statements of the program's user, each alone. `$item` is the ordered line. */
const REFUSED: readonly string[] = [
  "update contracts set terms = '{}'",
  `update contracts set sealed = ${OTHER}`,
  "update contracts set sealed = null, reduced_at = now()",
  "update contracts set hash = repeat('0', 64)",
  "update only contracts set created_at = now() - interval '1 year'",
  "update contracts set version = version + 1",
  "delete from contracts",
  "delete from only contracts where true",
  "truncate contracts",
  "truncate contracts cascade",
  "truncate order_items cascade",
  "truncate orders, order_items, contracts, contract_proposals cascade",
  "delete from order_items where id = '$item'",
  "update order_items set id = gen_random_uuid() where id = '$item'",
  "delete from orders",
  `insert into contracts (id, order_item_id, version, sealed, terms, hash, origin) select id, order_item_id, version, sealed, '{}', hash, origin from contracts
     on conflict (id) do update set terms = excluded.terms`,
  `insert into contracts (id, order_item_id, version, sealed, terms, hash, origin) values (gen_random_uuid(), '$item', 1, ${OTHER}, '{}', ${HASH}, 'order')
     on conflict (order_item_id, version) do update set sealed = excluded.sealed`,
  `insert into contracts (id, order_item_id, version, sealed, terms, hash, origin) values (gen_random_uuid(), '$item', 1, ${OTHER}, '{}', ${HASH}, 'order')`,
  `insert into contracts (id, order_item_id, version, sealed, terms, hash, previous_hash, origin) values (gen_random_uuid(), '$item', 3, ${OTHER}, '{}', ${HASH}, ${HASH}, 'order')`,
  "merge into contracts c using (select 1) s on true when matched then update set terms = '{}'",
  "merge into contracts c using (select 1) s on true when matched then delete",
  "with changed as (update contracts set terms = '{}' returning id) select count(*) from changed",
  "with gone as (delete from contracts returning id) select count(*) from gone",
  "select * from contracts for update",
  "select * from contracts for no key update",
  "copy contracts from '/tmp/contracts.csv'",
  "copy contracts to program 'cat'",
  "copy (select 1) to '/tmp/contracts.csv'",
  "alter table contracts disable trigger all",
  "alter table contracts disable trigger contracts_guarded",
  "alter table contracts disable trigger user",
  "alter table contracts owner to atelier_program",
  "alter table contracts rename to contracts_before",
  "alter table contracts drop column sealed",
  "alter table contracts alter column terms type text",
  "alter table contracts add column other text default ''",
  "alter table contracts drop constraint contracts_version",
  "alter table contracts set schema pg_temp",
  "alter table contracts inherit orders",
  "alter table contracts enable row level security",
  "alter table order_items disable trigger all",
  "drop table contracts",
  "drop table contracts cascade",
  "drop trigger contracts_guarded on contracts",
  "drop schema public cascade",
  "drop function guard_contracts() cascade",
  "drop owned by atelier cascade",
  "create or replace function public.guard_contracts() returns trigger language plpgsql as $$ begin return new; end $$",
  "create or replace function public.reduce_contracts(ids uuid[]) returns integer language sql as $$ select 0 $$",
  "alter function guard_contracts() set session_replication_role = replica",
  "alter function reduce_contracts(uuid[]) security invoker",
  "create trigger other before update on contracts for each row execute function guard_contracts()",
  "create rule other as on select to contracts do instead select 1",
  "create policy other on contracts using (true)",
  "create index other on contracts (hash)",
  "create table public.other (id uuid references contracts)",
  "comment on table contracts is 'mine'",
  "set session_replication_role = replica",
  "set local session_replication_role = replica",
  "select set_config('session_replication_role', 'replica', false)",
  "set role atelier",
  "set session authorization atelier",
  "select set_config('role', 'atelier', false)",
  "grant atelier to atelier_program",
  "alter role atelier_program superuser",
  "alter role atelier password 'known'",
  "create role other superuser",
  "alter system set session_replication_role = replica",
  "alter database postgres set session_replication_role = replica",
  "alter role atelier_program set session_replication_role = replica",
  "reassign owned by atelier to atelier_program",
  "update pg_catalog.pg_class set relowner = 'atelier_program'::regrole where relname = 'contracts'",
  "update pg_catalog.pg_trigger set tgenabled = 'D'",
  "set allow_system_table_mods = on",
  "create extension dblink",
  "create extension plpython3u",
  "create function pg_temp.other() returns void language c as 'libc', 'system'",
  "do language plpgsql $$ begin update public.contracts set terms = '{}'; end $$",
  "select reseal_contract(id, '{}') from contracts",
  "select pg_read_file('/etc/passwd')",
  "select lo_import('/etc/passwd')",
  "cluster contracts using contracts_pkey",
  "refresh materialized view contracts",
  "lock table contracts in access exclusive mode",
];

describe("the program's database user", () => {
  test("is refused every statement that would change a contract or its protection", async () => {
    const before = await stored();
    expect(before.rows).not.toEqual([]);
    const accepted: string[] = [];
    for (const each of REFUSED) {
      const statement = each.replaceAll("$item", contract.orderItemId);
      await program.query("begin");
      await program.query(statement).then(
        () => accepted.push(statement),
        () => undefined,
      );
      // What was accepted must change nothing when it is committed, too.
      await program.query("commit");
    }
    expect(accepted).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  test("cannot reach the contract through a function of its own, a view, a hidden name or the switch of the guard", async () => {
    const before = await stored();
    const tries = [
      "create view pg_temp.agreed as select * from public.contracts; update pg_temp.agreed set terms = '{}'",
      "create table pg_temp.contracts (like public.contracts); insert into pg_temp.contracts select * from public.contracts; update pg_temp.contracts set terms = '{}'; drop table pg_temp.contracts",
      `create schema mine; create function mine.jsonb_eq_any(jsonb, jsonb) returns boolean language sql as 'select true';
       create operator mine.= (leftarg = jsonb, rightarg = jsonb, function = mine.jsonb_eq_any); set search_path = mine, public;
       update public.contracts set terms = '{}'`,
      "select set_config('shop.contract_change', id::text, false) from contracts; update contracts set sealed = null, reduced_at = now()",
      "set search_path = pg_temp, public; create function pg_temp.now() returns timestamptz language sql as $$ select 'infinity'::timestamptz $$; select public.reduce_contracts(array(select id from public.contracts))",
      "create function pg_temp.change() returns void language plpgsql security definer as $$ begin update public.contracts set terms = '{}'; end $$; select pg_temp.change()",
      // Postgres warns that nothing was granted.
      "grant update on contracts to atelier_program; grant all on contracts to public",
      "prepare change as update contracts set terms = '{}'; execute change",
      "declare c cursor for select * from contracts; move c; update contracts set terms = '{}' where current of c",
    ];
    for (const statement of tries) {
      await program.query("begin");
      await program.query(statement).catch(() => undefined);
      await program.query("commit");
      await program.query("discard all");
    }
    expect(await stored()).toEqual(before);
  });

  test("may remove the measurements of an order whose remake period is over, and nothing else of it", async () => {
    const { orderItemId } = await createContractedOrder(shop.db);
    const ids = async () =>
      (await shop.pool.query("select * from contracts where order_item_id = $1", [orderItemId]))
        .rows;
    const [fresh] = await ids();
    const reduce = () =>
      program.query("select reduce_contracts($1::uuid[]) as reduced", [[fresh.id]]);
    expect((await reduce()).rows).toEqual([{ reduced: 0 }]);
    expect(await ids()).toEqual([fresh]);
    await shop.pool.query(
      "update orders set customer_email = 'deleted-account@shop.invalid' where id = (select order_id from order_items where id = $1)",
      [orderItemId],
    );
    expect((await reduce()).rows).toEqual([{ reduced: 1 }]);
    const [reduced] = await ids();
    expect(reduced).toEqual({ ...fresh, sealed: null, reduced_at: expect.any(Date) });
    expect((await reduce()).rows).toEqual([{ reduced: 0 }]);
  });
});

/** What the program may do beforehand to make a change slip through; each works on its own or is refused. */
const PREPARED: readonly string[] = [
  "select 1",
  "set search_path = pg_temp, public",
  "set shop.contract_change = '$contract'",
  "select set_config('shop.contract_change', '$contract', true)",
  "create temp table contracts (like public.contracts)",
  "create temp table pg_class (oid oid, relowner oid); insert into pg_temp.pg_class values ('public.contracts'::regclass, 'atelier_program'::regrole)",
  "create function pg_temp.current_setting(text, boolean) returns text language sql as $$ select '$contract' $$",
  "create function pg_temp.pg_get_userbyid(oid) returns name language sql as $$ select current_user $$",
  "create schema mine; create function mine.to_jsonb(anyelement) returns jsonb language sql as $$ select '{}'::jsonb $$; set search_path = mine, public",
  "set session_replication_role = replica",
  "set role atelier",
  "set row_security = off",
  "set constraints all deferred",
  "set transaction isolation level serializable",
  "alter table public.contracts disable trigger all",
  "create or replace function public.guard_contracts() returns trigger language plpgsql as $$ begin return new; end $$",
  "drop trigger contracts_guarded on public.contracts",
  "update public.orders set status = 'cancelled'; update public.orders set status = 'completed'",
];

/** The tables in which a contract's meaning lies. */
const TARGETS = ["public.contracts", "contracts", "only public.contracts"] as const;

const CHANGES: readonly string[] = [
  "update $table set terms = terms || '{\"unitPriceMinor\": 1}'",
  "update $table set hash = md5(hash) || md5(hash)",
  "update $table set sealed = null, reduced_at = now()",
  "update $table set sealed = jsonb_set(sealed, '{keyId}', '\"other\"')",
  "update $table set version = 2, previous_hash = hash",
  "update $table set created_at = 'epoch'",
  "update $table set order_item_id = gen_random_uuid()",
  "delete from $table where hash is not null",
  "merge into $table c using (select 1) s on true when matched then delete",
  "merge into $table c using (select 1) s on true when matched then update set terms = '{}'",
];

const WHOLE = [
  "truncate contracts",
  "truncate order_items cascade",
  "copy contracts from stdin",
  "drop table contracts",
];

/** The ways in which one statement can be sent. */
const SENT: readonly ((change: string) => string)[] = [
  (change) => change,
  (change) => `prepare change as ${change}; execute change`,
  (change) => `do $do$ begin ${change}; end $do$`,
  (change) => `do $do$ begin execute $run$${change}$run$; end $do$`,
  (change) =>
    `create function pg_temp.change() returns void language plpgsql security definer set search_path = public as $fn$ begin ${change}; end $fn$; select pg_temp.change()`,
  (change) => `savepoint s; ${change}; release savepoint s`,
  (change) => `explain analyze ${change}`,
];

test("no combination of preparation, statement and way of sending it alters a contract", async () => {
  const before = await stored();
  const { id } = before.rows[0];
  const change = fc
    .tuple(fc.constantFrom(...CHANGES), fc.constantFrom(...TARGETS))
    .map(([statement, name]) => statement.replace("$table", name));
  const tried = fc.record({
    prepared: fc.array(fc.constantFrom(...PREPARED), { maxLength: 3 }),
    statement: fc.oneof({ weight: 9, arbitrary: change }, fc.constantFrom(...WHOLE)),
    send: fc.constantFrom(...SENT),
    isOneTransaction: fc.boolean(),
  });
  let refused = 0;
  await fc.assert(
    fc.asyncProperty(tried, async ({ isOneTransaction, prepared, send, statement }) => {
      if (isOneTransaction) await program.query("begin");
      for (const each of prepared) {
        if (isOneTransaction) await program.query("savepoint prepared");
        await program.query(each.replaceAll("$contract", id)).catch(async () => {
          if (isOneTransaction) await program.query("rollback to savepoint prepared");
        });
      }
      await program.query(send(statement)).catch(() => {
        refused += 1;
      });
      await program.query("commit");
      await program.query("discard all");
      await program.query("drop schema if exists mine cascade");
      expect((await stored()).rows).toEqual(before.rows);
    }),
    { numRuns: 300 },
  );
  expect(await stored()).toEqual(before);
  // The rest changed a temporary table of the same name, which is none of the shop's.
  expect(refused).toBeGreaterThan(200);
}, 120_000);

test("where the program owns the table, as on a server of the owner's, the triggers still refuse every plain change", async () => {
  const before = await stored();
  const plain = REFUSED.filter(
    (each) =>
      /^(update|delete|truncate|insert|merge|with)/.test(each) && !each.includes("pg_catalog"),
  );
  expect(plain.length).toBeGreaterThan(15);
  for (const each of plain) {
    const statement = each.replaceAll("$item", contract.orderItemId);
    await expect(shop.pool.query(statement), statement).rejects.toThrow();
  }
  expect(await stored()).toEqual(before);
});
