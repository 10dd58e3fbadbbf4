import { and, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { openDatabase } from "#db/client.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { resealContract } from "./seal-contract.server.ts";

type Deps = {
  db: Database;
  /** Only the tables' owner may reseal (ADR 0039). */
  ownerUrl: string;
  measurementBox: SecretBox;
};

/**
 * Seals every contract with the current measurement key, so that former keys can be removed; hashes stay valid. Idempotent, and
 * signs in as the owner only where something is sealed with a former key. What no key opens stays as it is and is counted.
 */
export async function resealContracts({
  db,
  measurementBox,
  ownerUrl,
}: Deps): Promise<{ resealed: number; unreadable: number }> {
  const { id, orderItemId, sealed, version } = contracts;
  const rows = await db
    .select({ id, orderItemId, sealed, version })
    .from(contracts)
    .where(and(isNotNull(sealed), sql`${sealed} ->> 'keyId' <> ${measurementBox.keyId}`));
  const count = { resealed: 0, unreadable: 0 };
  if (rows.length === 0) return count;
  const owner = openDatabase({ url: ownerUrl, maxConnections: 1 });
  try {
    await owner.db.transaction(async (tx) => {
      for (const row of rows) {
        const next = row.sealed && resealContract(measurementBox, { ...row, sealed: row.sealed });
        if (!next) {
          count.unreadable += 1;
          continue;
        }
        await tx.execute(
          sql`select reseal_contract(${row.id}::uuid, ${JSON.stringify(next)}::jsonb)`,
        );
        count.resealed += 1;
      }
    });
  } finally {
    await owner.close();
  }
  return count;
}
