import { createHash, createHmac } from "node:crypto";
import { Client, escapeIdentifier, escapeLiteral } from "pg";

/** What the shop signs in as where it runs its own Postgres (ADR 0039). It owns no table and is no superuser. */
export const PROGRAM_ROLE = "atelier_program";

/** Tables that the program only reads and adds to; everything else it may also change. */
const WRITTEN_ONCE = ["contracts"];

/** The owner's password cannot be computed from it. */
const passwordOf = (ownerUrl: URL) =>
  createHmac("sha256", decodeURIComponent(ownerUrl.password))
    .update(PROGRAM_ROLE)
    .digest("base64url");

/** The commit that a role with this comment has the password and needs no new one. */
const fingerprintOf = (password: string) => createHash("sha256").update(password).digest("hex");

async function ensureRole(client: Client, password: string): Promise<void> {
  const fingerprint = fingerprintOf(password);
  const { rows } = await client.query<{ fingerprint: string | null }>(
    `select shobj_description(oid, 'pg_authid') as fingerprint from pg_roles
      where rolname = $1 and rolcanlogin and not rolsuper`,
    [PROGRAM_ROLE],
  );
  if (rows[0]?.fingerprint === fingerprint) return;
  const role = escapeIdentifier(PROGRAM_ROLE);
  const { rows: known } = await client.query("select from pg_roles where rolname = $1", [
    PROGRAM_ROLE,
  ]);
  const verb = known.length > 0 ? "alter" : "create";
  await client.query(
    `${verb} role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls noinherit password ${escapeLiteral(password)}`,
  );
  await client.query(`comment on role ${role} is ${escapeLiteral(fingerprint)}`);
}

/** A data folder of an earlier version: the job queue changes its own tables, so it must own them. */
async function giveQueue(client: Client): Promise<void> {
  const { rows } = await client.query<{ statement: string }>(
    `with queue as (select oid, nspowner from pg_namespace where nspname = 'pgboss'), given as (
       select $1::regrole::oid as oid)
     select format('alter %s %s owner to %I', case relkind when 'v' then 'view' when 'm' then 'materialized view'
              when 'S' then 'sequence' else 'table' end, pg_class.oid::regclass, $1) as statement
       from pg_class join queue on relnamespace = queue.oid, given
      where relkind in ('r', 'p', 'v', 'm', 'S') and relowner <> given.oid
        and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype in ('a', 'i') and relkind = 'S')
     union all
     select format('alter routine %s owner to %I', pg_proc.oid::regprocedure, $1) from pg_proc join queue on pronamespace = queue.oid, given
      where proowner <> given.oid
     union all
     select format('alter type %s owner to %I', pg_type.oid::regtype, $1) from pg_type join queue on typnamespace = queue.oid, given
      where typtype in ('e', 'd') and typowner <> given.oid
     union all
     select format('alter schema pgboss owner to %I', $1) from queue, given where nspowner <> given.oid`,
    [PROGRAM_ROLE],
  );
  for (const { statement } of rows) await client.query(statement);
}

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
 * Prepares the role that the program signs in as, after the migrations, and returns its URL. The role may read and write the
 * shop's rows, but owns no table of the shop: it can neither change a contract nor switch off what refuses that. Idempotent; a
 * second run writes nothing. `ownerUrl` is a superuser's.
 */
export async function prepareProgramRole(ownerUrl: string): Promise<string> {
  const url = new URL(ownerUrl);
  const password = passwordOf(url);
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query("begin");
    await client.query("select pg_advisory_xact_lock(hashtext($1))", [PROGRAM_ROLE]);
    await ensureRole(client, password);
    await giveQueue(client);
    await grantTables(client);
    await client.query("commit");
  } finally {
    await client.end();
  }
  url.username = PROGRAM_ROLE;
  url.password = password;
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
