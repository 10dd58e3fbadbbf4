import { sql } from "drizzle-orm";
import { check, index, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";
import { contactMessages, guyanaSalesInquiries } from "./inbox.server.ts";
import { mailOutbox } from "./settings.server.ts";

/** Answers written from the inbox, each sent as a mail; of an inquiry or of a message, never of both. */
export const inboxReplies = pgTable(
  "inbox_replies",
  {
    id: id(),
    inquiryId: uuid("inquiry_id").references(() => guyanaSalesInquiries.id, {
      onDelete: "cascade",
    }),
    messageId: uuid("message_id").references(() => contactMessages.id, { onDelete: "cascade" }),
    mailId: uuid("mail_id").references(() => mailOutbox.id, { onDelete: "set null" }),
    authorId: uuid("author_id").references(() => profiles.id, { onDelete: "set null" }),
    authorName: text("author_name").notNull(),
    body: text("body").notNull(),
    /** One press of the button is one answer (house rule 10). */
    idempotencyKey: text("idempotency_key").unique(),
    createdAt: createdAt(),
  },
  (table) => [
    index("inbox_replies_inquiry").on(table.inquiryId, table.createdAt),
    index("inbox_replies_message").on(table.messageId, table.createdAt),
    check(
      "inbox_replies_of_one_thing",
      sql`num_nonnulls(${table.inquiryId}, ${table.messageId}) = 1`,
    ),
  ],
);

/** What the people of the shop know of a customer, with an account or without: found by the mail address in small letters. */
export const customerNotes = pgTable(
  "customer_notes",
  {
    id: id(),
    email: text("email").notNull(),
    authorId: uuid("author_id").references(() => profiles.id, { onDelete: "set null" }),
    authorName: text("author_name").notNull(),
    note: text("note").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("customer_notes_email").on(table.email, table.createdAt),
    check("customer_notes_email_small", sql`${table.email} = lower(${table.email})`),
  ],
);
