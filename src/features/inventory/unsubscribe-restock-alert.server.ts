import { and, eq, inArray, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database } from "#db/client.server.ts";
import { mailOutbox } from "#db/schema/settings.server.ts";
import { backInStockRequests } from "#db/schema/stock.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { readRestockAlertToken } from "./restock-alert-token.server.ts";

/**
 * Forgets everything that the address of a mail's link asked to be told of, for whoever holds the link; pressed twice it is done once.
 * A mail that waits to be sent goes no more.
 */
export async function unsubscribeRestockAlert(
  deps: { db: Database; auth: Auth },
  input: { token: string | null },
): Promise<Result<null, "unknown_link">> {
  const id = readRestockAlertToken(deps.auth, input.token);
  if (id === null) return fail("unknown_link");
  await deps.db.transaction(async (tx) => {
    const [request] = await tx
      .select({ email: backInStockRequests.email })
      .from(backInStockRequests)
      .where(eq(backInStockRequests.id, id));
    if (!request) return;
    const gone = await tx
      .delete(backInStockRequests)
      .where(eq(sql`lower(${backInStockRequests.email})`, request.email.toLowerCase()))
      .returning({ id: backInStockRequests.id });
    const waiting = gone.map((row) => `back-in-stock:${row.id}`);
    await tx
      .delete(mailOutbox)
      .where(and(inArray(mailOutbox.dedupeKey, waiting), eq(mailOutbox.status, "queued")));
  });
  return ok(null);
}
