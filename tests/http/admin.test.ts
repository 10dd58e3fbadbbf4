import type { RouteConfigEntry } from "@react-router/dev/routes";
import { expect, test } from "vitest";
import routeTable from "#app/routes.ts";
import { orderNumber } from "#core/document-number.ts";
import { orders } from "#db/schema/orders.server.ts";
import { buy } from "#tests/support/requests/purchase.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import { signedInAdmin, signInOwner } from "#tests/support/requests/sign-in.ts";
import { OWNER } from "#tests/support/shop/owner-account.ts";

const { shop, visitor } = shopSuite();

const UNKNOWN_ID = "0198f000-0000-7000-8000-000000000001";

const adminPaths = [
  "/admin",
  "/admin?tab=products",
  "/admin?tab=categories",
  "/admin/overview",
  "/admin/orders",
  "/admin/orders?status=completed&q=rosa",
  `/admin/orders/${UNKNOWN_ID}`,
  "/admin/donations",
  "/admin/outbox",
  "/admin/activity",
];

// Specification 2.129
test.each(adminPaths)(
  "a visitor who opens %s is sent to the login, which leads back",
  async (path) => {
    const page = await visitor().open(path);
    expect(page.url.pathname).toBe("/login");
    expect(page.url.searchParams.get("next")).toBe(path === "/admin" ? null : path);
    expect(page.getByRole("button", { name: "Access CMS" })).toBeDefined();
  },
);

const ADMIN_LAYOUT = "shell/admin-layout.tsx";

/** The data of a page, of its own loader alone, and of the layout's loader alone. */
function dataUrls(path: string, file: string): string[] {
  const [name, query = ""] = path.split("?");
  const routes = ["", file, ADMIN_LAYOUT].map((each) => each.replace(/\.tsx$/, ""));
  return routes.map((route) => {
    const search = new URLSearchParams(query);
    if (route) search.set("_routes", route);
    return `${name}.data?${search}`;
  });
}

test.each([
  ["/admin", "admin/office/dashboard/dashboard.tsx"],
  ["/admin/overview", "admin/office/overview/overview.tsx"],
  ["/admin/orders", "admin/orders/order-list/orders.tsx"],
  [`/admin/orders/${UNKNOWN_ID}`, "admin/orders/orders/order.tsx"],
  [`/admin/outbox?mail=${UNKNOWN_ID}`, "admin/settings/emails/outbox.tsx"],
])("the loader of %s returns no data without a session", async (path, file) => {
  const known = (routeTable as RouteConfigEntry[])
    .filter((route) => route.file === ADMIN_LAYOUT)
    .flatMap(({ children = [] }) => children.map((child) => child.file));
  expect(known).toContain(file);
  for (const url of dataUrls(path, file)) {
    for (const method of ["GET", "POST"]) {
      const response = await visitor().request(url, { method });
      const body = await response.text();
      expect(body, `${method} ${url}`).not.toMatch(
        /customerEmail|totals|htmlBody|revenue|priceMinor|stock/,
      );
      expect(response.headers.get("cache-control") ?? "no-store").toContain("no-store");
      // React Router wraps the redirect in a 202; other loaders fail.
      const isTurnedAway = body.includes("/login") || response.status >= 300;
      expect(isTurnedAway, `${method} ${url}: ${response.status} ${body.slice(0, 200)}`).toBe(true);
    }
  }
});

// Specification 2.9, 2.126, 5.5, 5.6, 8.8
test("the login requires both fields, refuses a wrong password and keeps the username", async () => {
  const login = await visitor().open("/login");
  expect(login.text).toContain("Sessions last 24 hours.");
  for (const label of ["Username", "Password"]) {
    expect(login.getByLabelText<HTMLInputElement>(label).required, label).toBe(true);
  }
  const refused = await login.press("Access CMS", {
    Username: OWNER.username,
    Password: "chalk-and-tape-1966",
  });
  expect(refused.status).toBe(401);
  const alert = refused.getByRole("alert");
  expect(alert.textContent).toContain("Login failed");
  expect(alert.textContent).toContain("Invalid username or password");
  expect(refused.getByLabelText<HTMLInputElement>("Username").value).toBe(OWNER.username);
  expect(refused.getByLabelText<HTMLInputElement>("Password").value).toBe("");
});

// Specification 2.9, 2.126
test("the owner's session skips the login and opens the requested page", async () => {
  const owner = await signInOwner(visitor());
  const page = await owner.open("/login?next=%2Fadmin%2Forders");
  expect(page.url.pathname).toBe("/admin/orders");
  expect(page.getByRole("heading", { level: 1, name: "Orders" })).toBeDefined();
});

test("an order that does not exist is a 404 page that leads to all orders", async () => {
  const admin = await signedInAdmin();
  const page = await admin.open(`/admin/orders/${UNKNOWN_ID}`);
  expect(page.status).toBe(404);
  expect(page.text).toContain("Order not found");
  expect((await page.follow("All orders")).url.pathname).toBe("/admin/orders");
});

const EMAIL = "rosa@example.org";
const TROUSERS = "Hammock Lounge Trousers";

test("the owner finds a paid order by its email and reads the order and its email", async () => {
  const paid = await buy(visitor(), { name: TROUSERS, size: "M", email: EMAIL });
  expect(paid.url.pathname).toBe("/checkout/success");
  const [order] = await shop().inDatabase((db) => db.select().from(orders));
  const admin = await signedInAdmin();
  const list = await admin.open("/admin/orders");
  const found = await list.press("Show", { Search: EMAIL });
  expect(found.url.searchParams.get("q")).toBe(EMAIL);
  const number = orderNumber(order?.id ?? "");
  const page = await found.follow(number);
  expect(page.url.pathname).toBe(`/admin/orders/${order?.id}`);
  expect(page.getByRole("heading", { level: 1 }).textContent).toBe(`Order ${number}`);
  for (const text of [TROUSERS, "$180.00", "$195.00", EMAIL, "Rosa Persaud"]) {
    expect(page.text).toContain(text);
  }
  expect(page.getAllByText("Completed", { exact: true }).length).toBeGreaterThan(0);
  const outbox = await admin.open("/admin/outbox");
  // The table for wide screens and the card for phones lead to the same mail.
  const links = outbox.getAllByRole<HTMLAnchorElement>("link", { name: /Order Confirmed!/ });
  const [href = "", ...others] = new Set(links.map((link) => link.href));
  expect(others).toEqual([]);
  const { pathname, search } = new URL(href);
  const mail = await admin.open(pathname + search);
  const article = mail.getByRole("article");
  expect(mail.inside(article).getByRole("heading", { level: 2 }).textContent).toContain(
    "Order Confirmed!",
  );
});

test("the palette's button leads to the search as a page", async () => {
  const admin = await signedInAdmin();
  const search = await (await admin.open("/admin/orders")).press("Search everything");
  const found = await search.press("Search", { "Search for": "linen" });
  const product = await found.follow(/Savannah Linen Shirt/);
  expect(product.getByLabelText<HTMLInputElement>("Product Name").value).toBe(
    "Savannah Linen Shirt",
  );
});
