import { and, eq, isNotNull, sql } from "drizzle-orm";
import { emailAsStored, emailProblem } from "#core/email.ts";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import type { EmailRegistry, OutboxEmail } from "./email.ts";
import { isPrivateEmail } from "./email.ts";
import { enqueueEmail } from "./enqueue-email.server.ts";
import { REMOVED_CONTENT } from "./outbox.ts";
import { requeueStored } from "./stored-emails.server.ts";

export type ResendFailure =
  | "forbidden"
  | "not_found"
  | "waiting"
  | "address"
  | "private"
  | "removed";

type EmailRow = typeof mailOutbox.$inferSelect;

const isStored = ({ sentThrough, status }: EmailRow): boolean =>
  status === "sent" && sentThrough === "file";

/** Sends a stored email as the row that it is. */
async function sendAsItself(
  tx: Transaction,
  jobs: JobQueue,
  { actor, email }: { actor: Admin; email: EmailRow },
): Promise<{ id: string; recipient: string }> {
  const { id, recipient, subject } = email;
  await requeueStored(tx, jobs, eq(mailOutbox.id, id));
  const record = { action: "sent", subject: "mail", subjectId: id, before: null } as const;
  await recordChanges(tx, actor, [{ ...record, after: { name: subject, recipient } }]);
  return { id, recipient };
}

/** A copy of an email for a recipient, once per `key`; null where there is one. */
async function writeCopy(
  tx: Transaction,
  email: EmailRow,
  { isSame, key, recipient }: { isSame: boolean; key: string; recipient: string },
): Promise<{ id: string } | null> {
  const { kind, replyTo, subject, textBody, htmlBody } = email;
  const [again] = await tx
    .insert(mailOutbox)
    .values({
      id: newId(),
      // Finds a deleted account's emails.
      dedupeKey: `${email.dedupeKey}:again:${key}`,
      kind,
      recipient,
      replyTo,
      subject,
      textBody,
      htmlBody,
      unsubscribeUrl: isSame ? email.unsubscribeUrl : null,
    })
    .onConflictDoNothing({ target: mailOutbox.dedupeKey })
    .returning({ id: mailOutbox.id });
  return again ?? null;
}

/**
 * Resends an email to its recipient or `to`, once per `key`. One that was stored as a file goes to its recipient as itself, so that it is
 * not sent a second time with the other stored ones. Private ones go to their recipient only; removed ones are not sent.
 */
export const resendEmail = asAdmin(
  async (
    deps: { db: Database; jobs: JobQueue; emails: EmailRegistry },
    input: { actor: Admin; mailId: string; to: string | null; key: string },
  ): Promise<Result<{ id: string; recipient: string }, ResendFailure>> => {
    const { actor, mailId } = input;
    if (!isId(mailId) || !isId(input.key)) return fail("not_found");
    if (input.to !== null && emailProblem(input.to) !== null) return fail("address");
    const to = input.to === null ? null : emailAsStored(input.to);
    return inTransaction(deps.db, async (tx) => {
      const [email] = await tx.select().from(mailOutbox).where(eq(mailOutbox.id, mailId));
      if (!email) return fail("not_found" as const);
      if (email.status === "queued") return fail("waiting" as const);
      if (email.htmlBody === REMOVED_CONTENT.htmlBody) return fail("removed" as const);
      const recipient = to ?? email.recipient;
      const isSame = recipient.toLowerCase() === email.recipient.toLowerCase();
      if (!isSame && isPrivateEmail(deps.emails, email.kind)) return fail("private" as const);
      if (isStored(email) && isSame) return ok(await sendAsItself(tx, deps.jobs, { actor, email }));
      const again = await writeCopy(tx, email, { recipient, isSame, key: input.key });
      if (!again) return ok({ id: mailId, recipient });
      await deps.jobs.send("send-mail", { mailId: again.id }, tx);
      const after = { name: email.subject, recipient };
      const record = { action: "sent again", subject: "mail", subjectId: mailId } as const;
      await recordChanges(tx, actor, [{ ...record, before: null, after }]);
      return ok({ id: again.id, recipient });
    });
  },
);

/** Sends a labelled sample, once per `key`. */
export const sendSample = asAdmin(
  async (
    deps: { db: Database; jobs: JobQueue },
    input: { actor: Admin; email: OutboxEmail; to: string; key: string },
  ): Promise<Result<null, "address">> => {
    const { actor, email, key } = input;
    if (emailProblem(input.to) !== null || !isId(key)) return fail("address");
    const to = emailAsStored(input.to);
    return deps.db.transaction(async (tx) => {
      const subject = `Sample: ${email.subject}`;
      const isNew = await enqueueEmail(tx, deps.jobs, {
        ...email,
        subject,
        // Preferences do not apply to samples.
        topic: null,
        dedupeKey: `sample:${key}`,
        recipient: to,
      });
      const after = { name: subject, recipient: to };
      const record = {
        action: "sent",
        subject: "mail",
        subjectId: email.kind,
        before: null,
      } as const;
      if (isNew) await recordChanges(tx, actor, [{ ...record, after }]);
      return ok(null);
    });
  },
);

/** Clears a recipient's bounce for marketing email. The log names the email, not the recipient. Idempotent. */
export const clearBounce = asAdmin(
  async (
    deps: { db: Database },
    input: { actor: Admin; mailId: string },
  ): Promise<Result<null, "not_found">> => {
    const { actor, mailId } = input;
    if (!isId(mailId)) return fail("not_found");
    return inTransaction(deps.db, async (tx) => {
      const [email] = await tx
        .select({ recipient: mailOutbox.recipient, subject: mailOutbox.subject })
        .from(mailOutbox)
        .where(eq(mailOutbox.id, mailId));
      if (!email) return fail("not_found" as const);
      const cleared = await tx
        .update(mailOutbox)
        .set({ bouncedAt: null })
        .where(
          and(
            eq(mailOutbox.status, "bounced"),
            isNotNull(mailOutbox.bouncedAt),
            eq(sql`lower(${mailOutbox.recipient})`, email.recipient.toLowerCase()),
          ),
        )
        .returning({ id: mailOutbox.id });
      if (cleared.length === 0) return ok(null);
      const name = email.subject;
      await recordChanges(tx, actor, [
        {
          action: "address works again",
          subject: "mail",
          subjectId: mailId,
          before: { name, comesBack: true },
          after: { name, comesBack: false },
        },
      ]);
      return ok(null);
    });
  },
);
