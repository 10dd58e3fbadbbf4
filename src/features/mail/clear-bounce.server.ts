import { and, eq, isNotNull, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/settings.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";

/**
 * Takes the mark from the address of a mail that came back, because the owner knows that it works again: news goes there as before. The mails that
 * came back stay as they are. The log names the mail and not the address, so that it holds nothing to forget. Pressed twice it is done once.
 */
export async function clearBounce(
  deps: { db: Database },
  input: { actor: Actor; mailId: string },
): Promise<Result<null, "forbidden" | "not_found">> {
  const { actor, mailId } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(mailId)) return fail("not_found");
  return deps.db.transaction(async (tx) => {
    const [mail] = await tx
      .select({ recipient: mailOutbox.recipient, subject: mailOutbox.subject })
      .from(mailOutbox)
      .where(eq(mailOutbox.id, mailId));
    if (!mail) return fail("not_found" as const);
    const cleared = await tx
      .update(mailOutbox)
      .set({ bouncedAt: null })
      .where(
        and(
          eq(mailOutbox.status, "bounced"),
          isNotNull(mailOutbox.bouncedAt),
          eq(sql`lower(${mailOutbox.recipient})`, mail.recipient.toLowerCase()),
        ),
      )
      .returning({ id: mailOutbox.id });
    if (cleared.length === 0) return ok(null);
    const name = mail.subject;
    await recordChanges(tx, actor, [
      {
        action: "address works again",
        subject: "mail",
        subjectId: mailId,
        before: { name, comesBack: true },
        after: { name, comesBack: false },
      },
    ]);
    return ok(null);
  });
}
