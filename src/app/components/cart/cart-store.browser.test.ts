import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { money } from "#core/money-amount.ts";

const scarf = {
  product: {
    id: "0198f000-0000-7000-8000-000000000001",
    slug: "silk-scarf",
    name: "Silk Scarf",
    price: money(8_900),
    images: [],
    sizes: [],
    variants: [],
  },
  size: "M",
  color: { hex: "#8E1F2B", name: "Garnet" },
};

function storageOf(entries: Map<string, string>) {
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

const blocked = () => {
  throw new DOMException("The operation is insecure.", "SecurityError");
};

/** Loads the store with its toasts, as a browser tab does. */
async function openTab() {
  vi.resetModules();
  const { addedMessage, ...cart } = await import("./cart-store.browser.ts");
  const { toastStore } = await import("#ui/toast-store.ts");
  const titles = () => toastStore.current().map((toast) => toast.title);
  return { ...cart, addedMessage, titles, toasts: toastStore.current };
}

const storedOf = (entries: Map<string, string>): { size: string; quantity: number }[] =>
  JSON.parse(entries.get("cart") ?? "[]");

describe("the browser's cart", () => {
  let entries: Map<string, string>;
  beforeEach(() => {
    entries = new Map();
    vi.stubGlobal("localStorage", storageOf(entries));
    vi.stubGlobal("document", { cookie: "" });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  // Specification 3.20, 3.21, 3.22, 3.34, 4.15, 4.18, 4.19
  test("is stored under 'cart' in the persisted shape, and the cart opens with the message of the specification", async () => {
    const tab = await openTab();
    expect(tab.addToCart(scarf)).toBe(true);
    expect(storedOf(entries)).toEqual([
      {
        id: scarf.product.id,
        slug: "silk-scarf",
        name: "Silk Scarf",
        image: "",
        size: "M",
        price: 89,
        quantity: 1,
        color: "#8E1F2B",
        colorName: "Garnet",
        cartItemId: `${scarf.product.id}|M|#8E1F2B`,
      },
    ]);
    expect(tab.addedMessage()).toBe("Silk Scarf (Size: M) added to your cart");
    expect(tab.titles(), "the open cart says it").toEqual([]);
    tab.openCart();
    expect(tab.addedMessage()).toBeNull();
  });

  // Specification 4.16, 4.18
  test("leaves no entry behind when its last line goes, and Undo brings the line back", async () => {
    const tab = await openTab();
    tab.addToCart(scarf);
    const [line] = JSON.parse(entries.get("cart") ?? "[]");
    tab.changeQuantity(line, 0);
    expect(entries.has("cart")).toBe(false);
    expect(tab.titles()).toContain("Item removed from cart");
    tab.toasts().at(-1)?.action?.onSelect();
    expect(storedOf(entries)).toEqual([line]);
  });

  test("never loses what another tab added a moment ago", async () => {
    const here = await openTab();
    const there = await openTab();
    for (let round = 0; round < 5; round++) {
      here.addToCart(scarf);
      there.addToCart({ ...scarf, size: "L" });
    }
    expect(storedOf(entries).map((line) => [line.size, line.quantity])).toEqual([
      ["M", 5],
      ["L", 5],
    ]);
  });

  test("notes beside the cart what was changed when, and by whom, for other devices to follow", async () => {
    const tab = await openTab();
    const changes = () => JSON.parse(entries.get("cart_changes") ?? "{}");
    tab.addToCart(scarf);
    const [line] = JSON.parse(entries.get("cart") ?? "[]");
    const change = { at: expect.any(Number), guest: true };
    expect(changes()).toEqual({ [line.cartItemId]: change });
    vi.stubGlobal("document", { cookie: "da_hint=1" });
    tab.addToCart({ ...scarf, size: "L" });
    tab.clearCart();
    expect(Object.values(changes())).toEqual([
      { ...change, guest: false },
      { ...change, guest: false },
    ]);
  });

  test("shows what the server made of it without taking that for a change", async () => {
    const tab = await openTab();
    tab.addToCart(scarf);
    entries.delete("cart_changes");
    const [line] = JSON.parse(entries.get("cart") ?? "[]");
    tab.receiveCart([{ ...line, quantity: 3 }]);
    expect(storedOf(entries)[0]?.quantity).toBe(3);
    expect(entries.has("cart_changes")).toBe(false);
    expect(tab.storedLines()).toHaveLength(1);
  });

  test("survives marks that cannot be read", async () => {
    entries.set("cart_changes", "{[");
    const tab = await openTab();
    expect(tab.addToCart(scarf)).toBe(true);
    expect(Object.keys(JSON.parse(entries.get("cart_changes") ?? "{}"))).toHaveLength(1);
  });

  test("refuses the hundredth piece with words and changes nothing", async () => {
    const tab = await openTab();
    tab.addToCart(scarf);
    const [line] = JSON.parse(entries.get("cart") ?? "[]");
    tab.changeQuantity(line, 99);
    expect(tab.addToCart(scarf)).toBe(false);
    expect(storedOf(entries)[0]?.quantity).toBe(99);
    expect(tab.toasts().at(-1)).toMatchObject({
      kind: "error",
      title: expect.stringContaining("99"),
    });
  });

  test("stays in memory when the browser blocks its storage", async () => {
    vi.stubGlobal("localStorage", { getItem: blocked, setItem: blocked, removeItem: blocked });
    const tab = await openTab();
    const results = Array.from({ length: 100 }, () => tab.addToCart(scarf));
    expect(results.filter(Boolean)).toHaveLength(99);
    expect(results.at(-1)).toBe(false);
    expect(tab.storedLines()).toBeNull();
  });

  test("is empty and not ready on the server, even when the module holds a cart", async () => {
    const tab = await openTab();
    tab.addToCart(scarf);
    const Probe = () =>
      JSON.stringify([tab.useCart().ready, tab.useCart().itemCount, tab.useCartOpen()]);
    expect(renderToString(createElement(Probe))).toBe("[false,0,false]");
  });
});
