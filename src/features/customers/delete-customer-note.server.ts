import { and, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { customerNotes } from "#db/schema/customer-notes.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";

/** Deletes one of the actor's own notes about a customer; those of others stay. */
export async function deleteCustomerNote(
  deps: { db: Database },
  input: { actor: Actor; noteId: string },
): Promise<Result<null, "forbidden" | "not_found">> {
  const { actor, noteId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(noteId)) return fail("not_found");
  return deps.db.transaction(async (tx) => {
    const [gone] = await tx
      .delete(customerNotes)
      .where(and(eq(customerNotes.id, noteId), eq(customerNotes.authorId, actor.userId)))
      .returning({ id: customerNotes.id });
    if (!gone) return fail("not_found" as const);
    const before = { name: "a note" };
    await recordChanges(tx, actor, [
      { action: "deleted", subject: "customer", subjectId: noteId, before, after: null },
    ]);
    return ok(null);
  });
}
