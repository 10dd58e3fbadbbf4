import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Cart, CartLine } from "../cart.ts";
import { cartItemIdOf, changedLineKeys, setQuantity } from "../cart.ts";
import type { CartCopy } from "./cart-sync.ts";
import { applyCartResponse, linesToSend } from "./cart-sync.ts";
import type { LineChange } from "./merge-carts.ts";
import { mergeCarts } from "./merge-carts.ts";
import type { PendingChanges } from "./pending-change.ts";
import { momentOf } from "./pending-change.ts";

const NOW = 1_000_000;

function lineOf(id: string, quantity = 1, more: Partial<CartLine> = {}): CartLine {
  const line = { id, name: id, image: "", size: "M", price: 95, quantity, ...more };
  return { ...line, cartItemId: cartItemIdOf(line) };
}

const marked = (changes: Record<string, number>, guest = false): PendingChanges =>
  new Map(Object.entries(changes).map(([key, at]) => [key, { at, guest }]));

describe("a device sends", () => {
  const cart = [lineOf("a"), lineOf("b", 2, { color: "#8E1F2B" })];

  test("its whole cart with removals when no account owns it yet, with ages instead of times", () => {
    const changes = marked({ "a|M": NOW - 50, "gone|One Size": NOW - 10 }, true);
    expect(linesToSend({ cart, changes }, { storedFor: null, nowMs: NOW })).toEqual([
      { id: "a", size: "M", color: "", specification: "", quantity: 1, agoMs: 50, guest: true },
      {
        id: "b",
        size: "M",
        color: "#8E1F2B",
        specification: "",
        quantity: 2,
        agoMs: null,
        guest: false,
      },
      {
        id: "gone",
        size: "One Size",
        color: "",
        specification: "",
        quantity: 0,
        agoMs: 10,
        guest: true,
      },
    ]);
  });

  test("only its own changes once it follows an account, so that it cannot restore other lines", () => {
    const changes = marked({ "b|M|#8E1F2B": NOW });
    const sent = linesToSend({ cart, changes }, { storedFor: "asha", nowMs: NOW });
    expect(sent.map((line) => [line.id, line.color, line.quantity])).toEqual([["b", "#8E1F2B", 2]]);
  });
});

describe("a device applies a response:", () => {
  const merged = (now: CartCopy, sent: CartCopy, lines: Cart, unknown: string[] = []) =>
    applyCartResponse(now, sent, { lines, unknown });
  const copy = (cart: Cart, changes: PendingChanges = new Map()): CartCopy => ({
    cart,
    changes,
  });

  test("quantities, prices and removals come from the server, lines keep their order and new ones come last", () => {
    const here = copy([lineOf("a"), lineOf("b"), lineOf("c")], marked({ "a|M": 5 }));
    const outcome = merged(here, here, [
      lineOf("d"),
      lineOf("c", 1, { price: 80 }),
      lineOf("a", 3),
    ]);
    expect(outcome.cart.map(({ id, quantity, price }) => [id, quantity, price])).toEqual([
      ["a", 3, 95],
      ["c", 1, 80],
      ["d", 1, 95],
    ]);
    expect(outcome.changes.size).toBe(0);
  });

  test("a change made while waiting stays and is sent again", () => {
    const sent = copy([lineOf("a"), lineOf("b")], marked({ "a|M": 5, "b|M": 6 }));
    const now = copy([lineOf("a", 4), lineOf("c")], marked({ "a|M": 9, "b|M": 8, "c|M": 9 }));
    const outcome = merged(now, sent, [lineOf("a"), lineOf("b"), lineOf("d")]);
    expect(outcome.cart.map(({ id, quantity }) => [id, quantity])).toEqual([
      ["a", 4],
      ["c", 1],
      ["d", 1],
    ]);
    expect([...outcome.changes.keys()]).toEqual(["a|M", "b|M", "c|M"]);
  });

  test("a line with an unknown product stays on the device and does not cause endless requests", () => {
    const here = copy([lineOf("p1"), lineOf("a")], marked({ "p1|M": 5, "gone|M": 6 }));
    const outcome = merged(here, here, [lineOf("a")], ["p1|M", "gone|M"]);
    expect(outcome.cart.map(({ id }) => id)).toEqual(["p1", "a"]);
    expect([...outcome.changes]).toEqual([["p1|M", { at: 0, guest: false }]]);
  });

  test("a color that the product no longer has keeps its name", () => {
    const here = copy([lineOf("a", 1, { color: "#8E1F2B", colorName: "Garnet" })]);
    const { cart } = merged(here, here, [lineOf("a", 1, { color: "#8E1F2B" })]);
    expect(cart[0]?.colorName).toBe("Garnet");
  });
});

