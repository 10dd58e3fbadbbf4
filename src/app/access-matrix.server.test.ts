import type { RouteConfigEntry } from "@react-router/dev/routes";
import type { SQL } from "drizzle-orm";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { addresses } from "#db/schema/customers.server.ts";
import { profiles, sessions } from "#db/schema/identity.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { patternDrafts, productPatterns } from "#db/schema/patterns.server.ts";
import { refusalsWritten } from "#features/base/identity/record-refusal.server.ts";
import {
  requestPasswordReset,
  resetPassword,
} from "#features/base/identity/reset-password.server.ts";
import { unsubscribeUrl } from "#features/base/identity/unsubscribe.server.ts";
import { createContract } from "#features/garments/contract/create-contract.server.ts";
import { createGarments } from "#features/garments/garment/stored-garments.server.ts";
import { addPattern } from "#features/garments/order-patterns/stored-patterns.server.ts";
import { sendResetLink } from "#features/office/customers/account-emails.server.ts";
import {
  createCreditLink,
  ensureCreditAccount,
} from "#features/orders/store-credit/store-credit-ledger.server.ts";
import { writeInvoice } from "#features/sales/documents/write-documents.server.ts";
import type { AccessHost } from "#tests/support/access-host.ts";
import { accessHost } from "#tests/support/access-host.ts";
import type { Access, Row } from "#tests/support/access-table.ts";
import { ACCESS } from "#tests/support/access-table.ts";
import type { SiteRoute } from "#tests/support/account-host.ts";
import { loadRouteModule, siteRoutes } from "#tests/support/account-host.ts";
import { addCategory, addImage, addProduct } from "#tests/support/catalog.ts";
import { checkoutBench, placed, requestFor } from "#tests/support/checkout.ts";
import { testSpecification, testTerms } from "#tests/support/contracts.ts";
import { tokenIn } from "#tests/support/customers.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { formPost, SHOP_ORIGIN, setRole } from "#tests/support/identity.ts";
import { addInquiry } from "#tests/support/inbox.ts";
import { pressLink } from "#tests/support/mailed-links.ts";
import { testMeasurementBox } from "#tests/support/measurements.ts";
import { createOrder } from "#tests/support/orders.ts";
import { garmentsOf } from "#tests/support/production.ts";
import { createCustomer, openSession } from "#tests/support/sessions.ts";
import { createCreditNote } from "#tests/support/tax-documents.ts";
import { watchContent } from "#tests/support/watch-content.ts";
import routeTable from "./routes.ts";

const table = (await routeTable) as RouteConfigEntry[];
const routes = siteRoutes(table);

/** Customer A's: only A and the admin may read it. */
const SECRET = "asha-of-camp-street";

const ACTORS = [
  "anonymous",
  "customer",
  "other customer",
  "expired",
  "demoted",
  "password changed",
  "admin",
] as const;
type ActorName = (typeof ACTORS)[number];

let database: TestDatabase;
let shop: AccessHost["shop"];
let host: AccessHost;
/** Of every table, without the sessions that the test opens. */
let everything: () => Promise<unknown>;
/** Opens a session per cookie, because some requests end it. */
const cookieOf = {} as Record<ActorName, () => Promise<string>>;
const ids: Record<string, string> = {};

/** Resets customer A's password, which ends the earlier session. */
async function changePassword(email: string): Promise<void> {
  await requestPasswordReset(shop.deps, { email, request: formPost("/auth/forgot", {}) });
  const job = shop.requested.find(({ name }) => name === "send-reset-link");
  await sendResetLink(shop.deps, job?.payload as { requestId: string });
  const token = tokenIn((await shop.mailsTo(email, "account-reset-password"))[0]);
  const request = formPost("/auth/reset", {});
  const changed = await resetPassword(shop.deps, {
    token,
    password: "cotton-by-candlelight-7",
    request,
  });
  if (!changed.ok) throw new Error(changed.error.code);
}

