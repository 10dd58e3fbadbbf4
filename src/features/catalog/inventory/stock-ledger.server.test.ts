import { randomUUID } from "node:crypto";
import { asc, eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { stockMovements } from "#db/schema/inventory.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { placeOrder } from "#features/sales/checkout/place-order.server.ts";
import { expireCheckout } from "#features/sales/payments/expire-checkout.server.ts";
import { settlePayment } from "#features/sales/payments/settle-session.server.ts";
import { addProduct, payUnheard, placed, requestFor, stockOf } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { unbalancedStock } from "#tests/support/stock.ts";
import { moveStock, restockItems } from "./stock-ledger.server.ts";

const bench = checkoutSuite();

const idOf = async (productId: string, size = "M") => {
  const rows = await bench.db
    .select()
    .from(productVariants)
    .where(eq(productVariants.productId, productId));
  const id = rows.find((row) => row.size === size)?.id;
  if (!id) throw new Error("no combination");
  return id;
};

const ledgerOf = async (variantId: string) => {
  const rows = await bench.db
    .select()
    .from(stockMovements)
    .where(eq(stockMovements.variantId, variantId))
    .orderBy(asc(stockMovements.createdAt));
  return rows.map(({ kind, quantity, actorName, note }) => [kind, quantity, actorName, note]);
};

const setCount = (variantId: string, stockCount: number | null) =>
  bench.db.update(productVariants).set({ stockCount }).where(eq(productVariants.id, variantId));

async function pay(sessionId: string) {
  await payUnheard(bench, sessionId);
  const session = await bench.payments.readSession(sessionId);
  if (!session) throw new Error("no session");
  return settlePayment(bench, {
    id: randomUUID(),
    provider: "test",
    type: "session.paid",
    session,
  });
}

describe("the stock ledger", () => {
  test("begins with the count of a new variant and has no entry for one made to order", async () => {
    const product = await addProduct(bench.db, { stock: { M: 5, L: null, S: 0 } });
    expect(await ledgerOf(await idOf(product))).toEqual([["opening", 5, "", ""]]);
    expect(await ledgerOf(await idOf(product, "L"))).toEqual([]);
    expect(await ledgerOf(await idOf(product, "S"))).toEqual([]);
  });

  test("records a sale when an order is paid, and nothing when a reservation begins or ends", async () => {
    const product = await addProduct(bench.db, { stock: { M: 9 } });
    const id = await idOf(product);
    const left = await placed(bench, requestFor(product, { quantity: 2 }));
    await expireCheckout(bench, { orderId: left.id, as: "expired", because: "time_passed" });
    const order = await placed(bench, requestFor(product, { quantity: 3 }));
    expect(await ledgerOf(id)).toEqual([["opening", 9, "", ""]]);
    await pay(order.sessionId);
    expect(await ledgerOf(id)).toEqual([
      ["opening", 9, "", ""],
      ["sold", -3, "", ""],
    ]);
  });

  test("records a sale for a payment that arrives after its reservation ended", async () => {
    const product = await addProduct(bench.db, { stock: { M: 5 } });
    const order = await placed(bench, requestFor(product, { quantity: 2 }));
    const session = await bench.payments.readSession(order.sessionId);
    if (!session) throw new Error("no session");
    await settlePayment(bench, {
      id: randomUUID(),
      provider: "test",
      type: "session.expired",
      session,
    });
    await pay(order.sessionId);
    expect(await ledgerOf(await idOf(product))).toEqual([
      ["opening", 5, "", ""],
      ["sold", -2, "", ""],
    ]);
    expect(await stockOf(bench.db, product)).toEqual({ stock: 3, held: 0 });
  });

  test("records restocked returns under their order, and nothing for made to order", async () => {
    const product = await addProduct(bench.db, { stock: { M: 5, L: null } });
    const order = await placed(bench, requestFor(product, { quantity: 2 }));
    await pay(order.sessionId);
    const variantId = await idOf(product);
    const madeToOrder = await idOf(product, "L");
    const back = (items: { variantId: string; quantity: number }[]) =>
      bench.db.transaction((tx) =>
        restockItems(tx, { orderId: order.id, quantity: items, actor: null, note: "Parcel 7" }),
      );
    expect(await back([{ variantId, quantity: 1 }])).toEqual([product]);
    expect(await back([{ variantId: madeToOrder, quantity: 1 }])).toEqual([]);
    expect((await stockOf(bench.db, product)).stock).toBe(4);
    expect(await ledgerOf(variantId)).toContainEqual(["returned", 1, "", "Parcel 7"]);
    expect(await ledgerOf(madeToOrder)).toEqual([]);
  });

  test("names a product only when its pages show another stock", async () => {
    const product = await addProduct(bench.db, { stock: { M: 5 } });
    const variantId = await idOf(product);
    const move = (quantity: number) =>
      bench.db.transaction((tx) =>
        moveStock(tx, { kind: "corrected", quantity: [{ variantId, quantity }], actor: null }),
      );
    expect(await move(-1)).toEqual([]);
    expect(await move(-1)).toEqual([product]);
    expect(await move(-3)).toEqual([product]);
    expect(await move(20)).toEqual([product]);
    expect(await move(20)).toEqual([]);
  });

  test("records who changed a count, from the log entry of the same transaction, if the writer does not say", async () => {
    const product = await addProduct(bench.db, { stock: { M: 5 } });
    const id = await idOf(product);
    await bench.db.transaction(async (tx) => {
      await tx.update(productVariants).set({ stockCount: 9 }).where(eq(productVariants.id, id));
      const record = { action: "changed", subject: "product", subjectId: product };
      await tx.insert(auditLog).values({ actorName: "Marcia", ...record });
    });
    await bench.db.execute(sql`update product_variants set stock_count = 1 where id = ${id}`);
    expect(await ledgerOf(id)).toEqual([
      ["opening", 5, "", ""],
      ["corrected", 4, "Marcia", "changed"],
      ["corrected", -8, "", ""],
    ]);
  });

  test("ends at zero when a variant is no longer counted, and starts again when it is", async () => {
    const product = await addProduct(bench.db, { stock: { M: 5 } });
    const id = await idOf(product);
    const order = await placed(bench, requestFor(product, { quantity: 2 }));
    await setCount(id, null);
    await pay(order.sessionId);
    await setCount(id, 4);
    expect(await ledgerOf(id)).toEqual([
      ["opening", 5, "", ""],
      ["corrected", -5, "", ""],
      ["opening", 4, "", ""],
    ]);
  });

  test("corrects a movement that does not match the count, and a missing row", async () => {
    const product = await addProduct(bench.db, { stock: { M: 5 } });
    const id = await idOf(product);
    await bench.db.insert(stockMovements).values({ variantId: id, kind: "received", quantity: 7 });
    expect(await unbalancedStock(bench.db)).toEqual([]);
    await bench.db.delete(stockMovements).where(eq(stockMovements.kind, "received"));
    expect(await unbalancedStock(bench.db)).toEqual([]);
  });

  test("matches the stock under concurrent purchases, payments and counts", async () => {
    const product = await addProduct(bench.db, { stock: { M: 40 } });
    const id = await idOf(product);
    const buy = async (isPaid: boolean) => {
      // Each customer holds a share of their own.
      const customerEmail = `${randomUUID()}@example.com`;
      const order = await placed(bench, requestFor(product, { quantity: 1, customerEmail }));
      if (isPaid) await pay(order.sessionId);
      else await expireCheckout(bench, { orderId: order.id, as: "cancelled", because: "replaced" });
    };
    const count = (quantity: number) =>
      bench.db.transaction((tx) =>
        moveStock(tx, { kind: "corrected", quantity: [{ variantId: id, quantity }], actor: null }),
      );
    const raise = () =>
      bench.db.execute(
        sql`update product_variants set stock_count = stock_count + 1 where id = ${id}`,
      );
    await Promise.all(
      Array.from({ length: 20 }, (_, at) => [buy(at % 2 === 0), count(at % 3), raise()]).flat(),
    );
    expect(await unbalancedStock(bench.db)).toEqual([]);
    expect(await stockOf(bench.db, product)).toEqual({ stock: 40 - 10 + 19 + 20, held: 0 });
  });
});

type Step =
  | {
      do: "place" | "pay" | "latePay" | "expire" | "cancel" | "restock";
      at: number;
      quantity: number;
    }
  | { do: "save"; at: number; count: number | null }
  | { do: "move"; at: number; quantity: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom("place", "pay", "latePay", "expire", "cancel", "restock"),
      at: fc.nat(1),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc.record({
    do: fc.constant("save" as const),
    at: fc.nat(1),
    count: fc.option(fc.nat(6)),
  }),
  fc.record({
    do: fc.constant("move" as const),
    at: fc.nat(1),
    quantity: fc.integer({ min: -4, max: 4 }),
  }),
);

const owner: SignedIn = { role: "admin", userId: "", name: "Owner", email: "owner@example.com" };

test("the stock ledger keeps its balance in any sequence of purchases, payments, late payments, expiries, restocks and counts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 4, maxLength: 14 }), async (steps) => {
      const products = [
        await addProduct(bench.db, { stock: { M: 9 } }),
        await addProduct(bench.db, { stock: { M: null } }),
      ];
      const sessions: { id: string; sessionId: string; productId: string }[] = [];
      for (const step of steps) {
        const productId = products[step.at] ?? "";
        const variantId = await idOf(productId);
        const open = sessions.find((each) => each.productId === productId);
        if (step.do === "save") await setCount(variantId, step.count);
        else if (step.do === "move") {
          const items = [{ variantId, quantity: step.quantity }];
          await bench.db.transaction((tx) =>
            moveStock(tx, { kind: "corrected", quantity: items, actor: null, note: owner.name }),
          );
        } else if (step.do === "place") {
          const customerEmail = `${randomUUID()}@example.com`;
          const request = requestFor(productId, { quantity: step.quantity, customerEmail });
          const result = await placeOrder(bench, request);
          if (result.ok) {
            const { sessionId } = result.value;
            const [row] = await bench.db
              .select({ id: payments.orderId })
              .from(payments)
              .where(eq(payments.sessionId, sessionId));
            if (row?.id) sessions.unshift({ id: row.id, sessionId, productId });
          }
        } else if (open && step.do === "restock") {
          const items = [{ variantId, quantity: step.quantity }];
          await bench.db.transaction((tx) =>
            restockItems(tx, { orderId: open.id, quantity: items, actor: null }),
          );
        } else if (open && step.do === "pay") await pay(open.sessionId).catch(() => undefined);
        else if (open && step.do === "latePay") {
          const session = await bench.payments.readSession(open.sessionId);
          if (session?.status !== "open") continue;
          await settlePayment(bench, {
            id: randomUUID(),
            provider: "test",
            type: "session.expired",
            session,
          });
          await pay(open.sessionId);
        } else if (open && (step.do === "expire" || step.do === "cancel")) {
          const as = step.do === "expire" ? "expired" : "cancelled";
          await expireCheckout(bench, { orderId: open.id, as, because: "time_passed" });
        }
        expect(await unbalancedStock(bench.db)).toEqual([]);
      }
    }),
    { numRuns: 25 },
  );
});
