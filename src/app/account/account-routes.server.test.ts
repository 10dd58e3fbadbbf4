import type { RouteConfigEntry } from "@react-router/dev/routes";
import { eq, inArray } from "drizzle-orm";
import type pg from "pg";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { addresses } from "#db/schema/customers.server.ts";
import { profiles, rateLimits, sessions } from "#db/schema/identity.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { Payments } from "#platform/payments.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import { guardedHost, routesBelow } from "#tests/support/account-host.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createAccount, SHOP_ORIGIN, testAuth, testEnv } from "#tests/support/identity.ts";
import {
  addMeasuredPerson,
  measuredPerson,
  testMeasurementBox,
} from "#tests/support/measurements.ts";
import { sendItems } from "#tests/support/orders.ts";
import { createGarmentOrder } from "#tests/support/production.ts";
import { createCustomer, openSession } from "#tests/support/sessions.ts";
import { createCreditNote } from "#tests/support/tax-documents.ts";
import routeTable from "../routes.ts";

const SECRET = "asha-of-camp-street";
const EMAIL = "asha@example.com";
const FRAMES = ["shell/account-layout.tsx", "shell/document-layout.tsx"];

/** A passkey is made by a protocol of its own: customer-second-factor.server.test.ts. */
const accountRoutes = routesBelow((await routeTable) as RouteConfigEntry[], FRAMES).filter(
  ({ path }) => path !== "/profile/settings/passkey",
);

let database: TestDatabase;
let send: (request: Request) => Promise<Response>;
const cookies: Record<string, string> = {};
const asha = {
  userId: "",
  orderId: "",
  lineId: "",
  documentId: "",
  addressId: "",
  sessionId: "",
  measuredId: "",
  garmentId: "",
};

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const auth = testAuth(db);
  const enter = async (who: string, userId: string) => {
    const session = await openSession(auth, userId);
    cookies[who] = `${session.cookieName}=${session.cookieValue}`;
    return session.id;
  };
  asha.userId = await createCustomer(db, { email: EMAIL, lastName: SECRET });
  await enter("customer A", asha.userId);
  asha.sessionId = (await openSession(auth, asha.userId)).id;
  await enter("customer B", await createCustomer(db, { email: "bibi@example.com" }));
  const admin = await createCustomer(db, { email: "owner@example.com", role: "admin" });
  await enter("an admin", admin);
  cookies["a visitor"] = "";
  const address = { fullName: SECRET, line1: "12 Camp Street", city: "Georgetown", country: "GY" };
  const rows = await db
    .insert(addresses)
    .values([
      { ...address, userId: asha.userId, isDefault: true },
      { ...address, userId: asha.userId },
    ])
    .returning({ id: addresses.id });
  asha.addressId = rows[1]?.id ?? "";
  asha.measuredId = await addMeasuredPerson(
    db,
    asha.userId,
    measuredPerson(SECRET, { chest: 920 }),
  );
  const made = { productName: SECRET, size: CUSTOM_SIZE, madeToMeasure: true };
  const lines = [made, { productName: SECRET }];
  const order = await createGarmentOrder(db, {
    userId: asha.userId,
    customerEmail: EMAIL,
    status: "completed",
    lines,
  });
  asha.orderId = order.orderId;
  asha.garmentId = order.garments[0]?.id ?? "";
  const items = await db.select().from(orderItems).where(eq(orderItems.orderId, asha.orderId));
  asha.lineId = items.find(({ madeToMeasure }) => !madeToMeasure)?.id ?? "";
  asha.documentId = await createCreditNote(db, asha.orderId);
  const jobs = { send: async () => undefined };
  const payments = {
    current: async () => ({ openCardPage: async () => null }),
  } as unknown as Payments;
  send = await guardedHost(accountRoutes, {
    db,
    auth,
    jobs,
    payments,
    secretBox: createSecretBox("k".repeat(32)),
    measurementBox: testMeasurementBox(),
    siteFacts: () => getSiteFacts(db),
    clock: systemClock,
    env: testEnv(),
    logger: pino({ level: "silent" }),
    publicUrl: SHOP_ORIGIN,
  } as unknown as AppDeps);
});

afterAll(() => database.close());

