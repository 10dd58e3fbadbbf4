import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { productVariants } from "#db/schema/catalog.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { stockReservations } from "#db/schema/inventory.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { holdersOf } from "#features/catalog/inventory/hold-limits.server.ts";
import { cancelCheckout } from "#features/sales/payments/expire-checkout.server.ts";
import { settleSession } from "#features/sales/payments/settle-session.server.ts";
import {
  addProduct,
  payUnheard,
  placed,
  refusedBecause,
  requestFor,
  reread,
  stockOf,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { untilLocksAwaited } from "#tests/support/database.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import type { RequestedLine } from "./checkout-input.ts";
import { placeOrder } from "./place-order.server.ts";
import { quoteCart } from "./quote-cart.server.ts";
import { reserveOrder } from "./write-order.server.ts";

const bench = checkoutSuite();

const ADDRESS = "203.0.113.7";

const lineOf = (productId: string, size: string, quantity: number): RequestedLine => ({
  key: `${productId}-${size}`,
  productId,
  size,
  quantity,
  color: null,
  shown: null,
});

/** A stranger with their own email. */
const anonymous = (lines: readonly RequestedLine[], clientIp: string | null = ADDRESS) => ({
  ...requestFor(lines[0]?.productId ?? "", { customerEmail: `${randomUUID()}@example.com` }),
  lines,
  clientIp,
});

async function customer(emailVerified = true) {
  const userId = randomUUID();
  const email = `${userId}@example.com`;
  await bench.db.insert(profiles).values({ id: userId, name: "Asha", email, emailVerified });
  return { role: "customer", userId, name: "Asha", email } as const;
}

const SIZES = ["XS", "S", "M", "L", "XL", "XXL", "One", "10", "12"];

/** 261 sizes with 1 to 12 items. */
async function stockTheShop(): Promise<RequestedLine[]> {
  const lines: RequestedLine[] = [];
  for (let product = 0; product < 29; product += 1) {
    const stock = Object.fromEntries(SIZES.map((size, n) => [size, 1 + ((product + n) % 12)]));
    const id = await addProduct(bench.db, { stock });
    lines.push(...SIZES.map((size) => lineOf(id, size, 99)));
  }
  return lines;
}

async function itemsHeld(): Promise<number> {
  const items = sql<number>`coalesce(sum(quantity), 0)::integer`;
  const [row] = await bench.db.select({ items }).from(stockReservations);
  return row?.items ?? 0;
}

const soldOut = () => bench.db.$count(productVariants, eq(productVariants.stockCount, 0));

/** As "Accept and continue" does. */
async function reserveAll(request: ReturnType<typeof anonymous>): Promise<void> {
  const result = await placeOrder(bench, request);
  if (result.ok || !("quote" in result.error) || result.error.quote.lines.length === 0) return;
  const lines = result.error.quote.lines.map((line) =>
    lineOf(line.productId, line.size, line.quantity),
  );
  await reserveAll(anonymous(lines, request.clientIp));
}

describe("an attack on the stock", () => {
  test("14 concurrent anonymous requests of one address for everything hold at most 24 items of 261 sizes", async () => {
    const lines = await stockTheShop();
    const others = await soldOut();
    await Promise.all(
      Array.from({ length: 14 }, (_, n) => {
        const first = (n * 19) % 261;
        return reserveAll(anonymous([...lines, ...lines].slice(first, first + 100)));
      }),
    );
    const items = await itemsHeld();
    const empty = (await soldOut()) - others;
    console.info(`14 requests: ${items} items held, ${empty} of 261 sizes unavailable`);
    expect(items).toBeGreaterThan(12);
    expect(items).toBeLessThanOrEqual(24);
    expect(empty).toBeLessThanOrEqual(24);
  });

  test("orders of one address that do not share a variant wait for each other, so that concurrency passes no limit", async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, () => addProduct(bench.db, { stock: { M: 40 } })),
    );
    let unfinished = ids.length;
    // As two processes.
    const outcomes = await Promise.all(
      ids.map((id) =>
        bench.db.transaction(async (tx) => {
          const request = anonymous([lineOf(id, "M", 3)]);
          const outcome = await reserveOrder(
            { ...bench, db: tx },
            {
              ...request,
              quote: await quoteCart({ ...bench, db: tx }, request),
              idempotencyKey: randomUUID(),
              userId: null,
              provider: "test",
              destination: "GY",
              reservedUntil: new Date(),
              holders: holdersOf({ ...request, isConfirmed: false }),
            },
          );
          unfinished -= 1;
          if (unfinished > 0) await untilLocksAwaited(tx, { count: 1 });
          return outcome.kind;
        }),
      ),
    );
    expect(outcomes.filter((kind) => kind === "placed")).toHaveLength(8);
    expect(outcomes.filter((kind) => kind === "limited")).toHaveLength(4);
    expect(await itemsHeld()).toBe(24);
  });

  test("of one address with ever new emails holds at most six of a size, and a third of what is left", async () => {
    const id = await addProduct(bench.db, { stock: { M: 60, S: 10 } });
    for (let n = 0; n < 6; n += 1) await reserveAll(anonymous([lineOf(id, "M", 9)]));
    expect((await stockOf(bench.db, id, "M")).stock).toBe(54);
    for (let n = 0; n < 6; n += 1) await reserveAll(anonymous([lineOf(id, "S", 9)]));
    expect((await stockOf(bench.db, id, "S")).stock).toBe(6);
  });

  test("of one address empties at most four sizes of which three are left, and is then offered a third", async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, () => addProduct(bench.db, { stock: { M: 3 } })),
    );
    for (const id of ids) await reserveAll(anonymous([lineOf(id, "M", 3)]));
    const left = await Promise.all(ids.map(async (id) => (await stockOf(bench.db, id, "M")).stock));
    expect(left).toEqual([0, 0, 0, 0, 2, 2, 2, 2, 2, 2, 2, 2]);
    expect(await itemsHeld()).toBe(20);
  });

  test("of one email from ever new addresses holds at most three of a size and twelve items", async () => {
    const customerEmail = "same@example.com";
    const ids = await Promise.all(
      Array.from({ length: 8 }, () => addProduct(bench.db, { stock: { M: 60 } })),
    );
    for (const [n, id] of ids.entries()) {
      const request = anonymous([lineOf(id, "M", 9)], `198.51.100.${n}`);
      const spelled = n % 2 === 0 ? customerEmail : customerEmail.toUpperCase();
      const refused = await refusedBecause(bench, { ...request, customerEmail: spelled });
      expect(refused.code).toBe("limited");
      const lines = "quote" in refused ? refused.quote.lines : [];
      if (lines.length === 0) continue;
      await placed(bench, { ...request, customerEmail, lines: [lineOf(id, "M", 3)] });
    }
    expect(await itemsHeld()).toBe(12);
  });

  test("of one address with ever new accounts whose emails are not confirmed holds no more than guests do", async () => {
    const ids = await Promise.all(
      Array.from({ length: 12 }, () => addProduct(bench.db, { stock: { M: 60 } })),
    );
    for (const id of ids) {
      const actor = await customer(false);
      const own = { ...anonymous([lineOf(id, "M", 20)]), customerEmail: actor.email, actor };
      expect((await refusedBecause(bench, own)).code).toBe("limited");
      await placeOrder(bench, { ...own, lines: [lineOf(id, "M", 3)] });
    }
    expect(await itemsHeld()).toBe(24);
  });

  test("of one browser, and of one IPv6 network, counts together", async () => {
    const id = await addProduct(bench.db, { stock: { M: 60, S: 60 } });
    const deviceId = "0123456789abcdef0123456789abcdef";
    const one = { ...anonymous([lineOf(id, "M", 3)], "198.51.100.1"), deviceId };
    const two = { ...anonymous([lineOf(id, "M", 1)], "198.51.100.2"), deviceId };
    await placed(bench, one);
    expect((await refusedBecause(bench, two)).code).toBe("limited");
    await placed(bench, anonymous([lineOf(id, "S", 3)], "2001:db8:1:2::1"));
    await placed(bench, anonymous([lineOf(id, "S", 3)], "2001:db8:1:2:aaaa::7"));
    const third = anonymous([lineOf(id, "S", 1)], "2001:db8:1:2:bbbb::7");
    expect((await refusedBecause(bench, third)).code).toBe("limited");
    await placed(bench, { ...third, clientIp: "2001:db8:1:3::1" });
  });
});

