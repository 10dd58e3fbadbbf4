import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database, Queryable } from "#db/client.server.ts";
import { cartLines } from "#db/schema/cart.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { resealSpecification } from "./seal-specification.server.ts";

/** A guest's cart is in a browser, so its specification stays as long as a cart is likely to be used. */
export const SPECIFICATION_RETENTION_DAYS = 180;

const DAY_MS = 86_400_000;

/**
 * Deletes specifications older than `SPECIFICATION_RETENTION_DAYS` that no account's cart holds; an ordered one lives on in
 * its contract. Returns how many, at most `limit`.
 */
export async function deleteOldSpecifications(
  db: Queryable,
  { limit, now }: { now: Date; limit: number },
): Promise<number> {
  const { createdAt, id } = fitSpecifications;
  const before = new Date(now.getTime() - SPECIFICATION_RETENTION_DAYS * DAY_MS);
  const inCart = sql`exists (select from ${cartLines} where ${cartLines.specification} = ${id}::text
    and ${cartLines.quantity} > 0)`;
  const due = db
    .select({ id })
    .from(fitSpecifications)
    .where(and(sql`${createdAt} < ${before.toISOString()}::timestamptz`, sql`not ${inCart}`))
    .limit(limit);
  const deleted = await db
    .delete(fitSpecifications)
    .where(sql`${id} in (${due})`)
    .returning({ id });
  return deleted.length;
}

/**
 * Seals every specification with the current measurement key, so that former keys can be removed; hashes stay valid.
 * Idempotent. What no key opens stays as it is and is counted.
 */
export async function resealSpecifications({
  db,
  measurementBox,
}: {
  db: Database;
  measurementBox: SecretBox;
}): Promise<{ resealed: number; unreadable: number }> {
  const { id, sealed } = fitSpecifications;
  const rows = await db
    .select({ id, sealed })
    .from(fitSpecifications)
    .where(and(isNotNull(sealed), sql`${sealed} ->> 'keyId' <> ${measurementBox.keyId}`));
  const count = { resealed: 0, unreadable: 0 };
  for (const row of rows) {
    const next = row.sealed && resealSpecification(measurementBox, { ...row, sealed: row.sealed });
    if (!next) {
      count.unreadable += 1;
      continue;
    }
    await db.update(fitSpecifications).set({ sealed: next }).where(eq(id, row.id));
    count.resealed += 1;
  }
  return count;
}