const paramOf = (path: string) => (path.includes("/orders/") ? asha.orderId : asha.addressId);
const addressOf = (path: string) =>
  path
    .replace(":id", paramOf(path))
    .replace(":document", asha.documentId)
    .replace(":garment", asha.garmentId);

function query(who: string, path: string, form?: Record<string, string>): Promise<Response> {
  const headers = new Headers({ origin: SHOP_ORIGIN, "x-client-address": "203.0.113.7" });
  if (cookies[who]) headers.set("cookie", cookies[who]);
  const body = form && new URLSearchParams(form);
  const method = form ? "POST" : "GET";
  return send(new Request(SHOP_ORIGIN + path, { method, headers, body }));
}

test("the table of account routes is the real one", () => {
  expect(accountRoutes.map((route) => route.path)).toEqual(
    expect.arrayContaining(["/profile", "/account", "/profile/orders/:id", "/profile/export"]),
  );
});

// Customer A's address and account are deleted at the end.
describe("the routes of an account", { shuffle: false }, () => {
  describe.each(accountRoutes)("$path", ({ id, path }) => {
    const ways = [
      { name: "its page", of: (at: string) => at, isPage: true },
      { name: "its data", of: (at: string) => `${at}.data`, isPage: false },
      {
        name: "its loader alone",
        of: (at: string) => `${at}.data?_routes=${encodeURIComponent(id)}`,
        isPage: false,
      },
    ];

    // Specification 2.11
    test.each(ways)("sends a visitor to the sign-in from $name", async ({ of, isPage }) => {
      const response = await query("a visitor", of(addressOf(path)));
      const body = await response.text();
      expect(response.status).toBe(isPage ? 302 : 202);
      expect(isPage ? response.headers.get("location") : body).toContain("/auth");
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(body).not.toContain(SECRET);
    });

    // Specification 6.2
    test.each(ways)("shows nobody else what is customer A's by $name", async ({ of }) => {
      for (const who of ["customer B", "an admin"]) {
        const response = await query(who, of(addressOf(path)));
        expect([200, 404], who).toContain(response.status);
        if (path.includes(":id")) expect(response.status, who).toBe(404);
        expect(response.headers.get("cache-control"), who).toBe("private, no-store");
        expect(await response.text(), who).not.toContain(SECRET);
      }
    });

    test.each(ways)("answers customer A by $name, for nobody to keep", async ({ of }) => {
      const response = await query("customer A", of(addressOf(path)));
      expect(response.status).toBe(200);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
    });
  });

  /** Lists every form of the account with customer A's ids. */
  const forms: { name: string; path: string; form: () => Record<string, string> }[] = [
    {
      name: "save the profile",
      path: "/profile",
      form: () => ({ intent: "save-profile", firstName: "Not", lastName: "Asha" }),
    },
    {
      name: "remove an address",
      path: "/profile",
      form: () => ({ intent: "remove-address", addressId: asha.addressId }),
    },
    {
      name: "choose the default address",
      path: "/account",
      form: () => ({ intent: "default-address", addressId: asha.addressId }),
    },
    {
      name: "put an address back",
      path: "/profile",
      form: () => ({
        intent: "restore-address",
        fullName: "X",
        line1: "X",
        city: "X",
        country: "GY",
      }),
    },
    {
      name: "change an address",
      path: "/profile/addresses/:id",
      form: () => ({ fullName: "X", line1: "X", city: "X", country: "GY", isDefault: "1" }),
    },
    {
      name: "add an address",
      path: "/profile/addresses/new",
      form: () => ({ fullName: "X", line1: "X", city: "X", country: "GY", isDefault: "1" }),
    },
    {
      name: "save the settings",
      path: "/profile/settings",
      form: () => ({ intent: "save-preferences", emailNotifications: "on" }),
    },
    {
      name: "end a session",
      path: "/profile/settings",
      form: () => ({ intent: "end-session", sessionId: asha.sessionId }),
    },
    {
      name: "end all other sessions",
      path: "/profile/settings",
      form: () => ({ intent: "end-others" }),
    },
    { name: "order again", path: "/profile/orders/:id", form: () => ({}) },
    {
      name: "announce a return",
      path: "/profile/orders/:id/return",
      form: () => ({
        "items[0].itemId": asha.lineId,
        "items[0].quantity": "1",
        reason: "changed_mind",
      }),
    },
    {
      name: "delete a measured person",
      path: "/profile/measurements",
      form: () => ({ intent: "delete-person", profileId: asha.measuredId }),
    },
    {
      name: "choose how long measurements are stored",
      path: "/profile/measurements",
      form: () => ({
        intent: "choose-retention",
        profileId: asha.measuredId,
        retention: "after_order",
      }),
    },
    { name: "add a payment method", path: "/profile/payment-methods", form: () => ({}) },
    { name: "delete the account", path: "/profile/delete", form: () => ({ email: EMAIL }) },
  ];

  /** Reads all of customer A's data for comparison. */
  async function whatIsAshas() {
    const { db } = database;
    const own = eq(orders.userId, asha.userId);
    const ofAsha = db.select({ id: orders.id }).from(orders).where(own);
    return {
      profile: await db.select().from(profiles).where(eq(profiles.id, asha.userId)),
      addresses: await db.select().from(addresses).where(eq(addresses.userId, asha.userId)),
      measured: await db
        .select()
        .from(measurementProfiles)
        .where(eq(measurementProfiles.userId, asha.userId)),
      sessions: await db
        .select({ id: sessions.id })
        .from(sessions)
        .where(eq(sessions.userId, asha.userId)),
      orders: await db.select().from(orders).where(own),
      returns: await db
        .select()
        .from(returnRequests)
        .where(inArray(returnRequests.orderId, ofAsha)),
    };
  }

  describe.each(forms)("the form to $name", ({ path, form }) => {
    let before: unknown;
    beforeEach(async () => {
      before = await whatIsAshas();
    });

    test.each(["a visitor", "customer B", "an admin"])(
      "changes nothing of customer A's when %s sends it, by page or by script",
      async (who) => {
        for (const suffix of ["", ".data"]) {
          const response = await query(who, addressOf(path) + suffix, form());
          expect(response.status).toBeLessThan(500);
          expect(await response.text()).not.toContain(SECRET);
          expect(await whatIsAshas()).toEqual(before);
          if (who === "a visitor") {
            const isPage = suffix === "";
            expect(response.status).toBe(isPage ? 302 : 202);
          }
        }
      },
    );
  });

  test("customer A's own forms do what they say", async () => {
    const saved = await query("customer A", "/profile", {
      intent: "save-profile",
      firstName: "Asha",
      lastName: "Singh",
    });
    expect(saved).toMatchObject({ status: 303 });
    expect(saved.headers.get("location")).toBe("/profile");
    await sendItems(database.db, asha.orderId, [{ itemId: asha.lineId, quantity: 1 }]);
    const announced = await query("customer A", `/profile/orders/${asha.orderId}/return`, {
      "items[0].itemId": asha.lineId,
      "items[0].quantity": "1",
      reason: "changed_mind",
    });
    expect(announced.status).toBe(303);
    for (const intent of ["choose-retention", "delete-person"]) {
      const form = { intent, profileId: asha.measuredId, retention: "after_order" };
      expect(await query("customer A", "/profile/measurements", form)).toMatchObject({
        status: 303,
      });
      const { measured } = await whatIsAshas();
      const left = intent === "delete-person" ? [] : [{ retention: "after_order" }];
      expect(measured).toMatchObject(left);
      expect(measured).toHaveLength(left.length);
    }
    const { profile, returns } = await whatIsAshas();
    expect(profile).toMatchObject([{ lastName: "Singh", name: "Asha Singh" }]);
    expect(returns).toMatchObject([{ reason: "changed_mind" }]);
    const next = announced.headers.get("location") ?? "";
    expect(next).toBe(
      `/profile/orders/${asha.orderId}/return?announced=${returns[0]?.authorizationNumber}`,
    );
    expect(await (await query("customer A", next)).text()).toContain(
      `"announcedNumber":"${returns[0]?.authorizationNumber}"`,
    );
  });

  test("a deleted address leads to the address book, which offers to put it back once", async () => {
    const form = { intent: "remove-address", addressId: asha.addressId };
    const removed = await query("customer A", "/profile", form);
    expect(removed.status).toBe(303);
    expect(removed.headers.get("location")).toBe("/profile#addresses");
    const { db } = database;
    expect(await db.select().from(addresses).where(eq(addresses.id, asha.addressId))).toEqual([]);
    const [cookie = ""] = removed.headers.getSetCookie();
    expect(cookie).toMatch(/^da_removed_address=[^;]+; Max-Age=60; Path=\/profile; HttpOnly/);
    expect(cookie).not.toContain(SECRET);
    const own = cookies["customer A"];
    cookies["customer A"] = `${own}; ${cookie.split(";")[0]}`;
    const next = await query("customer A", "/profile");
    cookies["customer A"] = own ?? "";
    expect(await next.text()).toMatch(/"removed":\{[^}]*"line1"/);
    expect(next.headers.getSetCookie().join()).toContain("da_removed_address=; Max-Age=0");
  });
});

