import { sql } from "drizzle-orm";
import { bigint, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "#core/ids.ts";

/** UUIDv7 primary key, made by the shop so that a row's id is known before it is written. */
export const id = () => uuid("id").primaryKey().$defaultFn(newId);

/** Integer minor units; 64 bits because a year's turnover in cents outgrows 32. */
export const minorUnits = (name: string) => bigint(name, { mode: "number" });

/** A moment, always with its zone. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** When the row was written. */
export const createdAt = () => moment("created_at").notNull().default(sql`now()`);

/** When the row was last changed. */
export const updatedAt = () =>
  moment("updated_at")
    .notNull()
    .default(sql`now()`)
    .$onUpdate(() => new Date());