async function addActors(): Promise<string> {
  const { auth, db } = shop.deps;
  const enter = async (userId: string) => {
    const { cookieName, cookieValue, id } = await openSession(auth, userId);
    return { cookie: `${cookieName}=${cookieValue}`, id };
  };
  const person = (name: string, role: "admin" | "customer") =>
    createCustomer(db, { email: `${name}@example.com`, lastName: SECRET, role });
  const asha = await person("asha", "customer");
  const bibi = await createCustomer(db, { email: "bibi@example.com" });
  const rosa = await createCustomer(db, { email: "rosa@example.com", role: "admin" });
  const former = await createCustomer(db, { email: "former@example.com", role: "admin" });
  const { cookie: demoted } = await enter(former);
  await setRole(db, former, "customer");
  const { cookie: before } = await enter(asha);
  await changePassword("asha@example.com");
  const past = await enter(asha);
  const expiresAt = new Date(Date.now() - 1_000);
  await db.update(sessions).set({ expiresAt }).where(eq(sessions.id, past.id));
  cookieOf.anonymous = async () => "";
  cookieOf.customer = async () => (await enter(asha)).cookie;
  cookieOf["other customer"] = async () => (await enter(bibi)).cookie;
  cookieOf.admin = async () => (await enter(rosa)).cookie;
  cookieOf.expired = async () => past.cookie;
  cookieOf.demoted = async () => demoted;
  cookieOf["password changed"] = async () => before;
  return asha;
}

/** Of a line, with the owner's permission to download it. */
async function addApprovedPattern(orderItemId: string, productId: string): Promise<void> {
  const { db } = database;
  await db.insert(productPatterns).values({ productId, isDownloadable: true });
  await db
    .update(orderItems)
    .set({ productId, madeToMeasure: true })
    .where(eq(orderItems.id, orderItemId));
  const part = '<g id="fs-stack-jacket.back"><g id="x-part-1"><path d="M 0,0 L 90,90" /></g></g>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"><g id="fs-container">${part}</g></svg>`;
  const content = {
    fit: "regular" as const,
    options: {},
    seamAllowance: 10,
    measurements: {},
    note: "",
    estimated: [],
    design: "simon",
    title: "Shirt",
    solved: {},
    corrections: [],
    parts: [],
    measures: [],
    changes: [],
    findings: [],
    cutList: [],
    width: 100,
    height: 100,
    svg,
  };
  await db.transaction((tx) =>
    addPattern(tx, testMeasurementBox(), {
      orderItemId,
      component: "shirt",
      contractVersion: 1,
      status: "ready",
      origin: "order",
      staffId: null,
      packages: {},
      content,
    }),
  );
  await db.update(patternDrafts).set({ approvedAt: new Date(), approvedName: "Rosa" });
}

/** Adds a row for every id in a URL. */
async function addRows(userId: string): Promise<void> {
  const { db } = database;
  const address = { fullName: SECRET, line1: "12 Camp Street", city: "Georgetown", country: "GY" };
  ids.addresses = newId();
  await db.insert(addresses).values({ id: ids.addresses, userId, ...address });
  ids.orders = await createOrder(db, {
    userId,
    customerEmail: "asha@example.com",
    status: "completed",
    lines: [{ productName: SECRET }],
  });
  ids.document = await createCreditNote(db, ids.orders);
  const [line] = await db.select().from(orderItems).where(eq(orderItems.orderId, ids.orders));
  ids.item = line?.id ?? "";
  const contract = { specification: testSpecification(), terms: testTerms({ product: SECRET }) };
  const measurementBox = testMeasurementBox();
  await createContract(db, { measurementBox }, { orderItemId: ids.item, ...contract });
  const lines = [{ id: ids.item, quantity: 1, madeToMeasure: true }];
  await db.transaction((tx) => createGarments(tx, { lines, at: new Date() }));
  const [garment] = await garmentsOf(db, ids.item);
  ids.garment = garment?.id ?? "";
  ids.inbox = await addInquiry(db, { firstName: SECRET });
  const categoryId = await addCategory(db, "Gowns");
  ids.product = await addProduct(db, "Gown", { categoryId });
  ids.stock = newId();
  const variant = { id: ids.stock, productId: ids.product, size: "M", sku: "gown-m" };
  await db.insert(productVariants).values({ ...variant, stockCount: 5 });
  await addApprovedPattern(ids.item, ids.product);
  ids.images = await addImage(db, "A gown");
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  host = await accessHost(database);
  shop = host.shop;
  const userId = await addActors();
  await addRows(userId);
  // The first page of an admin begins the days in which a second factor can be put off.
  await host.get("/admin", await cookieOf.admin());
  // The order is inserted without an invoice; its payment issues one.
  const name = "Asha";
  const actor = { role: "customer", userId, name, email: "asha@example.com" } as const;
  await writeInvoice(host.deps, { actor, orderId: ids.orders ?? "", reader: "buyer" });
  everything = await watchContent(db, hashTables, { except: ["sessions"] });
});
afterAll(() => database.close());

