import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { cartLines } from "#db/schema/cart.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { inBrowser } from "#features/base/identity/browser-proof.server.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { GUEST_COOKIE } from "#tests/support/guest.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import type { Cart } from "../cart.ts";
import { addLine, changedLineKeys, removeLine, restoreLine, setQuantity } from "../cart.ts";
import { parseCookieCart, serializeCookieCart } from "../cart-cookie.ts";
import { parseCart, serializeCart } from "../stored-cart.ts";
import { applyCartResponse, linesToSend } from "./cart-sync.ts";
import { parseSentLines } from "./cart-sync-input.ts";
import type { PendingChanges } from "./pending-change.ts";
import { syncCart } from "./sync-cart.server.ts";

const bench = accountSuite();

/** A suit for $249 with a surcharge of $50 and a silk that adds $20, specified twice. */
async function twoSpecifications() {
  const productId = await addProduct(bench.db, "Suit", {});
  await bench.db
    .update(products)
    .set({ sizes: ["M", "Custom"] })
    .where(eq(products.id, productId));
  const { choices } = await offerToMeasure(bench.db, productId, {
    surchargeMinor: 5_000,
    silk: { priceMinor: 2_000 },
  });
  const specifications = [
    await specify(bench, productId, choices),
    await specify(bench, productId, choices),
  ];
  return { productId, specifications };
}

test("a synced made-to-measure line has the price of checkout, so that no change of price is reported", async () => {
  const { productId, specifications } = await twoSpecifications();
  const asha = await bench.customer("asha@example.com");
  const sent = parseSentLines(
    [specifications[0], ""].map((specification) => ({
      id: productId,
      size: "Custom",
      color: "",
      specification,
      quantity: 1,
      agoMs: 0,
    })),
  );
  const actor = inBrowser(
    asha,
    new Request("http://shop.test/", { headers: { cookie: GUEST_COOKIE } }),
    { https: false },
  );
  const synced = await syncCart(bench, { actor, storedFor: null, sent });
  if (!synced.ok) throw new Error(synced.error);
  const priceOf = (specification?: string) =>
    synced.value.lines.find((line) => line.specification === specification)?.price;
  expect(priceOf(specifications[0])).toBe(319);
  expect(priceOf()).toBe(249);
});

type Device = { cart: Cart; changes: PendingChanges; account: string | null };

const line = (productId: string, specification: string) => ({
  id: productId,
  name: "Suit",
  image: "",
  size: "Custom",
  price: 319,
  specification,
});

/** What the browser does with its cart, without a browser. */
function changed(device: Device, cart: Cart, atMs: number): Device {
  const changes = new Map(device.changes);
  for (const key of changedLineKeys(device.cart, cart)) {
    changes.set(key, { at: atMs, guest: device.account === null });
  }
  return { ...device, cart, changes };
}

const steps = fc.array(
  fc.record({
    device: fc.constantFrom(0, 1),
    spec: fc.constantFrom(0, 1),
    kind: fc.constantFrom("add", "more", "remove", "undo", "reload", "cookie", "sync", "forget"),
  }),
  { minLength: 1, maxLength: 14 },
);

type Step = { device: number; spec: number; kind: string };

function changeCart(cart: Cart, kind: string, item: ReturnType<typeof line>): Cart {
  const key = `${item.id}|Custom|${item.specification}`;
  const held = cart.find(({ cartItemId }) => cartItemId === key);
  switch (kind) {
    case "add": {
      const added = addLine(cart, item);
      return added.ok ? added.value : cart;
    }
    case "more":
      return setQuantity(cart, key, 3);
    case "remove":
      return removeLine(cart, key);
    case "undo":
      return held ? restoreLine(removeLine(cart, key), held, 0) : cart;
    case "reload":
      return parseCart(serializeCart(cart)).cart;
    default: {
      const cookie = cart.map(({ id, quantity, size, specification = "" }) => {
        return { productId: id, size, color: "", specification, quantity };
      });
      expect(parseCookieCart(serializeCookieCart(cookie))).toEqual(cookie);
      return cart;
    }
  }
}

async function synced(device: Device, actor: SignedIn, nowMs: number): Promise<Device> {
  const sent = linesToSend(device, { storedFor: device.account, nowMs });
  const posted = parseSentLines(JSON.parse(JSON.stringify(sent)));
  expect(posted).toHaveLength(sent.length);
  const result = await syncCart(bench, { actor, storedFor: device.account, sent: posted });
  if (!result.ok) throw new Error(result.error);
  const { cart, changes } = applyCartResponse(device, device, result.value);
  return { cart, changes, account: actor.userId };
}

test("references and stored specifications are the same bytes after any changes, reloads, sign-ins, merges and syncs; two specifications stay two lines", async () => {
  const { productId, specifications } = await twoSpecifications();
  const stored = async () => {
    const { rows } = await bench.db.execute(
      sql`select s::text as bytes from fit_specifications s order by id`,
    );
    return JSON.stringify(rows);
  };
  const before = await stored();
  const allowed = specifications.map((specification) => `${productId}|Custom|${specification}`);
  const play = async (list: readonly Step[]) => {
    const actor = await bench.customer(`${newId()}@example.com`);
    const empty: Device = { cart: [], changes: new Map(), account: null };
    const devices = [empty, empty];
    for (const { device: at, kind, spec } of list) {
      const device = devices[at] ?? empty;
      const nowMs = bench.clock.now().getTime();
      const item = line(productId, specifications[spec] ?? "");
      if (kind === "sync") devices[at] = await synced(device, actor, nowMs);
      else if (kind === "forget") devices[at] = { ...device, account: null };
      else devices[at] = changed(device, changeCart(device.cart, kind, item), nowMs);
      bench.clock.advance(1_000);
      for (const { cart } of devices) {
        const keys = cart.map(({ cartItemId }) => cartItemId);
        expect(new Set(keys).size).toBe(keys.length);
        for (const each of cart) {
          expect(allowed).toContain(each.cartItemId);
          expect(each.cartItemId).toBe(`${productId}|Custom|${each.specification}`);
        }
      }
    }
    const rows = await bench.db.select().from(cartLines).where(eq(cartLines.userId, actor.userId));
    for (const row of rows) expect(specifications).toContain(row.specification);
  };
  await fc.assert(fc.asyncProperty(steps, play), { numRuns: 40 });
  // Both specifications, from a guest's device, meet at the sign-in on another one.
  const actor = await bench.customer("both@example.com");
  const nowMs = bench.clock.now().getTime();
  const empty: Device = { cart: [], changes: new Map(), account: null };
  const [one, other] = specifications.map((specification) => {
    const added = addLine([], line(productId, specification));
    return changed(empty, added.ok ? added.value : [], nowMs);
  });
  await synced(one ?? empty, actor, nowMs);
  const merged = await synced(other ?? empty, actor, nowMs);
  expect(merged.cart.map(({ specification }) => specification).toSorted()).toEqual(
    specifications.toSorted(),
  );
  expect(await stored()).toBe(before);
}, 60_000);
