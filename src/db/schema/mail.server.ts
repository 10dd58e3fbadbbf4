import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns.server.ts";

/** Written in the transaction of their event and sent by a job with retries. */
export const mailOutbox = pgTable(
  "mail_outbox",
  {
    id: id(),
    /** One email per event. */
    dedupeKey: text("dedupe_key").notNull().unique(),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    /** Null for the shop's own address. */
    replyTo: text("reply_to"),
    /** Without signing in; null for emails that are always sent. */
    unsubscribeUrl: text("unsubscribe_url"),
    subject: text("subject").notNull(),
    textBody: text("text_body").notNull(),
    htmlBody: text("html_body").notNull(),
    status: text("status", { enum: ["queued", "sent", "failed", "bounced"] })
      .notNull()
      .default("queued"),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    /** Refused for good by the host; null once the owner clears the bounce. */
    bouncedAt: moment("bounced_at"),
    createdAt: createdAt(),
    sentAt: moment("sent_at"),
    /** The process that is sending it, until the lease ends; null while nobody does. */
    sendingProcess: text("sending_process"),
    sendLeaseUntil: moment("send_lease_until"),
    /** Attempts that sent the whole content and got no reply: each of them may have arrived. */
    unconfirmedSends: integer("unconfirmed_sends").notNull().default(0),
  },
  (table) => [index("mail_outbox_status").on(table.status, table.createdAt)],
);
