import { customType, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id } from "#db/schema/columns.server.ts";

const milliseconds = customType<{ data: Date; driverData: number }>({
  dataType: () => "bigint",
  toDriver: (moment) => moment.getTime(),
  fromDriver: (value) => new Date(Number(value)),
});

/**
 * better-auth's counters (db/schema/identity) as rate-limiter-flexible names them. The last column is the
 * counter's end, so any clean-up may delete it an hour later.
 */
export const requestCounters = pgTable("rate_limits", {
  id: id(),
  key: text("key").notNull().unique(),
  points: integer("count").notNull(),
  expire: milliseconds("last_request").notNull(),
});
