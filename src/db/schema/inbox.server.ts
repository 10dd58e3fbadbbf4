import { sql } from "drizzle-orm";
import { check, index, integer, jsonb, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { products } from "./catalog.server.ts";
import { createdAt, id, moment } from "./columns.server.ts";
import { profiles } from "./identity.server.ts";
import { mailOutbox } from "./mail.server.ts";
import { fitSpecifications } from "./specifications.server.ts";

/** What was asked for, at the price of that time. Amounts in minor units; no measurement. */
type InquiredFit = {
  options: { group: string; choice: string }[];
  unitPriceMinor: number;
  currency: string;
  extraDays: number;
};

/** The Guyana Sales dialog writes them. */
export const guyanaSalesInquiries = pgTable(
  "guyana_sales_inquiries",
  {
    id: id(),
    firstName: text("first_name").notNull(),
    lastName: text("last_name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull(),
    address: text("address").notNull(),
    city: text("city").notNull(),
    postalCode: text("postal_code").notNull().default(""),
    productId: uuid("product_id").references(() => products.id, { onDelete: "set null" }),
    productName: text("product_name").notNull(),
    size: text("size").notNull(),
    /** The name at that time. */
    colorName: text("color_name").notNull().default(""),
    quantity: integer("quantity").notNull().default(1),
    additionalNotes: text("additional_notes").notNull().default(""),
    /** Of a made-to-measure inquiry: its measurements, which only the atelier opens; null once they are deleted. */
    specificationId: uuid("specification_id").references(() => fitSpecifications.id, {
      onDelete: "set null",
    }),
    fit: jsonb("fit").$type<InquiredFit>(),
    status: text("status", { enum: ["new", "answered", "closed"] })
      .notNull()
      .default("new"),
    /** One press of the button with one text has one key. */
    submissionKey: text("submission_key").unique(),
    /** Measures the 24-hour promise. */
    respondedAt: moment("answered_at"),
    closedAt: moment("closed_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("guyana_sales_inquiries_newest").on(table.createdAt.desc()),
    index("guyana_sales_inquiries_email").on(sql`lower(${table.email})`),
    index("guyana_sales_inquiries_specification")
      .on(table.specificationId)
      .where(sql`specification_id is not null`),
    index("guyana_sales_inquiries_unanswered").on(table.createdAt).where(sql`status = 'new'`),
    check("guyana_sales_inquiries_quantity_positive", sql`${table.quantity} >= 1`),
  ],
);

export const contactMessages = pgTable(
  "contact_messages",
  {
    id: id(),
    kind: text("kind", { enum: ["contact", "volunteer"] })
      .notNull()
      .default("contact"),
    fullName: text("full_name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull().default(""),
    subject: text("subject").notNull().default(""),
    message: text("message").notNull(),
    status: text("status", { enum: ["new", "answered", "closed"] })
      .notNull()
      .default("new"),
    respondedAt: moment("answered_at"),
    closedAt: moment("closed_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("contact_messages_newest").on(table.createdAt.desc()),
    index("contact_messages_email").on(sql`lower(${table.email})`),
    index("contact_messages_unanswered").on(table.createdAt).where(sql`status = 'new'`),
  ],
);

/** A reply is sent by email, to either an inquiry or a message. */
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
    /** One press of the button has one key. */
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
