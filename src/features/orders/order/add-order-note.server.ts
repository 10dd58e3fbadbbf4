import { and, eq, gt } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyText } from "#core/submitted-text.ts";
import type { Database } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { orderNotes } from "#db/schema/orders.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import { lockOrder } from "./order-queries.server.ts";

export const MAX_ORDER_NOTE_LENGTH = 2_000;
/** Same text and person. */
const SECOND_PRESS_MS = 60 * 1000;

/** Writes a staff note about an order. */
export const addOrderNote = asAdmin(
  async (
    deps: { db: Database; clock: Clock },
    input: { actor: Admin; orderId: string; note: string },
  ): Promise<Result<null, "not_found" | "empty" | "too_long">> => {
    const { actor, orderId } = input;
    if (!isId(orderId)) return fail("not_found");
    const note = tidyText(input.note);
    if (note === "") return fail("empty");
    if (note.length > MAX_ORDER_NOTE_LENGTH) return fail("too_long");
    const now = deps.clock.now();
    return inTransaction(deps.db, async (tx) => {
      const order = await lockOrder(tx, orderId);
      if (!order) return fail("not_found" as const);
      const [twin] = await tx
        .select({ id: orderNotes.id })
        .from(orderNotes)
        .where(
          and(
            eq(orderNotes.orderId, orderId),
            eq(orderNotes.authorId, actor.userId),
            eq(orderNotes.note, note),
            gt(orderNotes.createdAt, new Date(now.getTime() - SECOND_PRESS_MS)),
          ),
        );
      if (!twin) {
        const author = { authorId: actor.userId, authorName: actor.name };
        await tx.insert(orderNotes).values({ orderId, note, ...author, createdAt: now });
      }
      return ok(null);
    });
  },
);
