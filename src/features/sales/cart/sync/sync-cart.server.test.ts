import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { cartLines } from "#db/schema/cart.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import type { Actor, SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { MAX_LINES } from "../cart.ts";
import type { SentLine } from "./cart-sync-input.ts";
import { parseSentLines } from "./cart-sync-input.ts";
import { syncCart } from "./sync-cart.server.ts";

const bench = accountSuite();
const GARNET = { hex: "#8E1F2B", name: "Garnet" };

function line(id: string, quantity = 1, more: Partial<SentLine> = {}): SentLine {
  return { id, size: "M", color: "", specification: "", quantity, agoMs: 0, guest: false, ...more };
}

async function sync(actor: Actor, sent: readonly SentLine[] = [], storedFor: string | null = null) {
  const synced = await syncCart(bench, { actor, storedFor: storedFor, sent });
  if (!synced.ok) throw new Error(synced.error);
  return synced.value;
}

const items = (cart: { lines: readonly { name: string; quantity: number }[] }) =>
  cart.lines.map(({ name, quantity }) => [name, quantity]);

async function addProducts() {
  const { db } = bench;
  return {
    gown: await addProduct(db, "Gown", { colors: [GARNET] }),
    shirt: await addProduct(db, "Shirt"),
  };
}

describe("a customer's cart", () => {
  test("reaches another device with the shop's names and prices", async () => {
    const { gown } = await addProducts();
    const asha = await bench.customer("asha@example.com");
    await sync(asha, [line(gown, 2, { color: GARNET.hex })]);
    const { lines } = await sync(asha);
    expect(lines).toEqual([
      {
        id: gown,
        slug: gown,
        name: "Gown",
        image: "",
        size: "M",
        price: 249,
        quantity: 2,
        color: "#8E1F2B",
        colorName: "Garnet",
        cartItemId: `${gown}|M|#8E1F2B`,
      },
    ]);
  });

  test("is merged line by line: the newest quantity wins, and a removal wins over an older line", async () => {
    const { gown, shirt } = await addProducts();
    const asha = await bench.customer("asha@example.com");
    await sync(asha, [line(gown, 3), line(shirt, 1)]);
    bench.clock.advance(60_000);
    const older = [line(gown, 1, { agoMs: 90_000 }), line(shirt, 0, { agoMs: 30_000 })];
    expect(items(await sync(asha, older))).toEqual([["Gown", 3]]);
    // No change.
    const stale = [line(shirt, 1, { agoMs: 60_000 })];
    expect(items(await sync(asha, stale))).toEqual([["Gown", 3]]);
    expect(items(await sync(asha, [line(shirt, 2)]))).toEqual([
      ["Gown", 3],
      ["Shirt", 2],
    ]);
  });

  test("ignores a wrong device clock: no change is from the future", async () => {
    const { gown } = await addProducts();
    const asha = await bench.customer("asha@example.com");
    await sync(asha, [line(gown, 9, { agoMs: -1e15 })]);
    bench.clock.advance(1_000);
    expect(items(await sync(asha, [line(gown, 1)]))).toEqual([["Gown", 1]]);
    const [row] = await bench.db.select().from(cartLines);
    expect(row?.changedAt).toEqual(bench.clock.now());
  });

  test("is the same after two concurrent syncs and after a repeated one", async () => {
    const { gown, shirt } = await addProducts();
    const asha = await bench.customer("asha@example.com");
    await Promise.all([
      sync(asha, [line(gown, 1), line(shirt, 2)]),
      sync(asha, [line(gown, 4)]),
      sync(asha, [line(gown, 4)]),
    ]);
    expect(items(await sync(asha)).toSorted()).toEqual([
      ["Gown", 4],
      ["Shirt", 2],
    ]);
    expect(await bench.db.select().from(cartLines)).toHaveLength(2);
  });

  test("keeps products off sale, so that the checkout can report them", async () => {
    const { gown } = await addProducts();
    const asha = await bench.customer("asha@example.com");
    await sync(asha, [line(gown)]);
    await bench.db
      .update(products)
      .set({ deletedAt: bench.clock.now() })
      .where(eq(products.id, gown));
    expect(items(await sync(asha))).toEqual([["Gown", 1]]);
  });
});