const KIND = /^\/(?:admin\/)?(?:profile\/)?(addresses|orders|inbox|stock|images|product)/;

function urlOf({ path }: SiteRoute): string {
  const kind = KIND.exec(path)?.[1] ?? "orders";
  return path
    .replace(":id", ids[kind] ?? "")
    .replace(":item", ids.item ?? "")
    .replace(":garment", ids.garment ?? "")
    .replace(":document", ids.document ?? "")
    .replace(":component/:kind", "shirt/roll")
    .replace(":collection", "evening-elegance")
    .replace("/*", "/no-such-page")
    .replace(/:\w+/g, "unknown");
}

type Outcome =
  | "admitted"
  | "refused"
  | "sent to the sign-in"
  | "sent to the login"
  | "not found"
  | "not possible";

/** React Router's response to a script has the redirect target in its body. */
function outcomeOf({ headers, status }: Response, text: string): Outcome {
  const location = headers.get("location") ?? "";
  const target = status === 202 ? text : location;
  if (/(^|")\/login(\?|"|$)/.test(target)) return "sent to the login";
  if (/(^|")\/auth(\?|"|$)/.test(target)) return "sent to the sign-in";
  if (status === 404) return "not found";
  if (status === 405) return "not possible";
  return status >= 400 ? "refused" : "admitted";
}

const SIGNED_IN: readonly ActorName[] = ["customer", "other customer", "demoted", "admin"];

/** Refused, not found or without a page for every actor. */
const ADMITTED = /^(admitted|refused|not found|not possible)$/;
const TO_SIGN_IN = /^sent to the sign-in$/;

/** Matches the outcome that the table declares for an actor. */
function declared(access: Access, actor: ActorName): RegExp {
  const isSignedIn = SIGNED_IN.includes(actor);
  switch (access) {
    case "everyone":
      return ADMITTED;
    case "sign_in":
      return /^(sent to the (sign-in|login)|not found)$/;
    case "customers":
      return isSignedIn ? /^(admitted|refused)$/ : TO_SIGN_IN;
    case "owner":
      if (!isSignedIn) return TO_SIGN_IN;
      return actor === "customer" ? /^(admitted|refused)$/ : /^(not found|refused)$/;
    case "admins":
      return actor === "admin" ? ADMITTED : /^sent to the login$/;
  }
}

function declaredWrite({ read, write }: Row, actor: ActorName): RegExp {
  if (write !== "none") return declared(write, actor);
  const isOpen = read === "everyone" || (read === "owner" && SIGNED_IN.includes(actor));
  const isReader = isOpen || declared(read, actor).test("admitted");
  return isReader ? /^not possible$/ : declared(read, actor);
}

async function query(route: SiteRoute, actor: ActorName, way: { isData: boolean; form?: string }) {
  const path = urlOf(route);
  const suffix = path === "/" ? "_root.data" : ".data";
  const headers = new Headers({ origin: SHOP_ORIGIN, "x-client-address": "203.0.113.7" });
  const cookie = await cookieOf[actor]();
  if (cookie !== "") headers.set("cookie", cookie);
  const url = SHOP_ORIGIN + path + (way.isData ? suffix : "");
  const body = way.form === undefined ? undefined : new URLSearchParams(way.form);
  const method = body ? "POST" : "GET";
  const response = await host.send(new Request(url, { method, headers, body }));
  const text = await response.text();
  return { status: response.status, text, outcome: outcomeOf(response, text) };
}

