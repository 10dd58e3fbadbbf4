import { sql } from "drizzle-orm";
import { bigint, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "#core/ids.ts";

/** UUIDv7 by the shop: known before the insert. */
export const id = () => uuid("id").primaryKey().$defaultFn(newId);

/** 64 bits, because yearly revenue in cents exceeds 32. */
export const minorUnits = (name: string) => bigint(name, { mode: "number" });

export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

export const createdAt = () => moment("created_at").notNull().default(sql`now()`);

export const updatedAt = () =>
  moment("updated_at")
    .notNull()
    .default(sql`now()`)
    .$onUpdate(() => new Date());