test("a deleted account's session opens nothing and writes nothing any more", async () => {
  const { db } = database;
  const userId = await createCustomer(db, { email: "camila@example.com" });
  const { cookieName, cookieValue } = await openSession(testAuth(db), userId);
  cookies["customer C"] = `${cookieName}=${cookieValue}`;
  const gone = await query("customer C", "/profile/delete", { email: "camila@example.com" });
  expect(gone.headers.get("location")).toBe("/");
  expect(gone.headers.getSetCookie().join()).toMatch(/session_token=;.*da_hint=;/);
  const names = { intent: "save-profile", firstName: "Not", lastName: "Gone" };
  for (const [path, form] of [["/profile"], ["/profile/export"], ["/profile", names]] as const) {
    expect((await query("customer C", path, form)).headers.get("location")).toContain("/auth");
  }
  expect(await db.select().from(profiles).where(eq(profiles.id, userId))).toEqual([]);
});

test("an account with a password is deleted only with its password, which the response does not repeat", async () => {
  const { db } = database;
  const password = "cotton-and-cedar-8";
  const auth = testAuth(db);
  const userId = await createAccount(db, auth, { role: "customer", username: "devi", password });
  const { cookieName, cookieValue } = await openSession(auth, userId);
  cookies["customer D"] = `${cookieName}=${cookieValue}`;
  const email = "devi@example.com";
  const isThere = async () => (await db.$count(profiles, eq(profiles.id, userId))) === 1;
  const guess = "not-the-password-1";
  const guesses: Record<string, string>[] = [
    { email },
    { email, password: "" },
    { email, password: guess },
  ];
  for (const form of guesses) {
    for (const suffix of ["", ".data"]) {
      const refused = await query("customer D", `/profile/delete${suffix}`, form);
      expect(refused.status).toBe(400);
      const text = await refused.text();
      expect(text).not.toContain(guess);
      if (suffix === ".data") expect(text).toMatch(/This is not your password|Too many attempts/);
      expect(await isThere()).toBe(true);
    }
  }
  await db.delete(rateLimits);
  const gone = await query("customer D", "/profile/delete", { email, password });
  expect(gone.headers.get("location")).toBe("/");
  expect(await isThere()).toBe(false);
});

test("an account without a password is not deleted by a session older than ten minutes", async () => {
  const { db } = database;
  const email = "esha@example.com";
  const userId = await createCustomer(db, { email });
  const { cookieName, cookieValue, id } = await openSession(testAuth(db), userId);
  cookies["customer E"] = `${cookieName}=${cookieValue}`;
  const createdAt = new Date(Date.now() - 11 * 60_000);
  await db.update(sessions).set({ createdAt }).where(eq(sessions.id, id));
  expect((await query("customer E", "/profile/delete", { email })).status).toBe(400);
  expect(await db.$count(profiles, eq(profiles.id, userId))).toBe(1);
});

test("the list of orders reads the session once and asks the database four times", async () => {
  const { $client } = database.db as unknown as { $client: pg.Pool };
  const statements = vi.spyOn($client, "query");
  await query("customer A", "/profile/orders");
  const requested = statements.mock.calls.length;
  statements.mockRestore();
  expect(requested).toBe(4);
});

// Specification 8.37
test("orders that cannot be loaded are no broken page: the list says so and the account stays", async () => {
  await database.db.execute("alter table orders rename to orders_away");
  const response = await query("customer A", "/profile/orders");
  await database.db.execute("alter table orders_away rename to orders");
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('{"list":null}');
});
