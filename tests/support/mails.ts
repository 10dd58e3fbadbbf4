import type { Database } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { EmailStatus } from "#features/base/mail/outbox.ts";

/** The text repeats the subject. */
export async function createMail(
  db: Database,
  mail: { subject: string; status?: EmailStatus; key?: string; kind?: string },
): Promise<string> {
  const { key, kind = "order-confirmation", subject, status = "sent" } = mail;
  const hasLeft = status === "sent" || status === "stored";
  const [row] = await db
    .insert(mailOutbox)
    .values({
      dedupeKey: key ?? subject,
      kind,
      recipient: "rosa@example.com",
      subject,
      textBody: `text of ${subject}`,
      htmlBody: `<p>${subject}</p>`,
      status: status === "stored" ? "sent" : status,
      attempts: status === "queued" ? 0 : 1,
      lastError: status === "failed" ? "refused" : null,
      sentAt: hasLeft ? new Date() : null,
      sentThrough: hasLeft ? (status === "stored" ? "file" : "server") : null,
    })
    .returning({ id: mailOutbox.id });
  if (!row) throw new Error("The mail was not written");
  return row.id;
}
