import type { SQL } from "drizzle-orm";
import { and, eq, gt, like, ne, or } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Queryable, Transaction } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/settings.server.ts";

/** What became of a mail whose happening was taken back: it never went, it is out (or was just being sent), or there was none. */
export type MailFate = "withdrawn" | "out" | "none";

/** The mail of a happening, and those that were sent again word for word. */
function ofHappening(dedupeKey: string): SQL | undefined {
  return or(
    eq(mailOutbox.dedupeKey, dedupeKey),
    like(mailOutbox.dedupeKey, `${dedupeKey}:again:%`),
  );
}

/** A mail that was tried may be out, whatever came of the answer; one that its host refused, or that was given up, reached nobody. */
const mayBeOut = or(
  eq(mailOutbox.status, "sent"),
  and(eq(mailOutbox.status, "queued"), gt(mailOutbox.attempts, 0)),
);

/** Whether somebody may have read of this happening already. `dedupeKey` is a key of the shop's own making, without signs of a pattern. */
export async function isMailOut(db: Queryable, dedupeKey: string): Promise<boolean> {
  const rows = await db
    .select({ id: mailOutbox.id })
    .from(mailOutbox)
    .where(and(ofHappening(dedupeKey), mayBeOut))
    .limit(1);
  return rows.length > 0;
}

/**
 * Takes the mail of a happening back that was taken back itself: what still waits is never sent, what is out stays in the outbox under
 * another key, so that the happening, when it comes true after all, is told anew.
 */
export async function withdrawMail(tx: Transaction, dedupeKey: string): Promise<MailFate> {
  const isIt = ofHappening(dedupeKey);
  const waiting = await tx
    .delete(mailOutbox)
    .where(and(isIt, eq(mailOutbox.status, "queued")))
    .returning({ attempts: mailOutbox.attempts });
  // Asked afterwards: a mail that left while this waited for its row counts as out.
  const isOut = waiting.some(({ attempts }) => attempts > 0) || (await isMailOut(tx, dedupeKey));
  await tx
    .update(mailOutbox)
    .set({ dedupeKey: `${dedupeKey}:taken-back:${newId()}` })
    .where(and(eq(mailOutbox.dedupeKey, dedupeKey), ne(mailOutbox.status, "queued")));
  if (isOut) return "out";
  return waiting.length > 0 ? "withdrawn" : "none";
}
