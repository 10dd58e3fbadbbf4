import { and, asc, eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentMovements } from "#db/schema/refunds.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin, isSignedIn } from "#features/identity/actor.ts";
import { findOrderById } from "#features/orders/order-queries.server.ts";
import { getSiteShell } from "#features/settings/site-settings-queries.server.ts";
import { invoiceDocument } from "./order-document.ts";
import { renderPdf } from "./render-pdf.server.ts";

/** A PDF and what it is called, without its ending. */
export type PdfFile = { fileName: string; bytes: Buffer };

type Input = {
  actor: Actor;
  orderId: string;
  /** Who reads it: the shop reads every order's, a buyer their own alone, admins too. */
  reader: "shop" | "buyer";
};

async function mayRead(db: Queryable, { actor, orderId, reader }: Input) {
  if (reader === "shop") return isAdmin(actor) ? null : ("forbidden" as const);
  if (!isSignedIn(actor)) return "forbidden" as const;
  const [own] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.id, orderId), eq(orders.userId, actor.userId)));
  return own ? null : ("not_found" as const);
}

/** The invoice of a paid order as a PDF on A4; an order that nobody has paid has none. */
export async function writeInvoice(
  deps: { db: Queryable },
  input: Input,
): Promise<Result<PdfFile, "forbidden" | "not_found">> {
  if (!isId(input.orderId)) {
    return fail(isSignedIn(input.actor) ? "not_found" : "forbidden");
  }
  const refusal = await mayRead(deps.db, input);
  if (refusal) return fail(refusal);
  const order = await findOrderById(deps.db, input.orderId);
  if (!order?.completedAt) return fail("not_found");
  const { general } = await getSiteShell(deps.db);
  const moved = await deps.db
    .select()
    .from(paymentMovements)
    .where(eq(paymentMovements.orderId, order.id))
    .orderBy(asc(paymentMovements.createdAt));
  const paper = invoiceDocument({
    house: general,
    order,
    paidBy: moved.find(({ kind }) => kind === "charge")?.method ?? "",
    refunds: moved
      .filter(({ kind }) => kind === "refund")
      .map(({ amountMinor, createdAt }) => ({
        amount: money(-amountMinor, order.totals.total.currency),
        at: createdAt,
      })),
  });
  return ok({ fileName: paper.fileName, bytes: await renderPdf(paper) });
}
