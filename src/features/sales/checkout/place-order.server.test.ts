import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { AppError } from "#core/app-error.ts";
import type { ContentChange } from "#core/content-tag.ts";
import { productTags } from "#core/content-tag.ts";
import { money } from "#core/money-amount.ts";
import { contentVersion, productImages, products } from "#db/schema/catalog.server.ts";
import { orderEvents, orderItems, orders } from "#db/schema/orders.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import { expireCheckout } from "#features/sales/payments/expire-checkout.server.ts";
import { addImage } from "#tests/support/catalog.ts";
import type { CheckoutBench } from "#tests/support/checkout.ts";
import {
  addProduct,
  placed,
  refusedBecause,
  requestFor,
  reread,
  stockOf,
} from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { placeOrder } from "./place-order.server.ts";

const bench = checkoutSuite();

const versionNow = async () => (await bench.db.select().from(contentVersion))[0]?.version;

describe("placing an order", () => {
  test("is refused for a country without a shipping method, and the items are released at once", async () => {
    await bench.db.delete(siteSettings);
    const { methods } = SETTINGS_DEFAULTS.shipping;
    const home = methods.filter(({ onlyCountries }) => onlyCountries !== null);
    await bench.db.insert(siteSettings).values({
      settingName: "shipping",
      settingValue: { ...SETTINGS_DEFAULTS.shipping, methods: home },
      version: 1,
    });
    const id = await addProduct(bench.db);
    const abroad = requestFor(id, { destination: { country: "DE", city: "" } });
    expect(await refusedBecause(bench, abroad)).toMatchObject({
      code: "unserved",
      message: "We do not ship to Germany yet. Please choose another country or write to us.",
    });
    expect(await stockOf(bench.db, id)).toEqual({ stock: 5, held: 0 });
    await bench.db.delete(siteSettings);
  });

  test("stores the destination country, and the payment page shows its delivery days", async () => {
    const id = await addProduct(bench.db);
    const order = await placed(
      bench,
      requestFor(id, { destination: { country: "GY", city: "Georgetown" } }),
    );
    expect(order.destination).toBe("GY-Georgetown");
    const session = await bench.testPage.controls.look(order.sessionId);
    expect(session?.request.destination).toEqual({ country: "GY", city: "Georgetown" });
    const options = session?.request.shippingOptions ?? [];
    expect(options.find((each) => each.id === "standard")?.arrives).toEqual({
      from: "2026-11-30",
      until: "2026-12-03",
    });
  });

  // Specification 3.23, 3.24, 7.47
  test("stores a pending order with its lines, reserves the items and opens a payment page", async () => {
    const id = await addProduct(bench.db, { dollars: 749, stock: { M: 5 } });
    const before = await versionNow();
    const order = await placed(bench, requestFor(id, { quantity: 2 }));

    expect(order).toMatchObject({
      status: "pending",
      subtotalMinor: 149_800,
      totalMinor: 149_800,
      customerEmail: "shopper@example.com",
      userId: null,
    });
    expect(order.url).toBe(`https://shop.example/checkout/test-payment/${order.sessionId}`);
    expect(await stockOf(bench.db, id)).toEqual({ stock: 3, held: 1 });
    const items = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    expect(items).toMatchObject([{ productName: "Demerara Wool Blazer", size: "M", quantity: 2 }]);
    const steps = await bench.db.select().from(orderEvents);
    expect(steps.map((step) => step.type)).toContain("placed");
    expect(await versionNow()).toBeGreaterThan(before ?? 0);
  });

  test("keeps the image of the ordered color, for the order's pages and its email", async () => {
    const green = { hex: "#20382D", name: "Forest" };
    const id = await addProduct(bench.db, { color: green, stock: { M: 5 } });
    const red = await addImage(bench.db, "red");
    const forest = await addImage(bench.db, "forest");
    await bench.db.insert(productImages).values([
      { productId: id, mediaId: red, color: "#8E1F2B", primaryImage: true, position: 0 },
      { productId: id, mediaId: forest, color: green.hex, position: 1 },
    ]);
    const order = await placed(bench, requestFor(id));
    const items = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    expect(items.map(({ mediaId }) => mediaId)).toEqual([forest]);
  });

  test("takes no stock for a made-to-order size and leaves the public pages unchanged", async () => {
    const id = await addProduct(bench.db, { stock: { Custom: null } });
    await offerToMeasure(bench.db, id);
    const specification = await specify(bench, id);
    const before = await versionNow();
    const request = requestFor(id, { size: "Custom", quantity: 3 });
    const lines = request.lines.map((line) => ({ ...line, specification }));
    const order = await placed(bench, { ...request, lines });
    expect(order.madeToMeasure).toBe(true);
    const [item] = await bench.db.select().from(orderItems).where(eq(orderItems.orderId, order.id));
    expect(item?.madeToMeasure).toBe(true);
    expect(await stockOf(bench.db, id, "Custom")).toEqual({ stock: null, held: 0 });
    expect(await versionNow()).toBe(before);
  });

  test("leaves the public pages unchanged while more are left than they show, and changes only the product's own after that", async () => {
    const id = await addProduct(bench.db, { stock: { M: 6 } });
    const before = (await versionNow()) ?? 0;
    const changes: ContentChange[] = [];
    const content = { settle: async (change: ContentChange) => void changes.push(change) };
    await placed({ ...bench, content }, requestFor(id, { quantity: 2 }));
    expect([await versionNow(), changes]).toEqual([before, []]);
    const another = requestFor(id, { customerEmail: "another@example.com" });
    const last = await placed({ ...bench, content }, another);
    const tags = productTags([id]);
    expect(changes).toEqual([{ version: before + 1, tags }]);
    expect(await stockOf(bench.db, id)).toEqual({ stock: 3, held: 2 });
    await expireCheckout(
      { ...bench, content },
      { orderId: last.id, as: "expired", because: "time_passed" },
    );
    expect(changes.at(-1)).toEqual({ version: before + 2, tags });
  });

  test("releases what the same browser's unfinished checkout reserved", async () => {
    const id = await addProduct(bench.db, { stock: { M: 1 } });
    const earlier = await placed(bench, requestFor(id));
    const later = await placed(bench, requestFor(id, { replacesSession: earlier.sessionId }));
    expect((await reread(bench.db, earlier.id)).status).toBe("cancelled");
    expect(later.status).toBe("pending");
    expect(await stockOf(bench.db, id)).toEqual({ stock: 0, held: 1 });
  });

  // Specification 3.23
  test("stores the account of a signed-in customer", async () => {
    const userId = randomUUID();
    await bench.db.execute(
      `insert into profiles (id, name, email) values ('${userId}', 'Asha', 'asha@example.com')`,
    );
    const actor = { role: "customer", userId, name: "Asha", email: "asha@example.com" } as const;
    const order = await placed(bench, { ...requestFor(await addProduct(bench.db)), actor });
    expect(order.userId).toBe(userId);
  });

  test("is refused, among concurrent orders, only for lack of stock or as a duplicate", async () => {
    const plenty = await addProduct(bench.db, { stock: { M: 100 } });
    const scarce = await addProduct(bench.db, { stock: { M: 2 } });
    const twice = requestFor(plenty);
    const carts = [plenty, scarce, plenty, scarce, plenty, scarce, scarce];
    const results = await Promise.all(
      [
        twice,
        ...carts.map((id, n) => requestFor(id, { customerEmail: `shopper-${n}@example.com` })),
        twice,
      ].map((cart) => placeOrder(bench, cart)),
    );
    const pages = results.flatMap((result) => (result.ok ? [result.value.url] : []));
    const refused = results.flatMap((result) => (result.ok ? [] : [result.error.code]));
    expect(refused).toEqual(["changed", "changed"]);
    expect([pages.length, new Set(pages).size]).toEqual([7, 6]);
    expect((await stockOf(bench.db, plenty)).stock).toBe(96);
    expect((await stockOf(bench.db, scarce)).stock).toBe(0);
    expect(await bench.db.$count(orders)).toBe(6);
  });

  test("never deadlocks when two carts hold the same items in opposite order", async () => {
    const one = await addProduct(bench.db, { stock: { M: 100 } });
    const two = await addProduct(bench.db, { stock: { M: 100 } });
    const cart = (ids: string[]) => ({
      ...requestFor(one, { customerEmail: `${randomUUID()}@example.com` }),
      lines: ids.map((productId, n) => ({
        key: `${n}`,
        productId,
        size: "M",
        color: null,
        quantity: 1,
        shown: null,
      })),
    });
    await Promise.all(
      Array.from({ length: 40 }, (_, n) =>
        placed(bench, cart(n % 2 === 0 ? [one, two] : [two, one])),
      ),
    );
    expect((await stockOf(bench.db, one)).stock).toBe(60);
    expect((await stockOf(bench.db, two)).stock).toBe(60);
  });
});

