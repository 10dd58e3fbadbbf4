import { eq } from "drizzle-orm";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { newId } from "#core/ids.ts";
import { products } from "#db/schema/catalog.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  ADMIN,
  CUSTOMER,
  cookieOf,
  createOwnerAndCustomer,
  SHOP_ORIGIN,
  setRole,
  testAuth,
} from "#tests/support/identity.ts";
import { routeBuild } from "#tests/support/route-build.ts";
import * as product from "./product.tsx";

let database: TestDatabase;
let deps: AppDeps;
let ownerId: string;
let draftId: string;

const routeModule = { ...product, clientLoader: undefined };
const build = routeBuild(
  {
    page: { id: "page", path: "product/:id", module: routeModule },
    preview: { id: "preview", path: "product/:id/preview", module: routeModule },
  },
  ({ loaderData }) => Object.values(loaderData as object)[0],
);

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  deps = {
    db,
    auth: testAuth(db),
    clock: systemClock,
    publicUrl: SHOP_ORIGIN,
    siteFacts: () => getSiteFacts(db),
  } as unknown as AppDeps;
  ownerId = await createOwnerAndCustomer(db, deps.auth);
});
afterAll(() => database.close());
beforeEach(async () => {
  draftId = await addProduct(database.db, "Unreleased Gown", { inStock: false });
  await database.db.update(products).set({ draft: true }).where(eq(products.id, draftId));
});

async function open(path: string, cookie?: string) {
  const context = new RouterContextProvider();
  context.set(depsContext, deps);
  const headers = new Headers(cookie === undefined ? {} : { cookie });
  const request = new Request(SHOP_ORIGIN + path, { headers });
  const response = await createRequestHandler(build, "production")(request, context);
  const { status } = response;
  const cacheControl = response.headers.get("cache-control");
  const location = response.headers.get("location");
  return { status, cacheControl, location, body: await response.text() };
}

const preview = (id = draftId) => `/product/${id}/preview`;

test("an admin sees a draft as it will be in the shop, and no cache stores it", async () => {
  const cookie = await cookieOf(deps.auth, ADMIN);
  const page = await open(preview(), cookie);
  expect(page).toMatchObject({ status: 200, cacheControl: "private, no-store" });
  expect(JSON.parse(page.body)).toMatchObject({
    isDraft: true,
    product: { name: "Unreleased Gown", inStock: true },
    head: { title: "Unreleased Gown", canonical: null },
  });
  const script = await open(`${preview()}.data`, cookie);
  expect(script).toMatchObject({ status: 200, cacheControl: "private, no-store" });
  expect(script.body).toContain("Unreleased Gown");
});

test("a draft is not found by a visitor and a customer, exactly like an unknown product, also as data", async () => {
  const unknown = await open(`/product/${newId()}`);
  expect(unknown).toMatchObject({ status: 404, cacheControl: "no-store", body: "null" });
  const unknownData = await open(`/product/${newId()}/preview.data`);
  for (const cookie of [undefined, await cookieOf(deps.auth, CUSTOMER)]) {
    expect(await open(preview(), cookie)).toEqual(unknown);
    expect(await open(`/product/${draftId}`, cookie)).toEqual(unknown);
    const script = await open(`${preview()}.data`, cookie);
    expect(script.status).toBe(404);
    expect(script).toEqual(unknownData);
  }
});

test("an admin whose role ended no longer sees a draft", async () => {
  const cookie = await cookieOf(deps.auth, ADMIN);
  await setRole(database.db, ownerId, "customer");
  expect((await open(preview(), cookie)).status).toBe(404);
  await setRole(database.db, ownerId, "admin");
});

test("an admin without the second factor that the shop requires sees no draft", async () => {
  const cookie = await cookieOf(deps.auth, ADMIN);
  const security = { settingName: "security", settingValue: { requireSecondFactor: true } };
  await database.db.insert(siteSettings).values(security);
  expect((await open(preview(), cookie)).status).toBe(404);
  await database.db.delete(siteSettings);
});

test("the preview of a published product leads everyone to its page; a deleted or unknown one is not found", async () => {
  const cookie = await cookieOf(deps.auth, ADMIN);
  await database.db.update(products).set({ draft: false }).where(eq(products.id, draftId));
  for (const visitor of [cookie, undefined]) {
    expect(await open(preview(), visitor)).toMatchObject({
      status: 302,
      location: `/product/${draftId}`,
      cacheControl: "private, no-store",
    });
  }
  await database.db
    .update(products)
    .set({ draft: true, deletedAt: new Date() })
    .where(eq(products.id, draftId));
  expect((await open(preview(), cookie)).status).toBe(404);
  for (const id of [newId(), "no-id"]) expect((await open(preview(id), cookie)).status).toBe(404);
});
