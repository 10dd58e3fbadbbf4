import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import routeTable from "#app/routes.ts";
import type { AppDeps } from "#app/web/context.ts";
import { products } from "#db/schema/catalog.server.ts";
import { FILE_COLUMNS } from "#features/catalog/product-file/file-columns.ts";
import { advanceImport } from "#features/catalog/product-import/advance-import.server.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import { guardedHost, routesBelow } from "#tests/support/account-host.ts";
import { addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { SHOP_ORIGIN, testAuth, testEnv } from "#tests/support/identity.ts";
import { importDeps, newestImport } from "#tests/support/product-imports.ts";
import { createCustomer, openSession } from "#tests/support/sessions.ts";

const FRAME = "shell/admin-layout.tsx";

let database: TestDatabase;
let send: (request: Request) => Promise<Response>;
let cookie = "";
let userId = "";

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const auth = testAuth(db);
  userId = await createCustomer(db, { email: "owner@example.com", role: "admin" });
  const session = await openSession(auth, userId);
  cookie = `${session.cookieName}=${session.cookieValue}`;
  const routes = routesBelow(await routeTable, [FRAME]).filter(({ path }) =>
    ["/admin/import", "/admin/import/report", "/admin/products/export"].includes(path),
  );
  const siteFacts = () => getSiteFacts(db);
  const deps = { ...importDeps(db), auth, siteFacts, env: testEnv(), clock: systemClock };
  send = await guardedHost(routes, deps as unknown as AppDeps);
});
afterAll(() => database.close());

const get = (path: string, method = "GET") =>
  send(new Request(SHOP_ORIGIN + path, { method, headers: { cookie } }));

function post(fields: Record<string, string | File>, path = "/admin/import"): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  const headers = { cookie, origin: SHOP_ORIGIN };
  return send(new Request(SHOP_ORIGIN + path, { method: "POST", headers, body }));
}

const csvFile = new File(["Handle,Title,Variant Price\n=cmd,=1+1,5\n"], "pieces.csv");

test("a browser without script sends a file, starts its import and gets its report", async () => {
  const actor = { role: "admin", userId, name: "Rosa", email: "owner@example.com" } as const;
  const begun = await post({ intent: "check", fallbackCategory: "Smart Casual", file: csvFile });
  expect([begun.status, begun.headers.get("location")]).toEqual([303, "/admin/import"]);
  const { id } = await newestImport(database.db, actor);
  await advanceImport(importDeps(database.db), { importId: id, isStopping: () => false });
  expect((await post({ intent: "start", id })).status).toBe(303);
  await advanceImport(importDeps(database.db), { importId: id, isStopping: () => false });
  expect(await database.db.$count(products, eq(products.slug, "cmd"))).toBe(1);
  const report = await get(`/admin/import/report?import=${id}`);
  expect(report.headers.get("content-disposition")).toBe(
    'attachment; filename="report-pieces.csv"',
  );
  expect(await report.text()).toContain("2,cmd,'=1+1,new,created,");
  const again = await post({ intent: "start", id });
  expect(again.status).toBe(422);
});

test.each([
  ["nothing", {}],
  ["no file", { intent: "check", fallbackCategory: "Smart Casual" }],
  ["text for a file", { intent: "check", fallbackCategory: "Smart Casual", file: "x" }],
  ["an upload of nobody's", { intent: "check", fallbackCategory: "", uploadId: "1" }],
  ["an id that is none", { intent: "start", id: "1" }],
  ["another intent", { intent: "drop", id: "0198f000-0000-7000-8000-000000000009" }],
])("%s is refused in words", async (_what, fields) => {
  const refused = await post(fields);
  expect(refused.status).toBe(422);
});

test("a refused form keeps the category that was chosen", async () => {
  const fields = { intent: "check", fallbackCategory: "Evening Elegance" };
  const refused = await post(fields, "/admin/import.data");
  expect(refused.status).toBe(422);
  const text = await refused.text();
  expect(text).toContain("Please choose a CSV file.");
  expect(text).toContain("Evening Elegance");
});

test("an export is a file for the owner alone, whole, and guarded against formulas", async () => {
  await addProduct(database.db, "@SUM(1)");
  const response = await get("/admin/products/export");
  expect(response.headers.get("cache-control")).toBe("private, no-store");
  expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(response.headers.get("content-disposition")).toMatch(
    /^attachment; filename="products-[\d-]+\.csv"$/,
  );
  const text = await response.text();
  expect(text.split("\r\n")[0]?.replace("\uFEFF", "")).toBe(FILE_COLUMNS.join(","));
  expect(text).toContain(",'@SUM(1),");
  expect(text).not.toMatch(/(^|,)[=+@]/m);
});

test("an unknown report is not found", async () => {
  expect((await get("/admin/import/report?import=none")).status).toBe(404);
});
