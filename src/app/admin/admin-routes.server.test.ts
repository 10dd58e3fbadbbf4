import type { RouteConfigEntry } from "@react-router/dev/routes";
import { eq, sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DASHBOARD_ACTIONS } from "#app/admin/office/dashboard/tab-content.server.ts";
import type { ActionFields } from "#app/web/admin-action.ts";
import { formEntries } from "#app/web/admin-action.ts";
import type { AppDeps } from "#app/web/context.ts";
import { newId } from "#core/ids.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import { cloths, madeToMeasureTerms } from "#db/schema/atelier.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import { passkeys, profiles, sessions, staffInvitations } from "#db/schema/identity.server.ts";
import { payments } from "#db/schema/payments.server.ts";
import { productImportLines, productImports } from "#db/schema/product-import.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { SECRET_KEY_LOCATION } from "#features/base/settings/stored-stripe-keys.server.ts";
import { emptyProductForm } from "#features/catalog/editing/product-form.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import type { GuardedRoute } from "#tests/support/account-host.ts";
import { guardedHost, loadRouteModule, routesBelow } from "#tests/support/account-host.ts";
import { addCategory, addImage, addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { SHOP_ORIGIN, testAuth, testEnv } from "#tests/support/identity.ts";
import { addInquiry } from "#tests/support/inbox.ts";
import { createMail } from "#tests/support/mails.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { addMaker, createGarmentOrder } from "#tests/support/production.ts";
import { createCustomer, openSession } from "#tests/support/sessions.ts";
import { startShopHost } from "#tests/support/shop-host.ts";
import { createCreditNote } from "#tests/support/tax-documents.ts";
import { watchContent } from "#tests/support/watch-content.ts";
import routeTable from "../routes.ts";

const SECRET = "secret-customer@example.com";
const STORED_ENTRY = "0198f000-0000-7000-8000-000000000009";
const FRAME = "shell/admin-layout.tsx";

const adminRoutes = routesBelow((await routeTable) as RouteConfigEntry[], [FRAME]);

const secretBox = createSecretBox("k".repeat(32));

let database: TestDatabase;
let send: (request: Request) => Promise<Response>;
let content: () => Promise<unknown>;
let orderId: string;
let orderItemId: string;
let documentId: string;
let mailId: string;
let entryId: string;
const cookies: Record<string, string> = { "a visitor": "" };
let garmentId: string;
let makerId: string;
const clothId = newId();
const item = { active: "", gone: "", category: "", counted: newId() };
const images = { shown: "", deleted: "", several: "" };

const product = (id: string) => `${id}:1`;

type Write = { path: string; form: ActionFields };

/** Lists what each write needs to change something. Add a line for a new action. */
const writes: Record<string, () => Write> = {
  "change-products": () => ({
    path: "/admin?tab=products",
    form: { intent: "change-products", products: [product(item.active)], change: "feature" },
  }),
  "undo-product-changes": () => ({
    path: "/admin?tab=products",
    form: {
      intent: "undo-product-changes",
      changes: [{ product: product(item.active), inStock: false }],
    },
  }),
  "delete-products": () => ({
    path: "/admin?tab=products",
    form: { intent: "delete-products", products: [product(item.active)] },
  }),
  "restore-products": () => ({
    path: "/admin?tab=products",
    form: { intent: "restore-products", products: [product(item.gone)] },
  }),
  "delete-copy": () => ({
    path: "/admin?tab=products",
    form: { intent: "delete-copy", products: [product(item.active)] },
  }),
  "save-product": () => ({
    path: "/admin/products/new",
    form: {
      ...emptyProductForm(),
      intent: "save-product",
      name: "New",
      price: "49",
      categoryId: item.category,
    },
  }),
  "duplicate-product": () => ({
    path: "/admin?tab=products",
    form: { intent: "duplicate-product", productId: item.active },
  }),
  "create-category": () => ({
    path: "/admin?tab=categories",
    form: { intent: "create-category", name: "Kaftans" },
  }),
  "update-category": () => ({
    path: "/admin?tab=categories",
    form: { intent: "update-category", id: item.category, version: 1, name: "Renamed" },
  }),
  "delete-category": () => ({
    path: "/admin?tab=categories",
    form: { intent: "delete-category", id: item.category, version: 1 },
  }),
  "describe-media": () => ({
    path: "/admin?tab=media",
    form: { intent: "describe-media", id: images.shown, altText: "A gown" },
  }),
  "focus-media": () => ({
    path: "/admin?tab=media",
    form: { intent: "focus-media", id: images.shown, x: 0.25, y: 0 },
  }),
  "describe-many": () => ({
    path: "/admin?tab=media",
    form: { intent: "describe-many", media: [images.several], altText: "Several at once" },
  }),
  "delete-many": () => ({
    path: "/admin?tab=media",
    form: { intent: "delete-many", media: [images.several] },
  }),
  "delete-media": () => ({
    path: "/admin?tab=media",
    form: { intent: "delete-media", id: images.deleted },
  }),
  "/admin/activity": () => ({
    path: "/admin/activity",
    form: { intent: "restore", subject: "product", entryId: STORED_ENTRY, version: 1 },
  }),
  "set-site-image": () => ({
    path: "/admin?tab=site-images",
    form: { intent: "set-site-image", target: "hero:shop", mediaId: images.shown },
  }),
  "upload-preset-images": () => ({
    path: "/admin?tab=site-images",
    form: { intent: "upload-preset-images", presets: "all" },
  }),
  "save-settings": () => ({
    path: "/admin?tab=settings&part=notices",
    form: {
      intent: "save-settings",
      version: { announcement: 0 },
      announcement: { text: "Closed for Mashramani" },
    },
  }),
  "save-stripe-keys": () => ({
    path: "/admin?tab=settings&part=integrations",
    form: {
      intent: "save-stripe-keys",
      version: { integrations: 1 },
      integrations: { publishableKey: "pk_test_2", secretKey: "" },
    },
  }),
  "verify-stripe-keys": () => ({
    path: "/admin?tab=settings&part=integrations",
    form: { intent: "verify-stripe-keys", version: { integrations: 2 } },
  }),
  "remove-stripe-keys": () => ({
    path: "/admin?tab=settings&part=integrations",
    form: { intent: "remove-stripe-keys", version: { integrations: 2 } },
  }),
};

const pathOf = (write: Write) => new URL(write.path, SHOP_ORIGIN).pathname;

/** Returns a form with an unknown intent for routes without writes. */
function writesOf(route: GuardedRoute): Write[] {
  const own = Object.values(writes)
    .map((write) => write())
    .filter((write) => pathOf(write) === route.path);
  return own.length > 0 ? own : [{ path: route.path, form: { intent: "anything" } }];
}

const bodyOf = ({ form }: Write) => new URLSearchParams(formEntries(form));

/**
 * Uploads, WebAuthn and a tablet's queue use protocols tested in media/upload-routes.server.test.ts,
 * tests/e2e/admin-account.spec.ts and tests/e2e/production.spec.ts.
 */
const isProtocol = ({ path }: GuardedRoute) =>
  path.startsWith("/admin/uploads") ||
  path === "/admin/account/passkey" ||
  path === "/admin/atelier/production/sync" ||
  path === "/admin/atelier/production/:id/photos";

/** Each actor is refused for a different reason. */
const strangers = ["a visitor", "a customer", "a former admin", "an admin of yesterday"];

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const auth = testAuth(db);
  const enter = async (who: string, role: "admin" | "customer") => {
    const email = `${who.replaceAll(" ", "-")}@example.com`;
    const userId = await createCustomer(db, { email, role });
    const session = await openSession(auth, userId);
    cookies[who] = `${session.cookieName}=${session.cookieValue}`;
    return session.id;
  };
  await enter("an admin", "admin");
  await enter("a customer", "customer");
  await enter("a former admin", "admin");
  await db.execute(
    sql`update profiles set role = 'customer' where email = 'a-former-admin@example.com'`,
  );
  const yesterday = await enter("an admin of yesterday", "admin");
  const tooLongAgo = sql`now() - interval '24 hours 1 second'`;
  await db.update(sessions).set({ createdAt: tooLongAgo }).where(eq(sessions.id, yesterday));
  const terms = { product: SECRET };
  const lines = [{ productName: SECRET, size: CUSTOM_SIZE, madeToMeasure: true }];
  const order = await createGarmentOrder(db, { customerEmail: SECRET, terms, lines });
  orderId = order.orderId;
  orderItemId = order.orderItemId;
  garmentId = order.garments[0]?.id ?? "";
  await db.update(garments).set({ stage: "finished" }).where(eq(garments.id, garmentId));
  makerId = await addMaker(db, SECRET);
  documentId = await createCreditNote(db, orderId);
  await db.insert(staffInvitations).values({
    email: SECRET,
    tokenHash: hashSecret("token"),
    expiresAt: new Date("2100-01-01T00:00:00Z"),
  });
  mailId = await createMail(db, { subject: SECRET });
  await db.insert(cloths).values({ id: clothId, name: SECRET });
  const fit = { options: [], unitPriceMinor: 20_000, currency: "USD", extraDays: 14 };
  entryId = await addInquiry(db, { firstName: SECRET, fit });
  const donationId = newId();
  await db.insert(donations).values({ id: donationId, amountMinor: 5_000, email: SECRET });
  const paid = { status: "captured", amountMinor: 5_000, capturedMinor: 5_000 } as const;
  const by = { donationId, method: "test", provider: "test", currency: "USD" } as const;
  await db.insert(payments).values({ ...by, ...paid });
  item.category = await addCategory(db, SECRET);
  item.active = await addProduct(db, SECRET, { categoryId: item.category });
  await db
    .update(products)
    .set({ sizes: ["M", CUSTOM_SIZE] })
    .where(eq(products.id, item.active));
  await db.insert(madeToMeasureTerms).values({ productId: item.active, offered: true });
  const counted = { id: item.counted, productId: item.active, size: "M", sku: "counted" };
  await db.insert(productVariants).values({ ...counted, stockCount: 5 });
  await db.insert(auditLog).values({
    id: STORED_ENTRY,
    actorName: SECRET,
    action: "changed",
    subject: "product",
    subjectId: item.active,
    before: { name: SECRET, garmentType: "dress" },
    after: { name: SECRET, garmentType: "other" },
  });
  item.gone = await addProduct(db, "Gone", { deletedAt: new Date(0) });
  await addCategory(db, "Business Attire"); // Matches a preset.
  images.shown = await addImage(db, SECRET);
  images.deleted = await addImage(db, "Gone");
  images.several = await addImage(db, "Gone with others");
  const fileName = `${SECRET}.csv`;
  const importId = newId();
  await db.insert(productImports).values({
    id: importId,
    fileName,
    fallbackCategory: SECRET,
    actorName: SECRET,
    status: "finished",
  });
  const line = { importId, position: 0, line: 2, handle: "gown", name: SECRET };
  await db.insert(productImportLines).values({ ...line, verdict: "refused" });
  const contact = { contactEmail: SECRET };
  await db.insert(siteSettings).values({ settingName: "general", settingValue: contact });
  await db.insert(siteSettings).values({
    settingName: "integrations",
    settingValue: {
      stripePublishableKey: "pk_test_1",
      stripeSecretKey: secretBox.seal("sk_test_1", SECRET_KEY_LOCATION),
      secretHint: "sk_test_••••",
      secretMode: "test",
    },
  });
  content = await watchContent(db, readContent);
  send = await guardedHost(adminRoutes, {
    db,
    deletedMedia: async () => new Set<string>(),
    files: {
      put: async () => undefined,
      remove: async () => undefined,
      findTrouble: () => null,
    },
    jobs: { send: async () => undefined },
    auth,
    content: { settle: async () => undefined },
    secretBox,
    measurementBox: testMeasurementBox(),
    stripe: { verify: async () => ({ response: "works", mode: "test" }) },
    siteFacts: () => getSiteFacts(db),
    clock: systemClock,
    env: testEnv(),
    logger: pino({ level: "silent" }),
    publicUrl: SHOP_ORIGIN,
  } as unknown as AppDeps);
});

