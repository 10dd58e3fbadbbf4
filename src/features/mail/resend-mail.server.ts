import { eq } from "drizzle-orm";
import { isEmail } from "#core/email.ts";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Database } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/settings.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import { isForItsReaderAlone } from "./mail-kinds.ts";

/** Why a mail did not go again: it is none, still waits, the address is none, or it is for its own reader alone. */
export type ResendRefusal = "forbidden" | "not_found" | "waiting" | "address" | "private";

/**
 * Sends a mail of the outbox again, to its reader or to another address, as a mail of its own: the first stays as it was. `key` names one press of
 * the button, so that pressing twice sends once. A mail that opens an account goes to nobody but its reader.
 */
export async function resendMail(
  deps: { db: Database; jobs: JobQueue },
  input: { actor: Actor; mailId: string; to: string | null; key: string },
): Promise<Result<{ id: string; recipient: string }, ResendRefusal>> {
  const { actor, mailId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(mailId) || !isId(input.key)) return fail("not_found");
  const to = input.to === null ? null : tidyLine(input.to);
  if (to !== null && !isEmail(to)) return fail("address");
  return deps.db.transaction(async (tx) => {
    const [mail] = await tx.select().from(mailOutbox).where(eq(mailOutbox.id, mailId));
    if (!mail) return fail("not_found" as const);
    if (mail.status === "queued") return fail("waiting" as const);
    const recipient = to ?? mail.recipient;
    const isItsReader = recipient.toLowerCase() === mail.recipient.toLowerCase();
    if (!isItsReader && isForItsReaderAlone(mail.kind)) return fail("private" as const);
    const { kind, replyTo, subject, textBody, htmlBody } = mail;
    const [again] = await tx
      .insert(mailOutbox)
      .values({
        id: newId(),
        // What the mail tells of stays the key's beginning: by it the mail is found when its buyer is forgotten.
        dedupeKey: `${mail.dedupeKey}:again:${input.key}`,
        kind,
        recipient,
        replyTo,
        subject,
        textBody,
        htmlBody,
        unsubscribeUrl: isItsReader ? mail.unsubscribeUrl : null,
      })
      .onConflictDoNothing({ target: mailOutbox.dedupeKey })
      .returning({ id: mailOutbox.id });
    if (!again) return ok({ id: mailId, recipient });
    await deps.jobs.send("send-mail", { mailId: again.id }, tx);
    const after = { name: subject, recipient };
    const record = { action: "sent again", subject: "mail", subjectId: mailId } as const;
    await recordChanges(tx, actor, [{ ...record, before: null, after }]);
    return ok({ id: again.id, recipient });
  });
}
