import { customType, integer, pgTable, text } from "drizzle-orm/pg-core";
import { id } from "#db/schema/columns.server.ts";

const milliseconds = customType<{ data: Date; driverData: number }>({
  dataType: () => "bigint",
  toDriver: (moment) => moment.getTime(),
  fromDriver: (value) => new Date(Number(value)),
});

/**
 * The table of better-auth's counters (db/schema/identity) with the names and types that rate-limiter-flexible uses.
 * Here the last column holds when a counter ends, so an hour after that every clean-up may delete the row.
 */
export const requestCounters = pgTable("rate_limits", {
  id: id(),
  key: text("key").notNull().unique(),
  points: integer("count").notNull(),
  expire: milliseconds("last_request").notNull(),
});
