import { randomUUID } from "node:crypto";
import { asc, eq } from "drizzle-orm";
import { productVariants } from "#db/schema/catalog.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { settleSession } from "#features/sales/payments/settle-session.server.ts";
import type { CheckoutBench } from "./checkout.ts";
import { addProduct, payUnheard, placed, requestFor } from "./checkout.ts";
import { createCustomer } from "./sessions.ts";

async function person(bench: CheckoutBench, role: "admin" | "customer", name: string) {
  const email = `${name.toLowerCase()}-${randomUUID()}@example.com`;
  const userId = await createCustomer(bench.db, { email, role, name });
  return { role, userId, name, email } satisfies SignedIn;
}

/** Two blazers of M for $215.00 with shipping; 3 of M and 2 of L remain. */
export async function paidOrder(bench: CheckoutBench) {
  const owner = await person(bench, "admin", "Rosa");
  const customer = await person(bench, "customer", "Asha");
  const productId = await addProduct(bench.db, { dollars: 100, stock: { M: 5, L: 2 } });
  const order = await placed(bench, requestFor(productId, { quantity: 2 }));
  await bench.db.update(orders).set({ userId: customer.userId }).where(eq(orders.id, order.id));
  await payUnheard(bench, order.sessionId);
  const session = await bench.payments.readSession(order.sessionId);
  if (!session) throw new Error("The payment session is gone");
  await settleSession(bench, "test", session);
  const [line] = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
  const variants = await bench.db
    .select()
    .from(productVariants)
    .where(eq(productVariants.productId, productId))
    .orderBy(asc(productVariants.position));
  const [medium = "", large = ""] = variants.map(({ id }) => id);
  return { id: order.id, owner, customer, productId, lineId: line?.id ?? "", medium, large };
}
