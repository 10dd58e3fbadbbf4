import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { products } from "./catalog.server.ts";
import { createdAt, id, minorUnits, moment } from "./columns.server.ts";

/** Purchase inquiries from the Guyana Sales dialog. */
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
    /** The colour's name as it was called then; empty when none was chosen. */
    colorName: text("color_name").notNull().default(""),
    quantity: integer("quantity").notNull().default(1),
    additionalNotes: text("additional_notes").notNull().default(""),
    status: text("status", { enum: ["new", "answered", "closed"] })
      .notNull()
      .default("new"),
    /** One press of the button with one set of words: a repeated press finds the inquiry that is there (house rule 10). */
    submissionKey: text("submission_key").unique(),
    /** When the first answer went out, by which the 24-hour promise is measured. */
    answeredAt: moment("answered_at"),
    closedAt: moment("closed_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("guyana_sales_inquiries_newest").on(table.createdAt.desc()),
    index("guyana_sales_inquiries_email").on(sql`lower(${table.email})`),
    index("guyana_sales_inquiries_unanswered").on(table.createdAt).where(sql`status = 'new'`),
    check("guyana_sales_inquiries_quantity_positive", sql`${table.quantity} >= 1`),
  ],
);

/** Messages from the contact form and the volunteer form. */
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
    answeredAt: moment("answered_at"),
    closedAt: moment("closed_at"),
    createdAt: createdAt(),
  },
  (table) => [
    index("contact_messages_newest").on(table.createdAt.desc()),
    index("contact_messages_email").on(sql`lower(${table.email})`),
    index("contact_messages_unanswered").on(table.createdAt).where(sql`status = 'new'`),
  ],
);

/** Gifts to New Dawn; a donation is no order. */
export const donations = pgTable(
  "donations",
  {
    id: id(),
    amountMinor: minorUnits("amount_minor").notNull(),
    currency: text("currency").notNull().default("USD"),
    email: text("email").notNull(),
    status: text("status", { enum: ["pending", "completed", "expired"] })
      .notNull()
      .default("pending"),
    providerSessionId: text("provider_session_id").unique(),
    paymentIntentId: text("payment_intent_id").unique(),
    createdAt: createdAt(),
    completedAt: moment("completed_at"),
  },
  (table) => [check("donations_amount_positive", sql`${table.amountMinor} > 0`)],
);
