import { asc, eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { passwordResetRequests } from "#db/schema/identity.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { RESET_LINK_S } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";

const DRAIN_BATCH = 200;

/**
 * Writes the mail with the link to a new password when the address of a request has an account, and takes the request away either
 * way. A crash in between writes it twice rather than never; a request older than its link would be is only taken away.
 */
export async function sendResetLink(
  deps: { auth: Auth; db: Database; clock: Clock },
  input: { requestId: string },
): Promise<void> {
  const { auth, db, clock } = deps;
  const thisOne = eq(passwordResetRequests.id, input.requestId);
  const [asked] = await db.select().from(passwordResetRequests).where(thisOne);
  if (!asked) return;
  const ageMs = clock.now().getTime() - asked.createdAt.getTime();
  if (ageMs < RESET_LINK_S * 1000) {
    await auth.api.requestPasswordReset({ body: { email: asked.email } });
  }
  await db.delete(passwordResetRequests).where(thisOne);
}

/** Asks for every mail that no job told of, as after a crash or while the queue was away. */
export async function drainResetRequests(deps: { db: Database; jobs: JobQueue }): Promise<void> {
  const waiting = await deps.db
    .select({ id: passwordResetRequests.id })
    .from(passwordResetRequests)
    .orderBy(asc(passwordResetRequests.createdAt))
    .limit(DRAIN_BATCH);
  for (const { id } of waiting) await deps.jobs.send("send-reset-link", { requestId: id });
}
