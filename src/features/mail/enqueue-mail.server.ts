import { isMailAddress } from "#core/mail-address.ts";
import type { Transaction } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/settings.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import type { RenderedMail } from "./mail-document.ts";
import { singleLine } from "./single-line.ts";

/** One mail to one person; `dedupeKey` names the happening it tells of. */
export type OutgoingMail = RenderedMail & {
  dedupeKey: string;
  kind: string;
  recipient: string;
  /** Whom an answer to this mail reaches; left out, or no mail address, it reaches the shop. */
  replyTo?: string;
};

/**
 * Puts a mail into the outbox and asks for its delivery, both inside the caller's transaction: it is sent if that commits and
 * only then. The same happening never makes a second mail, however often it is processed; tells whether this call made it.
 */
export async function enqueueMail(
  tx: Transaction,
  jobs: JobQueue,
  mail: OutgoingMail,
): Promise<boolean> {
  const replyTo = mail.replyTo !== undefined && isMailAddress(mail.replyTo) ? mail.replyTo : null;
  const [queued] = await tx
    .insert(mailOutbox)
    .values({
      dedupeKey: mail.dedupeKey,
      kind: mail.kind,
      recipient: singleLine(mail.recipient),
      replyTo,
      subject: singleLine(mail.subject),
      textBody: mail.text,
      htmlBody: mail.html,
    })
    .onConflictDoNothing({ target: mailOutbox.dedupeKey })
    .returning({ id: mailOutbox.id });
  if (!queued) return false;
  await jobs.send("send-mail", { mailId: queued.id }, tx);
  return true;
}