describe("carts of two customers", () => {
  test("are not visible to each other", async () => {
    const { gown, shirt } = await addProducts();
    const asha = await bench.customer("a@example.com");
    const bibi = await bench.customer("b@example.com");
    await sync(asha, [line(gown)]);
    expect(items(await sync(bibi, [line(shirt)]))).toEqual([["Shirt", 1]]);
    await sync(bibi, [line(gown, 0)]);
    expect(items(await sync(asha))).toEqual([["Gown", 1]]);
  });

  test("stay apart on one device: the former customer's lines stay behind, and those added after the sign-out move", async () => {
    const { gown, shirt } = await addProducts();
    const asha = await bench.customer("a@example.com");
    const bibi = await bench.customer("b@example.com");
    const device = [line(gown, 2), line(shirt, 1, { guest: true })];
    expect(items(await sync(bibi, device, asha.userId))).toEqual([["Shirt", 1]]);
    expect(items(await sync(asha, device, asha.userId))).toHaveLength(2);
  });

  test("are not readable by a visitor", async () => {
    const { gown } = await addProducts();
    const response = await syncCart(bench, { actor: visitor, storedFor: null, sent: [line(gown)] });
    expect(response).toEqual({ ok: false, error: "forbidden" });
    expect(await bench.db.select().from(cartLines)).toEqual([]);
  });
});

describe("with any input of a browser,", () => {
  const fill = (asha: SignedIn, ids: readonly string[], from: number) =>
    sync(
      asha,
      Array.from({ length: 80 }, (_, n) => {
        return line(ids[n % ids.length] ?? "", 1, { size: `S${from + n}`, agoMs: 1_000 - n });
      }),
    );

  test("a cart never exceeds its limit: the newest lines stay, and the dropped ones are counted", async () => {
    const { gown } = await addProducts();
    const asha = await bench.customer("asha@example.com");
    await fill(asha, [gown], 0);
    bench.clock.advance(60_000);
    const { lines, dropped } = await fill(asha, [gown], 1_000);
    expect([lines.length, dropped]).toEqual([MAX_LINES, 60]);
    expect(lines.map(({ size }) => size)).toContain("S1079");
    expect(await bench.db.select().from(cartLines)).toHaveLength(MAX_LINES);
  });

  test("only valid lines are read, and unknown products stay on the device", async () => {
    const { gown } = await addProducts();
    const asha = await bench.customer("asha@example.com");
    const stranger = "0198f000-0000-7000-8000-000000000001";
    const hostile = [
      null,
      "x",
      [],
      {},
      { ...line(gown), quantity: -1 },
      { ...line(gown), quantity: 1e9 },
      { ...line(gown), quantity: "2" },
      { ...line(gown), quantity: Number.NaN },
      { ...line(gown), size: "" },
      { ...line(gown), size: "x".repeat(41) },
      { ...line(gown), size: "a\u0000b" },
      { ...line(gown), color: "red; drop table" },
      { ...line("' or 1=1 --") },
      { ...line(stranger) },
      { ...line(gown.toUpperCase()), agoMs: "now", guest: "yes", userId: "somebody", price: 0 },
    ];
    const sent = parseSentLines(JSON.parse(JSON.stringify(hostile)));
    expect(sent).toHaveLength(2);
    const { lines, unknown } = await sync(asha, sent);
    expect(lines.map(({ id, price }) => [id, price])).toEqual([[gown, 249]]);
    expect(unknown).toEqual([`${stranger}|M`]);
    expect(parseSentLines(Array.from({ length: 1_000 }, () => line(gown)))).toHaveLength(300);
    for (const raw of [null, 7, "x", { length: 3 }]) expect(parseSentLines(raw)).toEqual([]);
  });
});
