import { index, pgTable, text } from "drizzle-orm/pg-core";
import { createdAt, id } from "./columns.server.ts";

/**
 * One row for each thing that somebody without a confirmed account had the shop store, for a day: what a day's limits count
 * (visitor-limits.ts). The senders are hashes; no IP address is stored.
 */
export const visitorEntries = pgTable(
  "visitor_entries",
  {
    id: id(),
    /** A kind of `VISITOR_LIMITS`. */
    kind: text("kind").notNull(),
    /** Of an IPv4 address or a /64. */
    network: text("network").notNull(),
    /** Of the block of addresses around it. */
    block: text("block").notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    index("visitor_entries_of_kind").on(table.kind, table.createdAt),
    index("visitor_entries_oldest").on(table.createdAt),
  ],
);
