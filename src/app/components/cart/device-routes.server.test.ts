import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import * as cartSync from "#app/storefront/cart/cart-sync.ts";
import * as wishlistItems from "#app/storefront/wishlist/wishlist-products.ts";
import { ACCOUNT_DELETED, ACCOUNT_HEADER } from "#app/web/account-header.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { newId } from "#core/ids.ts";
import { unpackProducts } from "#features/catalog/listing/packed-products.ts";
import { systemClock } from "#platform/clock.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { SHOP_ORIGIN, testAuth } from "#tests/support/identity.ts";
import { createCustomer, openSession } from "#tests/support/sessions.ts";
import type { SyncResponse } from "./device-sync.browser.ts";

let database: TestDatabase;
let deps: AppDeps;
let gown: string;
const cookies: Record<string, string> = { "a visitor": "da_hint=1" };
const ids: Record<string, string> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const auth = testAuth(db);
  deps = { db, auth, clock: systemClock, publicUrl: SHOP_ORIGIN } as unknown as AppDeps;
  gown = await addProduct(db, "Kaieteur Gown");
});

beforeEach(async () => {
  for (const [who, role] of [
    ["customer A", "customer"],
    ["customer B", "customer"],
    ["an admin", "admin"],
  ] as const) {
    const userId = await createCustomer(database.db, { email: `${newId()}@example.com`, role });
    const session = await openSession(deps.auth, userId);
    cookies[who] = `${session.cookieName}=${session.cookieValue}`;
    ids[who] = userId;
  }
});

afterAll(() => database.close());

type Route = { action(args: never): Promise<Response> };

function post(
  route: Route,
  who: string,
  body: unknown,
  account: string | null = null,
): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(depsContext, deps);
  const request = new Request(`${SHOP_ORIGIN}/cart/sync`, {
    method: "POST",
    headers: {
      cookie: cookies[who] ?? "",
      "content-type": "application/json",
      ...(account !== null && { [ACCOUNT_HEADER]: account }),
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return route.action({ request, context, params: {} } as never);
}

const line = (quantity: number) => {
  return { id: gown, size: "M", color: "", quantity, agoMs: 0, guest: false };
};

async function respondTo(who: string, body: unknown): Promise<SyncResponse> {
  const response = await post(cartSync, who, body);
  expect([response.status, response.headers.get("cache-control")]).toEqual([
    200,
    "private, no-store",
  ]);
  return response.json();
}

describe("the route by which devices follow a customer", () => {
  test("tells a visitor nothing and takes nothing in; a stale hint goes", async () => {
    const response = await post(cartSync, "a visitor", { storedFor: null, cart: [line(1)] });
    expect([response.status, await response.text()]).toEqual([204, ""]);
    expect(response.headers.get("cache-control")).toBe("private, no-store");
    expect(response.headers.getSetCookie().join()).toContain("da_hint=; Max-Age=0");
  });

  test("tells a browser that the account whose data it holds was deleted, and nothing of one that is there", async () => {
    const statusFor = async (account: string) =>
      (await post(cartSync, "a visitor", { storedFor: account, cart: [] }, account)).status;
    expect(await statusFor(ids["customer A"] ?? "")).toBe(204);
    expect(await statusFor(newId())).toBe(ACCOUNT_DELETED);
    expect(await statusFor("nobody")).toBe(204);
  });

  test("returns only the signed-in customer's own, even when the request names another", async () => {
    const saved = [{ id: gown, saved: true, agoMs: 0, guest: false }];
    const asha = await respondTo("customer A", {
      storedFor: null,
      cart: [line(2)],
      wishlist: saved,
    });
    expect(asha).toMatchObject({
      storedFor: ids["customer A"],
      cart: { lines: [{ name: "Kaieteur Gown", quantity: 2 }] },
      wishlist: { ids: [gown] },
    });
    for (const who of ["customer B", "an admin"]) {
      const body = { storedFor: ids["customer A"], userId: ids["customer A"], cart: [line(0)] };
      const response = await respondTo(who, body);
      expect(response, who).toMatchObject({ storedFor: ids[who], cart: { lines: [] } });
      expect(response.wishlist.ids, who).toEqual([]);
    }
    expect((await respondTo("customer A", { storedFor: null })).cart.lines).toHaveLength(1);
  });

  test("takes what one account has changed on a shared device for no change of another account", async () => {
    const body = { storedFor: ids["customer A"], cart: [line(2)], wishlist: [] };
    expect((await respondTo("customer B", body)).cart.lines).toEqual([]);
    expect((await respondTo("customer A", body)).cart.lines).toHaveLength(1);
  });

  test("answers what is no telling in words a program understands, and changes nothing", async () => {
    await respondTo("customer A", { storedFor: null, cart: [line(2)] });
    const earlierPage = '{"keptFor":null,"cart":[],"wishlist":[]}';
    for (const body of ["", "{[", "7", "null", "[]", "{}", earlierPage]) {
      expect((await post(cartSync, "customer A", body)).status, body).toBe(400);
    }
    const odd = { storedFor: 7, cart: "x", wishlist: { length: 9 } };
    expect((await respondTo("customer A", odd)).cart.lines).toHaveLength(1);
    expect(cartSync.loader().status).toBe(405);
  });
});

test("a wishlist's page gets the products it names, and the response is never shared", async () => {
  const response = await post(wishlistItems, "", [gown, "x"]);
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  const { products } = (await response.json()) as { products: string };
  expect(unpackProducts(products).map(({ name }) => name)).toEqual(["Kaieteur Gown"]);
  expect(await (await post(wishlistItems, "", "{[")).json()).toEqual({ products: "[]" });
  expect(wishlistItems.loader().status).toBe(405);
});
