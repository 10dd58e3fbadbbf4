import type { Queryable } from "#db/client.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import { mailFailureMessage } from "#platform/mail-failure.ts";
import type { Mailer } from "#platform/mailer.server.ts";
import type { StorageTrouble } from "#platform/storage-backend.ts";
import { clearFailures, listFailures, recordFailure } from "./operational-failures.server.ts";

/** The servers that are checked beside the database. */
type CheckedServer = "mail" | "files";

export type ServerProblem = { server: CheckedServer; reason: string; since: Date };

type CheckDeps = {
  db: Queryable;
  clock: Clock;
  mailer: Pick<Mailer, "findFailure">;
  files: { check(): Promise<StorageTrouble | null> };
};

/**
 * Signs in to the mail server and checks the file storage; records failures with causes, clears them after a
 * success. Returns the reasons. Never throws for a failing server.
 */
export async function checkServers(deps: CheckDeps): Promise<readonly string[]> {
  const [mail, files] = await Promise.all([deps.mailer.findFailure(), deps.files.check()]);
  const reasons: Record<CheckedServer, string | null> = {
    mail: mail && mailFailureMessage(mail),
    files: files?.message ?? null,
  };
  for (const server of ["mail", "files"] as const) {
    const reason = reasons[server];
    if (reason === null) await clearFailures(deps.db, [`server:${server}`]);
    else await recordFailure(deps, `server:${server}`, reason);
  }
  return Object.values(reasons).filter((reason) => reason !== null);
}

/** Lists the servers whose last check failed. */
export async function listServerProblems(deps: {
  db: Queryable;
  clock: Pick<Clock, "now">;
}): Promise<ServerProblem[]> {
  const failures = await listFailures(deps);
  return (["mail", "files"] as const).flatMap((server) => {
    const failure = failures.find(({ source }) => source === `server:${server}`);
    return failure ? [{ server, reason: failure.reason, since: failure.since }] : [];
  });
}
