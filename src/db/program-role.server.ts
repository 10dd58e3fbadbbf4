import { createHmac } from "node:crypto";
import { Client } from "pg";

/** What the shop signs in as where it runs its own Postgres (ADR 0039). It owns no table and is no superuser. */
export const PROGRAM_ROLE = "atelier_program";

/** Tables that the program only reads and adds to; everything else it may also change. */
const WRITTEN_ONCE = ["contracts"];

/** The password of the program's role. The owner's cannot be computed from it. */
export const programPasswordOf = (ownerPassword: string) =>
  createHmac("sha256", ownerPassword).update(PROGRAM_ROLE).digest("base64url");

/** Only what is missing: a grant rewrites the catalog also where it changes nothing. */
async function grantTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `with tables as (
       select oid, relname, relkind from pg_class where relnamespace = 'public'::regnamespace and relowner <> $1::regrole)
     select format('grant select, insert, update, delete on %s to %I', oid::regclass, $1) as statement from tables
      where relkind in ('r', 'p', 'v') and relname <> all ($2)
        and not (has_table_privilege($1, oid, 'select') and has_table_privilege($1, oid, 'insert')
             and has_table_privilege($1, oid, 'update') and has_table_privilege($1, oid, 'delete'))
     union all
     select format('revoke all on %s from %I, public', oid::regclass, $1) from tables
      where relname = any ($2) and has_table_privilege($1, oid, 'update, delete, truncate, references, trigger')
     union all
     select format('grant select, insert on %s to %I', oid::regclass, $1) from tables
      where relname = any ($2) and not (has_table_privilege($1, oid, 'select') and has_table_privilege($1, oid, 'insert'))
     union all
     select format('grant usage, select on sequence %s to %I', oid::regclass, $1) from tables
      where relkind = 'S' and not (has_sequence_privilege($1, oid, 'usage') and has_sequence_privilege($1, oid, 'select'))
     union all
     select format('grant usage on schema drizzle to %I', $1) where not has_schema_privilege($1, 'drizzle', 'usage')
     union all
     select format('grant select on drizzle.__drizzle_migrations to %I', $1)
      where not has_table_privilege($1, 'drizzle.__drizzle_migrations', 'select')
     union all
     select format('grant create on database %I to %I', current_database(), $1)
      where not has_database_privilege($1, current_database(), 'create')`,
    [PROGRAM_ROLE, WRITTEN_ONCE],
  );
  for (const { statement } of rows) await client.query(statement);
}

/**
 * Gives the role that the program signs in as its rights, after the migrations, and returns its URL. The role may read and write
 * the shop's rows, but owns no table of the shop: it can neither change a contract nor switch off what refuses that. Idempotent; a
 * second run writes nothing. `ownerUrl` is of the owner of the tables on a cluster whose roles are set up (embedded/roles.server.ts).
 */
export async function prepareProgramRole(ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl);
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtext($1))", [PROGRAM_ROLE]);
    await grantTables(client);
    await client.query("commit");
  } finally {
    await client.end();
  }
  url.username = PROGRAM_ROLE;
  url.password = programPasswordOf(decodeURIComponent(url.password));
  return url.href;
}

/** Whether the user of a connection could switch off the protection of contracts: it owns the table or is a superuser. */
export async function ownsContracts(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ owns: boolean }>(
      `select pg_has_role(relowner, 'member') as owns from pg_class where oid = to_regclass('public.contracts')`,
    );
    return rows[0]?.owns ?? false;
  } finally {
    await client.end();
  }
}
