import type { SQL } from "drizzle-orm";
import { and, inArray, ne, notLike, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { EmailRegistry } from "./email.ts";
import { kindsOfTopic } from "./email.ts";
import { REMOVED_CONTENT } from "./outbox.ts";
import { IS_STORED } from "./outbox-queries.server.ts";

/** Jobs that one press queues at once; the queue's own round finds the others. */
const MAX_JOBS = 500;

/** The reader unsubscribed from this kind after the email was written. */
function isUnwanted(emails: EmailRegistry): SQL {
  const reader = sql`lower(${profiles.email}) = lower(${mailOutbox.recipient})`;
  const kindIs = (kinds: string[]) =>
    kinds.length > 0 ? inArray(mailOutbox.kind, kinds) : sql`false`;
  const notifications = kindIs(kindsOfTopic(emails, "email-notifications"));
  const updates = kindIs(kindsOfTopic(emails, "order-updates"));
  return sql`exists (select from ${profiles} where ${reader}
    and ((${notifications} and not ${profiles.emailNotifications}) or (${updates} and not ${profiles.orderUpdates})))`;
}

/**
 * The stored emails that can be sent: not those whose content is gone, whose event was undone, of which another copy is out, waits or is
 * stored under its own name, that are samples, or that their reader does not want any more.
 */
function isSendable(emails: EmailRegistry): SQL | undefined {
  const copyIsOut = sql`(${mailOutbox.dedupeKey}, lower(${mailOutbox.recipient})) in (
    select split_part(c.dedupe_key, ':again:', 1), lower(c.recipient) from ${mailOutbox} c
     where c.dedupe_key like '%:again:%'
       and (c.status = 'queued' or (c.status = 'sent' and c.sent_through is distinct from 'file')))`;
  const isCopy = sql`${mailOutbox.dedupeKey} like '%:again:%' and exists (select from ${mailOutbox} o
    where o.dedupe_key = split_part(${mailOutbox.dedupeKey}, ':again:', 1) and lower(o.recipient) = lower(${mailOutbox.recipient}))`;
  return and(
    IS_STORED,
    ne(mailOutbox.htmlBody, REMOVED_CONTENT.htmlBody),
    notLike(mailOutbox.dedupeKey, "%:taken-back:%"),
    notLike(mailOutbox.dedupeKey, "sample:%"),
    sql`not ${copyIsOut}`,
    sql`not (${isCopy})`,
    sql`not ${isUnwanted(emails)}`,
  );
}

/** How many stored emails can be sent, and when the first and the last of them were written. */
export type StoredEmails = { count: number; from: Date | null; until: Date | null };

/** What `sendStoredEmails` would send, for an admin. */
export const findStoredEmails = asAdmin(
  async (db: Queryable, input: { emails: EmailRegistry }): Promise<Result<StoredEmails>> => {
    const [found] = await db
      .select({
        count: sql<number>`count(*)::integer`,
        from: sql<string | null>`min(${mailOutbox.createdAt})`,
        until: sql<string | null>`max(${mailOutbox.createdAt})`,
      })
      .from(mailOutbox)
      .where(isSendable(input.emails));
    const dayOf = (at: string | null | undefined) => (at ? new Date(at) : null);
    return ok({ count: found?.count ?? 0, from: dayOf(found?.from), until: dayOf(found?.until) });
  },
);

/** Puts stored emails back into the queue, in the caller's transaction; a row is queued once, so no press sends it twice. */
export async function requeueStored(
  tx: Transaction,
  jobs: JobQueue,
  which: SQL | undefined,
): Promise<string[]> {
  const queued = await tx
    .update(mailOutbox)
    .set({ status: "queued", attempts: 0, sentAt: null, sentThrough: null })
    .where(and(IS_STORED, which))
    .returning({ id: mailOutbox.id });
  const ids = queued.map(({ id }) => id).sort();
  for (const mailId of ids.slice(0, MAX_JOBS)) await jobs.send("send-mail", { mailId }, tx);
  return ids;
}

/**
 * Sends the emails that were stored as files, once a mail server is set: each as the row that it is, so that it keeps its Message-ID and is
 * sent once however often the button is pressed. 'no_server' without one, because they would be stored again. Returns how many.
 */
export const sendStoredEmails = asAdmin(
  async (
    deps: { db: Database; jobs: JobQueue; emails: EmailRegistry; hasServer: boolean },
    input: { actor: Admin },
  ): Promise<Result<number, "no_server">> => {
    if (!deps.hasServer) return fail("no_server");
    return inTransaction(deps.db, async (tx) => {
      const ids = await requeueStored(tx, deps.jobs, isSendable(deps.emails));
      const [first] = ids;
      if (!first) return ok(0);
      const after = { name: "Stored emails", count: ids.length };
      const record = { action: "sent", subject: "mail", subjectId: first, before: null } as const;
      await recordChanges(tx, input.actor, [{ ...record, after }]);
      return ok(ids.length);
    });
  },
);
