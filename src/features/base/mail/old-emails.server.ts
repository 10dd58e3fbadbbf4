import { and, inArray, lt, ne, or, sql } from "drizzle-orm";
import { DELETED_EMAIL } from "#core/email.ts";
import type { Database } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { EmailRegistry } from "./email.ts";
import { kindsWithOneTimeLink } from "./email.ts";
import { REMOVED_CONTENT } from "./outbox.ts";

/** The condition is against marketing email to it. */
const bounced = sql`exists (select from mail_outbox b
  where b.bounced_at is not null and lower(b.recipient) = lower(${mailOutbox.recipient}))`;

const isEnded = ne(mailOutbox.status, "queued");
const hasContent = ne(mailOutbox.htmlBody, REMOVED_CONTENT.htmlBody);

/**
 * Removes content, subject and addresses of at most `limit` emails before a moment, and one-time links of
 * ended ones. Waiting emails stay. The row prevents a second email of its event, and email to bounced
 * addresses. Returns how many, 0 when done.
 */
export async function removeOldEmails(
  db: Database,
  input: { before: Date; limit: number; emails: EmailRegistry },
): Promise<number> {
  const { before, limit, emails } = input;
  const withLink = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(isEnded, hasContent, inArray(mailOutbox.kind, kindsWithOneTimeLink(emails))))
    .limit(limit);
  const links = await db
    .update(mailOutbox)
    .set(REMOVED_CONTENT)
    .where(inArray(mailOutbox.id, withLink))
    .returning({ id: mailOutbox.id });
  const old = db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(
      and(
        isEnded,
        lt(mailOutbox.createdAt, before),
        or(hasContent, and(ne(mailOutbox.recipient, DELETED_EMAIL), sql`not ${bounced}`)),
      ),
    )
    .limit(limit);
  const label = sql`replace(${mailOutbox.kind}, '-', ' ')`;
  const removed = await db
    .update(mailOutbox)
    .set({
      ...REMOVED_CONTENT,
      // A subject may name the sender.
      subject: sql`upper(left(${label}, 1)) || substr(${label}, 2)`,
      replyTo: null,
      unsubscribeUrl: null,
      lastError: sql`case when ${mailOutbox.bouncedAt} is null then null else ${mailOutbox.lastError} end`,
      recipient: sql`case when ${bounced} then ${mailOutbox.recipient} else ${DELETED_EMAIL} end`,
    })
    .where(and(inArray(mailOutbox.id, old), isEnded))
    .returning({ id: mailOutbox.id });
  return links.length + removed.length;
}
