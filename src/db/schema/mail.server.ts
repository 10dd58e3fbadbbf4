import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, moment } from "./columns.server.ts";

/** Written with their event; a job sends with retries. */
export const mailOutbox = pgTable(
  "mail_outbox",
  {
    id: id(),
    /** One event has one email. */
    dedupeKey: text("dedupe_key").notNull().unique(),
    kind: text("kind").notNull(),
    recipient: text("recipient").notNull(),
    /** Null for the shop's own address. */
    replyTo: text("reply_to"),
    /** Without signing in; null for emails always sent. */
    unsubscribeUrl: text("unsubscribe_url"),
    subject: text("subject").notNull(),
    textBody: text("text_body").notNull(),
    htmlBody: text("html_body").notNull(),
    status: text("status", { enum: ["queued", "sent", "failed", "bounced"] })
      .notNull()
      .default("queued"),
    attempts: integer("attempts").notNull().default(0),
    lastError: text("last_error"),
    /** Refused permanently; null once the owner clears the bounce. */
    bouncedAt: moment("bounced_at"),
    createdAt: createdAt(),
    sentAt: moment("sent_at"),
    /**
     * What took the email: a mail server, or a file in the data folder, which reaches nobody. Null until then, and for what left before
     * the shop recorded it.
     */
    sentThrough: text("sent_through", { enum: ["server", "file"] }),
    /** The sending process, until the lease ends. */
    sendingProcess: text("sending_process"),
    sendLeaseUntil: moment("send_lease_until"),
    /** Attempts that sent the content without a reply: each may have arrived. */
    unconfirmedSends: integer("unconfirmed_sends").notNull().default(0),
  },
  (table) => [index("mail_outbox_status").on(table.status, table.createdAt)],
);
