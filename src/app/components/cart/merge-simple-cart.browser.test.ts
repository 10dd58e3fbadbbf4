import { afterEach, describe, expect, test, vi } from "vitest";

const line = (id: string, quantity: number) => ({
  id,
  name: "Savannah Linen Shirt",
  image: "",
  size: "M",
  price: 120,
  quantity,
  cartItemId: `${id}|M`,
});
const SHIRT = "0198f000-0000-7000-8000-000000000001";
const GOWN = "0198f000-0000-7000-8000-000000000002";

/** Opens a browser whose tabs share storage and cookies; `requests` lists what it sends. */
function openBrowser(cookie: string, stored: readonly unknown[]) {
  const entries = new Map([["cart", JSON.stringify(stored)]]);
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
  const jar = { value: cookie };
  vi.stubGlobal("document", {
    get cookie() {
      return jar.value;
    },
    set cookie(text: string) {
      jar.value = text.split(";")[0] ?? "";
    },
  });
  const requests: string[] = [];
  const respond = { ok: true };
  vi.stubGlobal("fetch", async (url: string, init: RequestInit = {}) => {
    requests.push(`${init.method ?? "GET"} ${url}`);
    const lines = [line(SHIRT, 2), line(GOWN, 1)];
    return { ok: respond.ok, json: async () => ({ lines, notes: [], sessionId: "cs_plain" }) };
  });
  const cart = (): { id: string; quantity: number }[] => JSON.parse(entries.get("cart") ?? "[]");
  return { cart, jar, requests, respond, entries };
}

async function openTab() {
  vi.resetModules();
  return import("./merge-simple-cart.browser.ts");
}

describe("the cart of the time without JavaScript", () => {
  afterEach(() => void vi.unstubAllGlobals());

  test("joins the browser's cart once, and its cookie is cleared", async () => {
    const browser = openBrowser("da_cart_hint=waiting", [line(SHIRT, 1)]);
    expect(await (await openTab()).mergeSimpleCart()).toBe(true);
    const merged = [
      [SHIRT, 3],
      [GOWN, 1],
    ];
    expect(browser.cart().map(({ id, quantity }) => [id, quantity])).toEqual(merged);
    expect(browser.requests).toEqual(["GET /cart/simple/lines", "POST /cart/simple/lines"]);
    expect(browser.jar.value).toBe("da_cart_hint=merged");
    expect(JSON.parse(browser.entries.get("checkout") ?? "{}").sessionId).toBe("cs_plain");
    expect(await (await openTab()).mergeSimpleCart()).toBe(false);
    expect(browser.cart().map(({ id, quantity }) => [id, quantity])).toEqual(merged);
  });

  test("is added by one of two tabs that open at the same time", async () => {
    const browser = openBrowser("da_cart_hint=waiting", []);
    const first = await openTab();
    const second = await openTab();
    await Promise.all([first.mergeSimpleCart(), second.mergeSimpleCart()]);
    expect(browser.cart().map(({ quantity }) => quantity)).toEqual([2, 1]);
  });

  test("stays where it is while the server does not respond", async () => {
    const browser = openBrowser("da_cart_hint=waiting", []);
    browser.respond.ok = false;
    expect(await (await openTab()).mergeSimpleCart()).toBe(false);
    expect(browser.jar.value).toBe("da_cart_hint=waiting");
    expect(browser.cart()).toEqual([]);
  });

  test("is not requested by a browser that never had one", async () => {
    const browser = openBrowser("da_hint=1", []);
    expect(await (await openTab()).mergeSimpleCart()).toBe(false);
    expect(browser.requests).toEqual([]);
  });
});
