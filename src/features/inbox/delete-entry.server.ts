import { eq } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { entryRecord, lockEntries, tableOf } from "./locked-entries.server.ts";

/** Deletes an entry and its answers for good, as advertisements deserve; the log keeps that it was there, not what it said. */
export async function deleteEntry(
  deps: { db: Database },
  input: { actor: Actor; entryId: string },
): Promise<Result<null, "forbidden" | "not_found">> {
  const { actor } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  return deps.db.transaction(async (tx) => {
    const [entry] = (await lockEntries(tx, [input.entryId])) ?? [];
    if (!entry) return fail("not_found" as const);
    const table = tableOf(entry.kind);
    await tx.delete(table).where(eq(table.id, entry.id));
    await recordChanges(tx, actor, [entryRecord(entry, "deleted", null)]);
    return ok(null);
  });
}