afterAll(() => database.close());

type Way = { name: string; method: string; address: (route: GuardedRoute) => string };

const ways: Way[] = [
  { name: "its page", method: "GET", address: ({ path }) => path },
  { name: "its data", method: "GET", address: ({ path }) => `${path}.data` },
  {
    name: "its loader alone",
    method: "GET",
    address: ({ path, id }) => `${path}.data?_routes=${encodeURIComponent(id)}`,
  },
  { name: "its headers", method: "HEAD", address: ({ path }) => path },
  { name: "its action by form", method: "POST", address: ({ path }) => path },
  { name: "its action by script", method: "POST", address: ({ path }) => `${path}.data` },
  {
    name: "its action by another method",
    method: "DELETE",
    address: ({ path }) => `${path}.data`,
  },
];

/** Returns the value of `:id` in a route's path. */
function idFor({ path }: GuardedRoute): string {
  if (path.startsWith("/admin/products/")) return item.active;
  if (path.startsWith("/admin/stock/")) return item.counted;
  if (path.startsWith("/admin/atelier/production/")) return garmentId;
  if (path.startsWith("/admin/atelier/makers/")) return makerId;
  if (path.startsWith("/admin/atelier/")) return clothId;
  return path.startsWith("/admin/inbox/") ? entryId : orderId;
}

