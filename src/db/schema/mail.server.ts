import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns.server.ts";

/** Mails to send, written in the transaction of what they tell of and sent by a job with retries. */
export const mailOutbox = pgTable(
  "mail_outbox",
  {
    id: id(),
    /** One mail for one happening, however often the happening is processed. */
    dedupeKey: text("dedupe_key").notNull().unique(),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    /** Whom an answer reaches; null when that is the shop's own address. */
    replyTo: text("reply_to"),
    /** Ends mails of its kind without signing in; null for what is owed and always sent. */
    unsubscribeUrl: text("unsubscribe_url"),
    subject: text("subject").notNull(),
    textBody: text("text_body").notNull(),
    htmlBody: text("html_body").notNull(),
    status: text("status", { enum: ["queued", "sent", "failed", "bounced"] })
      .notNull()
      .default("queued"),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    /** When a receiving host refused it for good; null once the owner knows that its address works again. */
    bouncedAt: moment("bounced_at"),
    createdAt: createdAt(),
    sentAt: moment("sent_at"),
  },
  (table) => [index("mail_outbox_status").on(table.status, table.createdAt)],
);
