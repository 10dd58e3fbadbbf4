import { sql } from "drizzle-orm";
import { check, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id, minorUnits, moment } from "./columns.server.ts";

/** Their money is in `payments`. */
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
    createdAt: createdAt(),
    completedAt: moment("completed_at"),
  },
  (table) => [check("donations_amount_positive", sql`${table.amountMinor} > 0`)],
);
