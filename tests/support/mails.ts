import type { Database } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { EmailStatus } from "#features/base/mail/outbox.ts";

/** The text repeats the subject. */
export async function createMail(
  db: Database,
  mail: { subject: string; status?: EmailStatus },
): Promise<string> {
  const { subject, status = "sent" } = mail;
  const [row] = await db
    .insert(mailOutbox)
    .values({
      dedupeKey: subject,
      kind: "order-confirmation",
      recipient: "rosa@example.com",
      subject,
      textBody: `text of ${subject}`,
      htmlBody: `<p>${subject}</p>`,
      status,
      attempts: status === "queued" ? 0 : 1,
      lastError: status === "failed" ? "refused" : null,
      sentAt: status === "sent" ? new Date() : null,
    })
    .returning({ id: mailOutbox.id });
  if (!row) throw new Error("The mail was not written");
  return row.id;
}