function requestOf(way: Way, route: GuardedRoute, who: string, origin = SHOP_ORIGIN): Request[] {
  const address = way
    .address(route)
    .replace(":id", idFor(route))
    .replace(/:subject|:product/, item.active)
    .replace(":line", orderItemId)
    .replace(":component", "jacket")
    .replace(":kind", "roll");
  const whole = address.replace(":document", documentId).replace(":item", orderItemId);
  const url = new URL(whole, SHOP_ORIGIN);
  if (route.path.endsWith("/tickets.pdf")) url.searchParams.set("id", garmentId);
  if (route.path.endsWith("/outbox")) url.searchParams.set("mail", mailId);
  if (route.path.endsWith("/person")) url.searchParams.set("email", SECRET);
  if (route.path.startsWith("/admin/search")) url.searchParams.set("q", SECRET);
  const headers = new Headers({ origin });
  if (cookies[who]) headers.set("cookie", cookies[who]);
  if (way.method === "GET" || way.method === "HEAD") {
    return [new Request(url, { method: way.method, headers })];
  }
  return writesOf(route).map((write) => {
    const { search } = new URL(write.path, SHOP_ORIGIN);
    return new Request(url.href + search, {
      method: way.method,
      headers,
      body: bodyOf(write),
    });
  });
}

