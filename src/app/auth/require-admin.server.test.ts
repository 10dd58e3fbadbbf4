import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { ServerBuild } from "react-router";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AppDeps } from "#app/context.ts";
import { depsContext } from "#app/context.ts";
import { getSiteFacts } from "#features/settings/site-settings-queries.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  ADMIN,
  CUSTOMER,
  cookieOf,
  createAccount,
  createOwnerAndCustomer,
  SHOP_ORIGIN,
  setRole,
  testAuth,
  testEnv,
} from "#tests/support/identity.ts";
import { createMail } from "#tests/support/mails.ts";
import { createOrder } from "#tests/support/orders.ts";
import routeTable from "../routes.ts";

const SECRET = "secret-customer@example.com";
const FRAME = "routes/admin/frame.tsx";

type AdminRoute = { id: string; path: string };

const frame = ((await routeTable) as RouteConfigEntry[]).find((entry) => entry.file === FRAME);
const adminRoutes: AdminRoute[] = (frame?.children ?? []).map((entry) => ({
  id: entry.file,
  path: `/${entry.path}`,
}));
const modules = import.meta.glob("../routes/admin/*.tsx");

/** The admin's part of the real route table behind React Router's own request handler; pages come out as their loaders' data. */
async function buildAdmin(): Promise<ServerBuild> {
  const routes: Record<string, unknown> = {};
  for (const { id, path } of [{ id: FRAME, path: undefined }, ...adminRoutes]) {
    const load = modules[`../${id}`];
    routes[id] = { id, path, parentId: id === FRAME ? undefined : FRAME, module: await load?.() };
  }
  return {
    entry: {
      module: {
        default: (_request: Request, status: number, headers: Headers, entry: unknown) =>
          new Response(loaderDataOf(entry), { status, headers }),
      },
    },
    routes,
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    publicPath: "/",
    assetsBuildDirectory: "",
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
  } as unknown as ServerBuild;
}

const loaderDataOf = (entry: unknown) =>
  JSON.stringify(
    (entry as { staticHandlerContext: { loaderData: unknown } }).staticHandlerContext.loaderData,
  );

let database: TestDatabase;
let send: (request: Request) => Promise<Response>;
let orderId: string;
let mailId: string;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const auth = testAuth(db);
  const deps = {
    db,
    auth,
    siteFacts: () => getSiteFacts(db),
    clock: systemClock,
    env: testEnv(),
    publicUrl: SHOP_ORIGIN,
  } as AppDeps;
  await createOwnerAndCustomer(db, auth);
  const former = { username: "former", password: "not-an-admin-any-more" };
  const formerId = await createAccount(db, auth, { role: "admin", ...former });
  cookies["an admin"] = await cookieOf(auth, ADMIN);
  cookies["a customer"] = await cookieOf(auth, CUSTOMER);
  cookies["a former admin"] = await cookieOf(auth, former);
  cookies["a visitor"] = "";
  await setRole(db, formerId, "customer");
  orderId = await createOrder(db, { customerEmail: SECRET });
  mailId = await createMail(db, { subject: SECRET });
  const handle = createRequestHandler(await buildAdmin(), "production");
  send = (request) => {
    const context = new RouterContextProvider();
    context.set(depsContext, deps);
    return handle(request, context);
  };
});

afterAll(() => database.close());

const ways = [
  { name: "its page", method: "GET", address: (route: AdminRoute) => route.path },
  { name: "its data", method: "GET", address: (route: AdminRoute) => `${route.path}.data` },
  {
    name: "its loader alone",
    method: "GET",
    address: (route: AdminRoute) => `${route.path}.data?_routes=${encodeURIComponent(route.id)}`,
  },
  { name: "its headers", method: "HEAD", address: (route: AdminRoute) => route.path },
  { name: "its action by form", method: "POST", address: (route: AdminRoute) => route.path },
  {
    name: "its action by script",
    method: "POST",
    address: (route: AdminRoute) => `${route.path}.data`,
  },
  {
    name: "its action by another method",
    method: "DELETE",
    address: (route: AdminRoute) => `${route.path}.data`,
  },
];

async function ask(way: (typeof ways)[number], route: AdminRoute, who: string): Promise<Response> {
  const url = new URL(way.address(route).replace(":id", orderId), SHOP_ORIGIN);
  if (route.path.endsWith("/outbox")) url.searchParams.set("mail", mailId);
  const headers = new Headers({ origin: SHOP_ORIGIN });
  if (cookies[who]) headers.set("cookie", cookies[who]);
  const writes = way.method === "POST" || way.method === "DELETE";
  const body = writes ? new URLSearchParams({ any: "thing" }) : undefined;
  return send(new Request(url, { method: way.method, headers, body }));
}

test("the table of admin routes is the real one", () => {
  expect(adminRoutes.map((route) => route.path)).toEqual(
    expect.arrayContaining(["/admin", "/admin/orders", "/admin/orders/:id", "/admin/outbox"]),
  );
  expect(Object.keys(modules)).toHaveLength(adminRoutes.length + 1);
});

describe.each(adminRoutes)("$path", (route) => {
  describe.each(["a visitor", "a customer", "a former admin"])("%s", (who) => {
    test.each(ways)("is sent to the login from $name", async (way) => {
      const response = await ask(way, route, who);
      const body = await response.text();
      const isPage = way.method === "HEAD" || !way.address(route).includes(".data");
      expect(response.status).toBe(isPage ? 302 : 202);
      expect(isPage ? response.headers.get("location") : body).toContain("/login");
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(body).not.toContain(SECRET);
    });
  });

  test("an admin sees its page, its data and its loader's own answer, kept by nobody else", async () => {
    for (const way of ways.slice(0, 3)) {
      const response = await ask(way, route, "an admin");
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(await response.text()).toContain(SECRET);
    }
  });
});

test("the login leads back to the page asked for, query and all", async () => {
  const response = await send(new Request(`${SHOP_ORIGIN}/admin/orders?status=pending&page=2`));
  expect(response.headers.get("location")).toBe(
    "/login?next=%2Fadmin%2Forders%3Fstatus%3Dpending%26page%3D2",
  );
});

test("the login leads back to the page, not to its data", async () => {
  const response = await send(
    new Request(`${SHOP_ORIGIN}/admin/orders.data?status=pending&_routes=${FRAME}`),
  );
  const body = await response.text();
  expect(body).toContain("%2Fadmin%2Forders%3Fstatus%3Dpending");
  expect(body).not.toContain("_routes");
  expect(body).not.toContain(".data");
});

test.each(["nonsense", "8a6e0804-2bd0-4672-b79d-d97027f9071a", "%27%3B--"])(
  "an order id that nobody has (%s) is not found inside the admin",
  async (id) => {
    const headers = { cookie: cookies["an admin"] ?? "" };
    const response = await send(new Request(`${SHOP_ORIGIN}/admin/orders/${id}`, { headers }));
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("adminName");
  },
);
