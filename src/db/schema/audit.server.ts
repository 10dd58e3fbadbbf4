import { index, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";

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
    // Activity reads all, one subject, record or person, newest first.
    index("audit_log_newest").on(table.createdAt.desc(), table.id.desc()),
    index("audit_log_of_subject").on(table.subject, table.createdAt.desc(), table.id.desc()),
    index("audit_log_subject").on(table.subject, table.subjectId, table.createdAt.desc()),
    index("audit_log_of_person").on(table.actorId, table.createdAt.desc(), table.id.desc()),
  ],
);
