import { and, inArray, lt, ne, or, sql } from "drizzle-orm";
import { DELETED_EMAIL } from "#core/email.ts";
import type { Database } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { EmailRegistry } from "./email.ts";
import { kindsWithOneTimeLink } from "./email.ts";
import { REMOVED_CONTENT } from "./outbox.ts";

/** An address that bounced stays, so that no marketing email goes there. */
const bounced = sql`exists (select from mail_outbox b
  where b.bounced_at is not null and lower(b.recipient) = lower(${mailOutbox.recipient}))`;

const isEnded = ne(mailOutbox.status, "queued");
const hasContent = ne(mailOutbox.htmlBody, REMOVED_CONTENT.htmlBody);

/**
 * Removes content, subject and addresses of at most `limit` emails written before a moment, and the one-time links of
 * every ended email that still has them. Waiting emails stay. A row remains: it prevents a second email about its event,
 * and an address that bounced. Returns how many were changed; 0 means none is left.
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
      // As its label: a subject may name who wrote.
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