describe("what the server decides", () => {
  test("a price that differs from the displayed one is reported, and nothing is stored", async () => {
    const id = await addProduct(bench.db, { dollars: 120 });
    const request = requestFor(id);
    const [line] = request.lines;
    if (!line) throw new Error("no line");
    const refused = await refusedBecause(bench, {
      ...request,
      lines: [{ ...line, shown: money(1) }],
    });
    expect(refused).toMatchObject({
      code: "changed",
      quote: {
        changes: [{ kind: "price", from: money(1), to: money(12_000) }],
        total: money(12_000),
      },
    });
    expect(await bench.db.$count(orders)).toBe(0);
    expect(await stockOf(bench.db, id)).toEqual({ stock: 5, held: 0 });
  });

  test("a total that differs from the displayed one is reported", async () => {
    const id = await addProduct(bench.db, { dollars: 120 });
    const refused = await refusedBecause(bench, requestFor(id, { shownTotal: money(11_999) }));
    expect(refused).toMatchObject({ quote: { changes: [{ kind: "total", to: money(12_000) }] } });
  });

  test("a deleted product is reported as no longer sold", async () => {
    const id = await addProduct(bench.db, { deletedAt: new Date() });
    expect(await refusedBecause(bench, requestFor(id))).toMatchObject({
      quote: { changes: [{ kind: "not_offered", key: "line" }], lines: [] },
    });
  });

  test("the upsell discount applies beside another product only, to one item", async () => {
    const scarf = await addProduct(bench.db, {
      slug: "silk-scarf",
      dollars: 89,
      stock: { One: 9 },
    });
    const alone = await placed(bench, requestFor(scarf, { size: "One", quantity: 2 }));
    expect(alone.totalMinor).toBe(17_800);
    const suit = await addProduct(bench.db, { dollars: 100 });
    const request = requestFor(suit, { customerEmail: "another@example.com" });
    const beside = await placed(bench, {
      ...request,
      lines: [
        ...request.lines,
        { key: "s", productId: scarf, size: "One", color: null, quantity: 2, shown: null },
      ],
    });
    expect(beside).toMatchObject({ subtotalMinor: 27_800, discountMinor: 1_335 });
    expect(beside.totalMinor).toBe(26_465);
    await bench.db.delete(products).where(eq(products.id, scarf));
  });

  test("an order above the maximum card payment is refused with a message", async () => {
    const id = await addProduct(bench.db, { dollars: 900_000, stock: { M: null } });
    expect((await refusedBecause(bench, requestFor(id, { quantity: 2 }))).code).toBe("too_large");
  });
});

describe("a payment provider that fails", () => {
  // Specification 8.44
  test("cancels the order, restores the stock at once and shows the specification's message", async () => {
    const id = await addProduct(bench.db, { stock: { M: 2 } });
    const failing: CheckoutBench = {
      ...bench,
      payments: {
        ...bench.payments,
        openSession: () => Promise.reject(new AppError("payment_provider", "away")),
      },
    };
    const refused = await refusedBecause(failing, requestFor(id));
    expect(refused).toEqual({ code: "provider", message: "Failed to create checkout session" });
    expect(await stockOf(bench.db, id)).toEqual({ stock: 2, held: 0 });
    const [order] = await bench.db.select().from(orders);
    expect(order?.status).toBe("cancelled");
  });
});
