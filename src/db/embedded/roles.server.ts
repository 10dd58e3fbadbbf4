import { spawn } from "node:child_process";
import { Client, escapeIdentifier, escapeLiteral } from "pg";
import { AppError } from "#core/app-error.ts";
import { PROGRAM_ROLE, programPasswordOf } from "../program-role.server.ts";
import type { Cluster } from "./cluster.server.ts";
import { databaseEnvironment, SUPERUSER } from "./cluster.server.ts";

/** What migrates and backs up the embedded database: it owns the database and the shop's tables, and is no superuser (ADR 0111). */
export const OWNER_ROLE = "atelier_owner";

const NO_RIGHTS = "nosuperuser nocreatedb nocreaterole noreplication nobypassrls";

/**
 * Each object of the shop that the superuser owns, as a statement that gives it to the owner, or to the program where the job
 * queue changes its own tables. Members of extensions stay.
 */
const GIVE_OBJECTS = `
  with schemas as (
    select oid, nspname, nspowner,
           case nspname when 'pgboss' then ${escapeLiteral(PROGRAM_ROLE)} else ${escapeLiteral(OWNER_ROLE)} end as given
      from pg_namespace where nspname in ('public', 'drizzle', 'pgboss')),
  bound as (select classid, objid, deptype, objsubid from pg_depend where deptype in ('e', 'a', 'i'))
  select format('alter %s %s owner to %I', case relkind when 'v' then 'view' when 'm' then 'materialized view'
           when 'S' then 'sequence' else 'table' end, pg_class.oid::regclass, given) as statement
    from pg_class join schemas on relnamespace = schemas.oid
   where relkind in ('r', 'p', 'v', 'm', 'S') and relowner = 10
     and not exists (select from bound where classid = 'pg_class'::regclass and objid = pg_class.oid and objsubid = 0
                        and (deptype = 'e' or relkind = 'S'))
  union all
  select format('alter routine %s owner to %I', pg_proc.oid::regprocedure, given)
    from pg_proc join schemas on pronamespace = schemas.oid
   where proowner = 10
     and not exists (select from bound where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e')
  union all
  select format('alter type %s owner to %I', pg_type.oid::regtype, given)
    from pg_type join schemas on typnamespace = schemas.oid
   where typtype in ('e', 'd') and typowner = 10
     and not exists (select from bound where classid = 'pg_type'::regclass and objid = pg_type.oid and deptype = 'e')
  union all
  select format('alter schema %I owner to %I', nspname, given) from schemas where nspowner = 10`;

/** One statement, so that it happens completely or not at all. It may run again at any time. */
function rolesStatement(ownerPassword: string): string {
  const [owner, program] = [OWNER_ROLE, PROGRAM_ROLE].map(escapeIdentifier);
  return `do $roles$
    declare
      each record;
    begin
      if to_regrole(${escapeLiteral(OWNER_ROLE)}) is null then create role ${owner}; end if;
      if to_regrole(${escapeLiteral(PROGRAM_ROLE)}) is null then create role ${program}; end if;
      alter role ${owner} login inherit ${NO_RIGHTS} password ${escapeLiteral(ownerPassword)};
      alter role ${program} login noinherit ${NO_RIGHTS} password ${escapeLiteral(programPasswordOf(ownerPassword))};
      grant pg_read_all_data, ${program} to ${owner};
      alter database postgres owner to ${owner};
      for each in ${GIVE_OBJECTS} loop execute each.statement; end loop;
      alter role ${escapeIdentifier(SUPERUSER)} password null;
    end $roles$`;
}

/** Runs one statement as the superuser without a server, so that nobody signs in. No server may run on the folder. */
async function runAlone(cluster: Cluster, statement: string): Promise<void> {
  const child = spawn(
    cluster.binaries.postgres,
    // Neither the log nor an error repeats the statement, which has passwords.
    [
      "--single",
      "-D",
      cluster.directory,
      "-c",
      "log_min_error_statement=panic",
      "-c",
      "log_error_verbosity=terse",
      "postgres",
    ],
    { ...cluster.user, cwd: "/", env: databaseEnvironment, stdio: ["pipe", "ignore", "pipe"] },
  );
  let reported = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    reported += text;
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  // A process that ends early closes its input; its exit says why.
  child.stdin.on("error", () => undefined);
  // The end of a line ends a statement.
  child.stdin.end(`${statement.replaceAll(/\s+/g, " ")}\n`);
  const code = await ended;
  const reason = /(?:ERROR|FATAL|PANIC): +(.*)/.exec(reported)?.[1];
  if (code === 0 && reason === undefined) return;
  throw new AppError(
    "database",
    `The roles of the database could not be set up: ${reason ?? `it ended with ${code}`}`,
  );
}

/**
 * Sets up the roles of an embedded cluster on which no server runs: the owner has the password and owns the database and what is
 * in it, the program's role can sign in, and the superuser has no password, so that nobody signs in as it. Completely or not at
 * all, and any number of times. Throws AppError('database') with Postgres' reason.
 */
export async function setUpRoles(cluster: Cluster, ownerPassword: string): Promise<void> {
  await runAlone(cluster, rolesStatement(ownerPassword));
}

/** Of invalid_authorization_specification and invalid_password. */
const REFUSED = ["28000", "28P01"];

/** Whether Postgres refuses the sign-in of a URL. Every other fault is for whoever works with it. */
export async function refusesSignIn(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return false;
  } catch (error) {
    return REFUSED.includes(String((error as { code?: unknown }).code));
  } finally {
    await client.end().catch(() => undefined);
  }
}