describe("devices of one account", () => {
  type Step = { device: number; kind: "set" | "meet"; id: string; quantity: number };
  const anyStep: fc.Arbitrary<Step> = fc.record({
    device: fc.integer({ min: 0, max: 2 }),
    kind: fc.constantFrom("set", "set", "meet"),
    id: fc.constantFrom("a", "b", "c"),
    quantity: fc.integer({ min: 0, max: 3 }),
  });

  /** A server and devices with wrong clocks. */
  function house(skews: readonly number[]) {
    let nowMs = NOW;
    let stored: LineChange[] = [];
    const copies = skews.map((): CartCopy => ({ cart: [], changes: new Map() }));
    const followed = skews.map(() => false);
    const copyOf = (device: number) => copies[device] ?? { cart: [], changes: new Map() };
    return {
      set(device: number, id: string, quantity: number) {
        nowMs += 1_000;
        const { cart, changes } = copyOf(device);
        const line = lineOf(id, quantity);
        const isHere = cart.some((other) => other.id === id);
        const next =
          isHere || quantity === 0 ? setQuantity(cart, line.cartItemId, quantity) : [...cart, line];
        const change = { at: nowMs + (skews[device] ?? 0), guest: false };
        const changed = changedLineKeys(cart, next).map((key) => [key, change] as const);
        copies[device] = { cart: next, changes: new Map([...changes, ...changed]) };
      },
      meet(device: number) {
        nowMs += 1_000;
        const here = copyOf(device);
        const clock = nowMs + (skews[device] ?? 0);
        const storedFor = followed[device] ? "asha" : null;
        const sent = linesToSend(here, { storedFor: storedFor, nowMs: clock });
        followed[device] = true;
        const reported = sent.map(({ agoMs, guest: _guest, ...line }) => {
          return { ...line, changedAt: momentOf({ agoMs }, nowMs) };
        });
        stored = mergeCarts(stored, reported);
        const lines = stored.flatMap((change) =>
          change.quantity > 0 ? [lineOf(change.id, change.quantity)] : [],
        );
        copies[device] = applyCartResponse(here, here, { lines, unknown: [] });
      },
      shown: (device: number) =>
        Object.fromEntries(copyOf(device).cart.map(({ id, quantity }) => [id, quantity])),
      stored: () =>
        Object.fromEntries(
          stored.flatMap((each) => (each.quantity > 0 ? [[each.id, each.quantity]] : [])),
        ),
    };
  }

  test("show the same cart after syncing, with the last change of each line, regardless of their clocks", () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
        const shop = house([0, 400_000_000, -400_000_000]);
        const last = new Map<string, number>();
        for (const { device, kind, id, quantity } of steps) {
          if (kind === "meet") shop.meet(device);
          else {
            const before = shop.shown(device)[id] ?? 0;
            shop.set(device, id, quantity);
            if (before !== quantity) last.set(id, quantity);
          }
        }
        for (const device of [0, 1, 2, 0, 1, 2]) shop.meet(device);
        const wanted = Object.fromEntries([...last].filter(([, quantity]) => quantity > 0));
        for (const device of [0, 1, 2]) expect(shop.shown(device)).toEqual(wanted);
        expect(shop.stored()).toEqual(wanted);
      }),
    );
  });
});
