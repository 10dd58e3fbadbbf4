import { createHash } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { isEmail } from "#core/email.ts";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { inboxReplies } from "#db/schema/customer-notes.server.ts";
import { mailOutbox } from "#db/schema/settings.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { enqueueMail } from "#features/mail/enqueue-mail.server.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import type { LockedEntry } from "./locked-entries.server.ts";
import { entryRecord, lockEntries, tableOf } from "./locked-entries.server.ts";
import { replyEmail } from "./reply-email.ts";

type ReplyDeps = { db: Database; jobs: JobQueue; clock: Clock; publicUrl: string };

/** Why an answer did not go: nothing to answer any more, or an address that no mail reaches. */
export type ReplyFailure = "forbidden" | "not_found" | "no_address";

/** The form's key and its words together: the same press again is the same answer, and changed words are one of their own. */
function idempotencyKeyOf({ key, entryId, body }: { key: string; entryId: string; body: string }) {
  return createHash("sha256")
    .update(JSON.stringify([key, entryId, body]))
    .digest("base64url");
}

/**
 * Answers an inquiry or a message by mail and marks it as answered, in one transaction; the first answer is what the 24 hours are
 * measured by. `key` names one filled-in form: pressed again with the same words it finds the answer that was sent.
 */
export async function replyToEntry(
  deps: ReplyDeps,
  input: { actor: Actor; entryId: string; key: string; body: string },
): Promise<Result<{ replyId: string }, ReplyFailure>> {
  const { actor, entryId, body } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const idempotencyKey = idempotencyKeyOf(input);
  return deps.db.transaction(async (tx) => {
    // The entry's lock makes a second press wait until the first has written.
    const [entry] = (await lockEntries(tx, [entryId])) ?? [];
    if (!entry) return fail("not_found" as const);
    const [same] = await tx
      .select({ replyId: inboxReplies.id })
      .from(inboxReplies)
      .where(eq(inboxReplies.idempotencyKey, idempotencyKey));
    if (same) return ok(same);
    if (!isEmail(entry.email)) return fail("no_address" as const);

    const replyId = newId();
    const createdAt = deps.clock.now();
    const mailId = await mailReply(tx, deps, { entry, replyId, body });
    const owner = entry.kind === "inquiry" ? { inquiryId: entry.id } : { messageId: entry.id };
    await tx.insert(inboxReplies).values({
      ...{ ...owner, id: replyId, mailId, body, idempotencyKey, createdAt },
      authorId: actor.userId,
      authorName: actor.name,
    });
    const table = tableOf(entry.kind);
    const answeredAt = sql`coalesce(${table.answeredAt}, ${createdAt.toISOString()}::timestamptz)`;
    await tx
      .update(table)
      .set({ status: "answered", answeredAt, closedAt: null })
      .where(eq(table.id, entry.id));
    await recordChanges(tx, actor, [entryRecord(entry, "answered", "answered")]);
    return ok({ replyId });
  });
}

async function mailReply(
  tx: Transaction,
  deps: ReplyDeps,
  reply: { entry: LockedEntry; replyId: string; body: string },
): Promise<string | null> {
  const { entry, replyId, body } = reply;
  const { general } = await getSiteShell(tx);
  const dedupeKey = `inbox-reply:${replyId}`;
  const { kind, about, words } = entry;
  await enqueueMail(tx, deps.jobs, {
    ...replyEmail({
      ...{ kind, about, words, body },
      writtenAt: entry.createdAt,
      siteName: general.siteName,
      siteUrl: deps.publicUrl,
    }),
    dedupeKey,
    kind: "inbox-reply",
    recipient: entry.email,
    replyTo: general.contactEmail,
  });
  const [mail] = await tx
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(eq(mailOutbox.dedupeKey, dedupeKey));
  return mail?.id ?? null;
}