describe("an honest customer", () => {
  test("is offered what can be reserved, hears why and for how long, and can order it", async () => {
    const id = await addProduct(bench.db, { name: "Kaieteur Gown", stock: { M: 6 } });
    const refused = await refusedBecause(bench, anonymous([lineOf(id, "M", 4)]));
    expect(refused).toMatchObject({
      code: "limited",
      message: expect.stringContaining("cannot reserve all of your cart"),
      quote: { changes: [{ kind: "limited", quantity: 3 }], lines: [{ quantity: 3 }] },
    });
    expect(await stockOf(bench.db, id)).toEqual({ stock: 6, held: 0 });
    await placed(bench, anonymous([lineOf(id, "M", 3)]));
    bench.clock.advance(10 * 60_000);
    const others = await refusedBecause(bench, anonymous([lineOf(id, "M", 1)]));
    expect(others).toMatchObject({
      quote: { changes: [{ kind: "limited", quantity: 0, waitMinutes: 20 }], lines: [] },
    });
  });

  test.each([1, 2, 3])(
    "buys %i of the last three of a size, as a guest and with an account",
    async (quantity) => {
      const ids = [
        await addProduct(bench.db, { stock: { M: 3 } }),
        await addProduct(bench.db, { stock: { M: 3 } }),
      ] as const;
      await placed(bench, anonymous([lineOf(ids[0], "M", quantity)]));
      const actor = await customer();
      const own = anonymous([lineOf(ids[1], "M", quantity)]);
      await placed(bench, { ...own, customerEmail: actor.email, actor });
      expect(await itemsHeld()).toBe(2 * quantity);
    },
  );

  test("whose order is paid, cancelled or replaced can order again at once", async () => {
    const id = await addProduct(bench.db, { stock: { M: 1, S: 9 } });
    const request = anonymous([lineOf(id, "M", 1), lineOf(id, "S", 3)]);
    const first = await placed(bench, request);
    const { customerEmail } = request;
    const replacing = { ...request, idempotencyKey: randomUUID(), customerEmail };
    const second = await placed(bench, { ...replacing, replacesSession: first.sessionId });
    expect((await reread(bench.db, first.id)).status).toBe("cancelled");
    await cancelCheckout(bench, { orderId: second.id });
    const third = await placed(bench, { ...request, idempotencyKey: randomUUID() });
    await payUnheard(bench, third.sessionId);
    const session = await bench.payments.readSession(third.sessionId);
    if (session) await settleSession(bench, "test", session);
    const more = { ...request, lines: [lineOf(id, "S", 2)], idempotencyKey: randomUUID() };
    await placed(bench, more);
    expect(await itemsHeld()).toBe(2);
  });

  test("behind the address of a whole phone network buys beside others there", async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, () => addProduct(bench.db, { stock: { M: 12 } })),
    );
    const carts = Array.from({ length: 24 }, (_, n) =>
      anonymous([lineOf(ids[n % ids.length] ?? "", "M", 1)]),
    );
    await Promise.all(carts.map((cart) => placed(bench, cart)));
    expect(await bench.db.$count(orders, eq(orders.status, "pending"))).toBe(24);
  });

  test("with an account orders and pays 20 items of a size, whatever others on the network or under the email hold", async () => {
    const id = await addProduct(bench.db, { stock: { M: 40 } });
    const actor = await customer();
    for (let n = 0; n < 2; n += 1) await placed(bench, anonymous([lineOf(id, "M", 3)]));
    const stranger = { ...anonymous([lineOf(id, "M", 3)], "198.51.100.1") };
    await placed(bench, { ...stranger, customerEmail: actor.email });
    const own = { ...anonymous([lineOf(id, "M", 20)]), customerEmail: actor.email, actor };
    const order = await placed(bench, own);
    await payUnheard(bench, order.sessionId);
    const session = await bench.payments.readSession(order.sessionId);
    expect(session && (await settleSession(bench, "test", session))).toBe("completed");
    expect((await reread(bench.db, order.id)).status).toBe("completed");
  });

  test("who orders to measure is never limited, because nothing is reserved", async () => {
    const id = await addProduct(bench.db, { stock: { Custom: null } });
    await offerToMeasure(bench.db, id);
    const specification = await specify(bench, id);
    await placed(bench, anonymous([{ ...lineOf(id, "Custom", 99), specification }]));
  });
});