/** Reads everything that a write may change, for comparison. */
async function readContent(): Promise<unknown> {
  const { rows } = await database.db.execute(sql`
    select (select version from content_version) as version, (select count(*) from audit_log where subject <> 'refusal') as changes,
           (select json_agg(p order by p.id) from products p) as products,
           (select json_agg(c order by c.id) from product_categories c) as categories,
           (select json_agg(s order by s.setting_name) from site_settings s) as settings,
           (select json_agg(i order by i.id) from product_imports i) as imports,
           (select json_agg(g order by g.id) from guyana_sales_inquiries g) as inquiries,
           (select json_agg(m order by m.id) from media m) as media, (select json_agg(h) from page_hero_images h) as heroes`);
  return rows;
}

const isPage = (route: GuardedRoute) => !isProtocol(route);

test("the table of admin routes is the real one, and every write has its line", async () => {
  const paths = adminRoutes.map((route) => route.path);
  expect(paths).toEqual(expect.arrayContaining(["/admin", "/admin/orders/:id", "/admin/outbox"]));
  const written = Object.values(writes).map((write) => pathOf(write()));
  expect(paths).toEqual(expect.arrayContaining(written));
  for (const intent of DASHBOARD_ACTIONS.flatMap(({ actions }) => Object.keys(actions))) {
    expect(writes[intent]?.().form.intent, intent).toBe(intent);
  }
  for (const route of adminRoutes.filter((each) => !isProtocol(each))) {
    const module = await loadRouteModule(route.file);
    const writesOnly = module.default === undefined && module.action !== undefined;
    expect(writesOnly, route.path).toBe(false);
  }
});

