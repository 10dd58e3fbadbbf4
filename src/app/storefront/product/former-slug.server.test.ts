import { eq } from "drizzle-orm";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { products } from "#db/schema/catalog.server.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { routeBuild } from "#tests/support/route-build.ts";
import type { ShopHost } from "#tests/support/shop-host.ts";
import { startShopHost } from "#tests/support/shop-host.ts";

let database: TestDatabase;
let host: ShopHost;
const shop = { host: "shop.example" };

beforeAll(async () => {
  database = await createTestDatabase();
  const page = await import("./product.tsx");
  const alias = await import("./product-alias.tsx");
  const routes = {
    page: { id: "page", path: "product/:id", module: page },
    named: { id: "named", path: "product/:id/:slug", module: alias },
    plural: { id: "plural", path: "products/:id", module: alias },
  };
  const handle = createRequestHandler(routeBuild(routes), "production");
  host = await startShopHost({
    render(request) {
      const context = new RouterContextProvider();
      const { db } = database;
      const siteFacts = () => getSiteFacts(db);
      context.set(depsContext, { db, siteFacts, publicUrl: "http://shop.example" } as AppDeps);
      return handle(request, context);
    },
  });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await database.close();
});

const send = async (path: string) => {
  const { status, headers } = await host.request(path, { headers: shop });
  return { status, location: headers.location, cacheControl: headers["cache-control"] };
};
const bear = (id: string, slug: string) =>
  database.db.update(products).set({ slug }).where(eq(products.id, id));

test("a link with an address that a product had before leads to the product in one step, query and all", async () => {
  const id = await addProduct(database.db, "Gown");
  await bear(id, "gown");
  await bear(id, "silk-gown");
  const there = {
    status: 301,
    location: `/product/${id}?size=M`,
    cacheControl: "private, no-store",
  };
  for (const path of ["/product/gown", "/products/gown", "/product/Gown", "/product/silk-gown"]) {
    expect(await send(`${path}?size=M`), path).toEqual(there);
  }
});

test("once another product takes the address, it leads to that one: no browser and no cache kept the answer", async () => {
  const first = await addProduct(database.db, "First");
  const second = await addProduct(database.db, "Second");
  await bear(first, "robe");
  await bear(first, "long-robe");
  expect((await send("/product/robe")).location).toBe(`/product/${first}`);
  await bear(second, "robe");
  expect((await send("/product/robe")).location).toBe(`/product/${second}`);
});

test("an address that no product ever had is not found", async () => {
  expect(await send("/product/never-was")).toMatchObject({ status: 404, location: undefined });
});