/** Three visitors of one network, one of two emails each, ordering from four sizes. */
const demands = fc.array(
  fc.record({
    email: fc.constantFrom("a@example.com", "b@example.com"),
    clientIp: fc.constantFrom("203.0.113.1", "203.0.113.2"),
    quantities: fc.oneof(
      fc.array(fc.nat(3), { minLength: 4, maxLength: 4 }),
      fc.array(fc.nat(9), { minLength: 4, maxLength: 4 }),
    ),
  }),
  { minLength: 1, maxLength: 6 },
);

const keyed = (column: "connectionKey" | "customerKey") =>
  bench.db
    .select({
      key: stockReservations[column],
      items: sql<number>`sum(${stockReservations.quantity})::integer`,
      most: sql<number>`max(${stockReservations.quantity})`,
    })
    .from(stockReservations)
    .groupBy(stockReservations[column]);

describe("whatever visitors order, with stocks of 0 to 9", () => {
  test("nobody holds more than the limits, an offer is accepted as it is, and a first small cart is never limited", async () => {
    const stocks = fc.array(fc.nat(9), { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(stocks, demands, async (counts, orderRequests) => {
        const sizes = ["S", "M", "L", "XL"];
        const stock = Object.fromEntries(sizes.map((size, n) => [size, counts[n] ?? 0]));
        const id = await addProduct(bench.db, { stock });
        await bench.db.delete(stockReservations);
        const known = new Set<string>();
        for (const { clientIp, email, quantities } of orderRequests) {
          const lines = quantities.flatMap((quantity, n) =>
            quantity === 0 ? [] : [lineOf(id, sizes[n] ?? "", quantity)],
          );
          if (lines.length === 0) continue;
          const request = () => ({ ...anonymous(lines, clientIp), customerEmail: email });
          const result = await placeOrder(bench, request());
          const isSmall =
            Math.max(...quantities) <= 3 && quantities.reduce((sum, each) => sum + each, 0) <= 12;
          const isFirst = !known.has(clientIp) && !known.has(email);
          if (!result.ok && isFirst && isSmall) expect(result.error.code).not.toBe("limited");
          if (result.ok) known.add(clientIp).add(email);
          if (result.ok || result.error.code !== "limited" || !("quote" in result.error)) continue;
          const offered = result.error.quote.lines.map((line) =>
            lineOf(line.productId, line.size, line.quantity),
          );
          if (offered.length === 0) continue;
          const accepted = await placeOrder(bench, { ...request(), lines: offered });
          expect(accepted.ok).toBe(true);
          known.add(clientIp).add(email);
        }
        for (const { items } of await keyed("customerKey")) expect(items).toBeLessThanOrEqual(12);
        for (const { items } of await keyed("connectionKey")) expect(items).toBeLessThanOrEqual(24);
        for (const { most } of await keyed("customerKey")) expect(most).toBeLessThanOrEqual(3);
      }),
      { numRuns: 25 },
    );
  });
});