async function hashTables(): Promise<unknown> {
  const { rows: tables } = await database.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'sessions'
    order by 1`);
  await refusalsWritten(database.db);
  // A refusal itself is recorded, and the owners are told.
  const others: Readonly<Record<string, SQL>> = {
    audit_log: sql`where subject <> 'refusal'`,
    mail_outbox: sql`where kind <> 'refused-access'`,
  };
  const parts = tables.map(
    ({ name }) =>
      sql`select ${name}::text as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as content from ${sql.identifier(name)} t ${others[name] ?? sql``}`,
  );
  const { rows } = await database.db.execute<{ name: string; content: string }>(
    sql.join(parts, sql` union all `),
  );
  return Object.fromEntries(rows.map(({ content, name }) => [name, content]));
}

/** Also by script: a guard in a page alone leaves its data open. */
const waysOf = ({ read }: Row) => (read === "everyone" ? [false] : [false, true]);

async function expectWrite(route: SiteRoute, row: Row, actor: ActorName): Promise<void> {
  for (const isData of waysOf(row)) {
    const { outcome, status, text } = await query(route, actor, { isData, form: "intent=none" });
    expect(outcome, `${actor}, ${status}`).toMatch(declaredWrite(row, actor));
    expect(status, actor).toBeLessThan(500);
    if (actor !== "customer" && actor !== "admin") expect(text, actor).not.toContain(SECRET);
  }
}

test("every route of the table has a row in the access table, and every row a route", () => {
  expect(routes.map(({ path }) => path).toSorted()).toEqual(Object.keys(ACCESS).toSorted());
});

test("a route with an action declares who may write, one without declares none", async () => {
  for (const { file, path } of routes) {
    const { action } = await loadRouteModule(file);
    expect(ACCESS[path]?.write === "none", path).toBe(action === undefined);
  }
});

// What is admitted to write changes the shop for the tests after it.
describe("the access table", { shuffle: false }, () => {
  test.each(routes)(
    "reading $path admits whom the table declares, and changes nothing",
    async (route) => {
      const row = ACCESS[route.path];
      if (!row) throw new Error(`${route.path} has no row`);
      const before = await everything();
      for (const actor of ACTORS) {
        for (const isData of waysOf(row)) {
          const { outcome, status, text } = await query(route, actor, { isData });
          expect(outcome, `${actor}, ${status}`).toMatch(declared(row.read, actor));
          expect(status, actor).toBeLessThan(500);
          if (actor !== "customer" && actor !== "admin") expect(text, actor).not.toContain(SECRET);
        }
      }
      expect(await everything()).toEqual(before);
    },
  );

  test.each(routes)("writing to $path admits whom the table declares", async (route) => {
    const row = ACCESS[route.path];
    if (!row) throw new Error(`${route.path} has no row`);
    const isRefused = (actor: ActorName) => !declaredWrite(row, actor).test("admitted");
    const before = await everything();
    for (const actor of ACTORS.filter(isRefused)) await expectWrite(route, row, actor);
    expect(await everything()).toEqual(before);
    for (const actor of ACTORS) if (!isRefused(actor)) await expectWrite(route, row, actor);
  });

  /** Opens pages from emails or the payment provider with valid tokens. */
  async function links(): Promise<{ direct: string[]; creditLink: string }> {
    const { auth, db } = shop.deps;
    const bench = checkoutBench(db);
    const order = await placed(bench, requestFor(ids.product ?? ""));
    const email = "asha@example.com";
    const [asha] = await db.select().from(profiles).where(eq(profiles.email, email));
    if (!asha) throw new Error("Customer A is missing");
    const creditLink = await db.transaction(async (tx) => {
      const { id } = await ensureCreditAccount(tx, { email, currency: "USD" });
      return createCreditLink(tx, id);
    });
    const subject = { userId: asha.id, topic: "email-notifications" } as const;
    const direct = [
      `/checkout/cancel?order=${order.id}`,
      `/checkout/test-payment/${order.sessionId}`,
      unsubscribeUrl(auth, "", subject),
    ];
    return { direct, creditLink };
  }

  test("opening a link with a working token changes nothing, as mail scanners and prefetching do", async () => {
    const { creditLink, direct } = await links();
    for (const link of direct) {
      const before = await everything();
      const response = await host.send(new Request(SHOP_ORIGIN + link));
      expect(response.status, link).toBe(200);
      expect(await everything(), link).toEqual(before);
    }
    const before = await everything();
    const { cookie, path } = await pressLink(host, creditLink);
    expect((await host.get(path, cookie)).status).toBe(200);
    expect(await everything()).toEqual(before);
  });

  test("customer A is still there", async () => {
    const email = "asha@example.com";
    expect(await database.db.$count(profiles, eq(profiles.email, email))).toBe(1);
  });
});
