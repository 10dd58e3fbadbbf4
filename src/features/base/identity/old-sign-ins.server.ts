import { and, eq, inArray, lt } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { sessions, staffInvitations, verifications } from "#db/schema/identity.server.ts";
import type { Clock } from "#platform/clock.server.ts";

const HOUR_MS = 60 * 60 * 1000;

/**
 * Deletes challenges and links an hour after they lapsed. Anybody can ask for a challenge, so these rows do not wait for the period of
 * sign-ins.
 */
export async function deleteLapsedVerifications(deps: {
  db: Database;
  clock: Clock;
}): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - HOUR_MS);
  await deps.db.delete(verifications).where(lt(verifications.expiresAt, before));
}

/**
 * Deletes sessions, links and invitations that ended before a moment, and refusals before it, at most `limit` each. A refusal is
 * an attempt of somebody, with an IP address, and no deed of the shop; so it leaves Activity like the sign-ins. Returns how many,
 * 0 when done.
 */
export async function deleteOldSignIns(
  db: Database,
  input: { before: Date; limit: number },
): Promise<number> {
  const { before, limit } = input;
  let deleted = 0;
  for (const table of [sessions, verifications, staffInvitations]) {
    const old = db
      .select({ id: table.id })
      .from(table)
      .where(lt(table.expiresAt, before))
      .limit(limit);
    const rows = await db.delete(table).where(inArray(table.id, old)).returning({ id: table.id });
    deleted += rows.length;
  }
  const refused = db
    .select({ id: auditLog.id })
    .from(auditLog)
    .where(and(eq(auditLog.subject, "refusal"), lt(auditLog.createdAt, before)))
    .limit(limit);
  const rows = await db
    .delete(auditLog)
    .where(inArray(auditLog.id, refused))
    .returning({ id: auditLog.id });
  return deleted + rows.length;
}
