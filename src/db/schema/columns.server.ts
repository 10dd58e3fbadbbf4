import { sql } from "drizzle-orm";
import { bigint, customType, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { newId } from "#core/ids.ts";
import type { SecretHash } from "#core/secret-hash.server.ts";

/** The id is a UUIDv7 of the shop, known before the insert. */
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

/** The hash of a token or code, which is looked up by it. A test fails for a column that holds such a secret in clear. */
export const secretHash = (name: string) => text(name).$type<SecretHash>();

/** What the secret box makes (ADR 0038); the schema must not import an adapter. */
type SealedText = { keyId: string; nonce: string; tag: string; text: string };

/**
 * A value that is sealed with the measurement key, stored as jsonb. A column of this type is declared with `sealedColumn`; a type of
 * its own, so that a test finds those that are not.
 */
export const sealedText = customType<{ data: SealedText; driverData: string }>({
  dataType: () => "jsonb",
  toDriver: (sealed) => JSON.stringify(sealed),
});

/**
 * The key of a file in the shop's storage, as text. A column of this type is declared in `src/db/stored-files.server.ts`; a type of its
 * own, so that a test finds those that are not.
 */
export const storageKey = customType<{ data: string }>({ dataType: () => "text" });