// First who may not, then what each write changes for the tests after it.
describe("the routes of the admin", { shuffle: false }, () => {
  describe.each(adminRoutes)("$path", (route) => {
    describe.each(strangers)("%s", (who) => {
      // Specification 2.129, 2.167, 4.12, 6.4, 6.9, 6.10, 6.11, 6.12
      test.each(ways)("is sent to the login from $name, and changes nothing", async (way) => {
        const before = await content();
        for (const request of requestOf(way, route, who)) {
          const response = await send(request);
          const body = await response.text();
          const isWhole = way.method === "HEAD" || !way.address(route).includes(".data");
          expect(response.status).toBe(isWhole ? 302 : 202);
          expect(isWhole ? response.headers.get("location") : body).toContain("/login");
          expect(response.headers.get("cache-control")).toBe("private, no-store");
          expect(body).not.toContain(SECRET);
        }
        expect(await content()).toEqual(before);
      });
    });

    test("takes nothing that an admin's browser sends from another site", async () => {
      await using host = await startShopHost({ render: send, publicUrl: SHOP_ORIGIN });
      const before = await content();
      const posts = ways.filter(({ method }) => method === "POST");
      for (const request of posts.flatMap((way) =>
        requestOf(way, route, "an admin", "https://evil.example"),
      )) {
        const headers = Object.fromEntries(request.headers);
        const { pathname, search } = new URL(request.url);
        const response = await host.request(pathname + search, {
          method: "POST",
          headers,
          body: await request.text(),
        });
        expect(response.status).toBe(403);
      }
      expect(await content()).toEqual(before);
    });
  });

  describe("while the owner requires a second factor", () => {
    beforeAll(async () => {
      const settingValue = { requireSecondFactor: true };
      await database.db.insert(siteSettings).values({ settingName: "security", settingValue });
    });
    afterAll(() =>
      database.db.delete(siteSettings).where(eq(siteSettings.settingName, "security")),
    );

    const isAccount = ({ path }: GuardedRoute) => path.startsWith("/admin/account");

    test.each(adminRoutes.filter((route) => !isAccount(route)))(
      "$path leads an admin who has none to their account, and changes nothing",
      async (route) => {
        const before = await content();
        for (const way of ways) {
          for (const request of requestOf(way, route, "an admin")) {
            const response = await send(request);
            const body = await response.text();
            const isWhole = way.method === "HEAD" || !way.address(route).includes(".data");
            expect(response.status).toBe(isWhole ? 302 : 202);
            expect(isWhole ? response.headers.get("location") : body).toContain(
              "/admin/account?required=1",
            );
            expect(body).not.toContain(SECRET);
          }
        }
        expect(await content()).toEqual(before);
      },
    );

    test("their account opens, and with a passkey the other pages do too", async () => {
      const open = async (path: string) => {
        const headers = { cookie: cookies["an admin"] ?? "" };
        return (await send(new Request(SHOP_ORIGIN + path, { headers }))).status;
      };
      expect(await open("/admin/account?required=1")).toBe(200);
      expect(await open("/admin/orders")).toBe(302);
      const isOfSession = eq(profiles.email, "an-admin@example.com");
      const [admin] = await database.db.select().from(profiles).where(isOfSession);
      const credential = { name: "Phone", credentialId: "c", publicKey: "k" };
      await database.db.insert(passkeys).values({ userId: admin?.id ?? "", ...credential });
      expect(await open("/admin/orders")).toBe(200);
      await database.db.delete(passkeys);
    });
  });

  /** The text of documents is tested in features/sales/documents. */
  const isDocument = ({ path }: GuardedRoute) =>
    path.endsWith(".pdf") || path.includes("/documents/");

  test.each(adminRoutes.filter(isDocument))(
    "the document $path opens for an admin, kept by nobody else",
    async (route) => {
      const [page] = ways.flatMap((way) => requestOf(way, route, "an admin"));
      if (!page) throw new Error("There is a way to a page");
      const response = await send(page);
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/pdf");
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect(new TextDecoder("latin1").decode(bytes.slice(0, 5))).toBe("%PDF-");
    },
  );

  /** Measurements are the atelier's, whom the owner appoints among the admins. */
  const isAteliers = ({ path }: GuardedRoute) =>
    path.startsWith("/admin/atelier/patterns/") ||
    path.startsWith("/admin/atelier/alterations") ||
    path.endsWith("/quality");

  /** The surveys, a program, the times of stages, promises that are kept and an empty form show nothing of the shop's records. */
  const showsNoRecord = ({ path }: GuardedRoute) =>
    /\/(cloth\/new|patterns|worker\.js|times|promises)$/.test(path);

  const expectedIn = (route: GuardedRoute): string => {
    if (route.path.endsWith("/size-report")) return "wellServed";
    return showsNoRecord(route) || isAteliers(route) ? "" : SECRET;
  };

  /** An image is a file; production's and the alterations' images are tested with their use cases. */
  const isImage = ({ path }: GuardedRoute) =>
    path.includes("/photos/") || path.includes("/images/");

  describe.each(
    adminRoutes.filter((route) => isPage(route) && !isDocument(route) && !isImage(route)),
  )("the page $path", (route) => {
    // Specification 4.7, 4.9, 6.3
    test("an admin sees its page, its data and its loader's response, which are never cached", async () => {
      for (const request of ways.slice(0, 3).flatMap((way) => requestOf(way, route, "an admin"))) {
        const response = await send(request);
        expect(response.status).toBe(isAteliers(route) ? 403 : 200);
        expect(response.headers.get("cache-control")).toBe("private, no-store");
        expect(await response.text()).toContain(expectedIn(route));
      }
    });
  });

  const asAdmin = (write: Write, body: BodyInit = bodyOf(write)) => {
    const headers = new Headers({ cookie: cookies["an admin"] ?? "", origin: SHOP_ORIGIN });
    return send(new Request(SHOP_ORIGIN + write.path, { method: "POST", headers, body }));
  };

  const intents = Object.keys(writes).filter((name) => !name.startsWith("/"));

  describe.each(intents)("the action %s", (intent) => {
    const path = () => writes[intent]?.().path ?? "";

    test.each([
      {},
      { id: "1", version: "x", name: "" },
      { "changes[0].id": "1", "products[0]": "1", id: "' or 1=1" },
    ])("refuses the fields %j and changes nothing", async (fields) => {
      const before = await content();
      const response = await asAdmin({ path: path(), form: { intent, ...fields } });
      expect(response.status).toBe(422);
      expect(await content()).toEqual(before);
    });

    test("refuses a body that is not a form and changes nothing", async () => {
      const before = await content();
      const response = await asAdmin({ path: path(), form: { intent } }, "{");
      expect(response.status).toBe(400);
      expect(await content()).toEqual(before);
    });
  });

  describe.each(Object.entries(writes))("the write %s", (_, write) => {
    test("does for an admin what it says and writes it to the log", async () => {
      await database.db.execute(sql`delete from audit_log where id <> ${STORED_ENTRY}`);
      await database.db.update(products).set({ version: 1 });
      await database.db.execute(sql`
      update products set deleted_at = case when id = ${item.gone}::uuid then now() end`);
      await database.db.execute(sql`update product_categories set version = 1`);
      const response = await asAdmin(write());
      // A post by a browser redirects, so that a reload does not post again.
      expect(response.status).toBe(303);
      expect(response.headers.has("set-cookie")).toBe(true);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      const { rows } = await database.db.execute(sql`
      select actor_name as name from audit_log where id <> ${STORED_ENTRY} and subject <> 'refusal'`);
      expect(rows).toEqual([{ name: "Asha Persaud" }]);
    });
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
