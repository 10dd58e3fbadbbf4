import { isEmail } from "#core/email.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Database } from "#db/client.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import { enqueueMail } from "./enqueue-mail.server.ts";
import type { RenderedMail } from "./mail-document.ts";
import type { MailKind } from "./mail-kinds.ts";

/** Sends an admin a sample of a mail, marked as one; `key` names one press of the button, so that pressing twice sends once. */
export async function sendSample(
  deps: { db: Database; jobs: JobQueue },
  input: { actor: Actor; kind: MailKind; mail: RenderedMail; to: string; key: string },
): Promise<Result<null, "forbidden" | "address">> {
  const { actor, kind, mail, key } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const to = tidyLine(input.to);
  if (!isEmail(to) || !isId(key)) return fail("address");
  return deps.db.transaction(async (tx) => {
    const subject = `Sample: ${mail.subject}`;
    const dedupeKey = `sample:${key}`;
    const isNew = await enqueueMail(tx, deps.jobs, {
      ...mail,
      subject,
      dedupeKey,
      kind,
      recipient: to,
    });
    const after = { name: subject, recipient: to };
    const record = { action: "sent", subject: "mail", subjectId: kind, before: null } as const;
    if (isNew) await recordChanges(tx, actor, [{ ...record, after }]);
    return ok(null);
  });
}
