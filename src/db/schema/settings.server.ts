import { index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id, moment, updatedAt } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";

/** What the owner sets, one row a subject (general, footer, integrations, cart, shipping, ...). */
export const siteSettings = pgTable("site_settings", {
  settingName: text("setting_name").primaryKey(),
  settingValue: jsonb("setting_value").$type<Record<string, unknown>>().notNull(),
  version: integer("version").notNull().default(1),
  updatedAt: updatedAt(),
});

/** Who changed what and when. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: id(),
    actorId: uuid("actor_id").references(() => profiles.id, { onDelete: "set null" }),
    actorName: text("actor_name").notNull(),
    action: text("action").notNull(),
    subject: text("subject").notNull(),
    subjectId: text("subject_id").notNull(),
    before: jsonb("before").$type<Record<string, unknown> | null>(),
    after: jsonb("after").$type<Record<string, unknown> | null>(),
    createdAt: createdAt(),
  },
  (table) => [
    // As Activity reads it: everything, one subject, one thing, one person, each newest first.
    index("audit_log_newest").on(table.createdAt.desc(), table.id.desc()),
    index("audit_log_of_subject").on(table.subject, table.createdAt.desc(), table.id.desc()),
    index("audit_log_subject").on(table.subject, table.subjectId, table.createdAt.desc()),
    index("audit_log_of_person").on(table.actorId, table.createdAt.desc(), table.id.desc()),
  ],
);

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
