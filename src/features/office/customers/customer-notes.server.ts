import { and, eq } from "drizzle-orm";
import { isId, newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyText } from "#core/submitted-text.ts";
import type { Database } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { customerNotes } from "#db/schema/customers.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { Clock } from "#platform/clock.server.ts";

/** Deletes one of the actor's own notes. */
export const deleteCustomerNote = asAdmin(
  async (
    deps: { db: Database },
    input: { actor: Admin; noteId: string },
  ): Promise<Result<null, "not_found">> => {
    const { actor, noteId } = input;
    if (!isId(noteId)) return fail("not_found");
    return inTransaction(deps.db, async (tx) => {
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
  },
);

const MAX_CUSTOMER_NOTE_LENGTH = 2_000;

export type NoteFailure = "forbidden" | "empty" | "too_long";

/** Writes a staff note. Repeating the text adds nothing; the log omits the text. */
export const writeCustomerNote = asAdmin(
  async (
    deps: { db: Database; clock: Clock },
    input: { actor: Admin; email: string; note: string },
  ): Promise<Result<{ noteId: string }, NoteFailure>> => {
    const { actor } = input;
    const email = input.email.toLowerCase();
    const note = tidyText(input.note);
    if (note === "") return fail("empty");
    if (note.length > MAX_CUSTOMER_NOTE_LENGTH) return fail("too_long");
    return deps.db.transaction(async (tx) => {
      const [same] = await tx
        .select({ noteId: customerNotes.id })
        .from(customerNotes)
        .where(
          and(
            eq(customerNotes.email, email),
            eq(customerNotes.note, note),
            eq(customerNotes.authorId, actor.userId),
          ),
        );
      if (same) return ok(same);
      const noteId = newId();
      await tx.insert(customerNotes).values({
        id: noteId,
        email,
        note,
        authorId: actor.userId,
        authorName: actor.name,
        createdAt: deps.clock.now(),
      });
      const after = { name: "a note" };
      await recordChanges(tx, actor, [
        { action: "wrote", subject: "customer", subjectId: noteId, before: null, after },
      ]);
      return ok({ noteId });
    });
  },
);

export const noteFailureMessages: Record<Exclude<NoteFailure, "forbidden">, string> = {
  empty: "Please write the note first",
  too_long: "A note can have up to 2,000 characters",
};
