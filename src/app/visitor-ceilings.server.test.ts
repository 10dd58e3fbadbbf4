import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { productVariants } from "#db/schema/catalog.server.ts";
import { contactMessages } from "#db/schema/inbox.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import { visitorEntries } from "#db/schema/visitor-entries.server.ts";
import { clearOldVisitorEntries } from "#features/base/identity/visitor-entries.server.ts";
import type { VisitorEntryKind } from "#features/base/identity/visitor-limits.ts";
import { VISITOR_LIMITS } from "#features/base/identity/visitor-limits.ts";
import { accessHost } from "#tests/support/access-host.ts";
import { addProduct } from "#tests/support/checkout.ts";
import { CHECKOUT_POST, checkoutFields } from "#tests/support/checkout-post.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { ROSA } from "#tests/support/customers.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { GUEST_COOKIE } from "#tests/support/guest.ts";
import { INQUIRY } from "#tests/support/inbox.ts";
import { offerToMeasure, specify } from "#tests/support/made-to-measure.ts";
import { measuredPerson, testMeasurementBox } from "#tests/support/measurements.ts";
import { createCustomer, openSession } from "#tests/support/sessions.ts";

const clock = fixedClock(new Date().toISOString());
let database: TestDatabase;
let host: Awaited<ReturnType<typeof accessHost>>;
let suitId: string;
let suitSpecification: string;
let soldOut: { productId: string; variantId: string };

// The whole route table is loaded, which takes a minute on a busy machine.
beforeAll(async () => {
  database = await createTestDatabase();
  host = await accessHost(database);
  suitId = await addProduct(database.db, { stock: { Custom: null } });
  await offerToMeasure(database.db, suitId);
  suitSpecification = await specify(
    { db: database.db, clock, measurementBox: testMeasurementBox() },
    suitId,
  );
  const productId = await addProduct(database.db, { stock: { M: 0 } });
  const variants = await database.db.select().from(productVariants);
  const variantId = variants.find((variant) => variant.productId === productId)?.id ?? "";
  soldOut = { productId, variantId };
}, 180_000);
afterAll(() => database.close());
beforeEach(() => database.db.delete(visitorEntries));

const someEmail = () => `${newId()}@example.com`;

function inquiryFields(): Record<string, string> {
  const { color: _color, notes: _notes, specification: _none, ...inquiry } = INQUIRY;
  const fields = Object.entries({ ...inquiry, size: "Custom", email: someEmail() });
  return {
    ...Object.fromEntries(fields.map(([name, value]) => [name, String(value)])),
    color: "",
    specification: "",
    additionalNotes: newId(),
  };
}

/** What a visitor's page sends, with an email of its own each time. */
const REQUESTS: Record<VisitorEntryKind, () => [path: string, fields: Record<string, string>]> = {
  specification: () => [
    `/product/${suitId}/made-to-measure.data`,
    {
      fit: "close",
      remarks: "",
      monogram: "",
      choices: "{}",
      profile: JSON.stringify(measuredPerson("Asha", { knee: 375 })),
    },
  ],
  message: () => [
    "/contact.data",
    {
      fullName: "Asha Persaud",
      email: someEmail(),
      phone: "",
      subject: "A fitting",
      message: newId(),
    },
  ],
  inquiry: () => [`/product/${suitId}/inquiry.data`, inquiryFields()],
  account: () => ["/auth.data?tab=create-account", { ...ROSA, email: someEmail() }],
  "unpaid order": () => [
    CHECKOUT_POST,
    checkoutFields({
      items: [
        {
          cartItemId: "suit",
          id: suitId,
          size: "Custom",
          color: "",
          specification: suitSpecification,
          quantity: 1,
          price: null,
        },
      ],
      customerEmail: someEmail(),
    }),
  ],
  "restock alert": () => [
    `/product/${soldOut.productId}/back-in-stock.data`,
    { variantId: soldOut.variantId, email: someEmail() },
  ],
};

async function send(kind: VisitorEntryKind, clientIp: string, cookie = GUEST_COOKIE) {
  const [path, fields] = REQUESTS[kind]();
  return host.post(path, fields, cookie, clientIp);
}

/** As if those who stored something had stored it `times` as often, each copy from the block that `block` says. */
async function multiply(times: number, block = sql`block`): Promise<void> {
  await database.db.execute(sql`
    insert into visitor_entries (id, kind, network, block, created_at)
    select gen_random_uuid(), kind, network, ${block}, created_at from visitor_entries, generate_series(2, ${times}) as copy`);
}

const KINDS = Object.keys(VISITOR_LIMITS) as VisitorEntryKind[];

describe("what a visitor has the shop store", () => {
  test("forty messages a day reach the shop from one address, whatever emails they name", async () => {
    const { db } = database;
    const before = await db.$count(contactMessages);
    const statuses: number[] = [];
    for (let sent = 0; sent < 42; sent += 1) {
      statuses.push((await send("message", "203.0.113.7")).status);
    }
    expect(statuses).toEqual([...Array(40).fill(200), 429, 429]);
    expect(await db.$count(contactMessages)).toBe(before + 40);
    expect((await send("message", "203.0.113.8")).status).toBe(200);
  });

  test.each(KINDS)(
    "ends for one address after a day's number, and for no other address: %s",
    async (kind) => {
      expect((await send(kind, "203.0.113.7")).status).toBeLessThan(400);
      await multiply(VISITOR_LIMITS[kind].aDay.ofNetwork);
      const refused = await send(kind, "203.0.113.7");
      expect(refused.status).toBe(429);
      expect((await refused.text()).toLowerCase()).toMatch(
        /call us|contact us|write to us|sign in|please wait/,
      );
      expect((await send(kind, "203.0.113.8")).status).toBeLessThan(400);
    },
  );

  test.each(KINDS)(
    "ends for a whole block of addresses, and for no other block: %s",
    async (kind) => {
      expect((await send(kind, "203.0.113.7")).status).toBeLessThan(400);
      await multiply(VISITOR_LIMITS[kind].aDay.ofBlock);
      expect((await send(kind, "203.0.113.200")).status).toBe(429);
      expect((await send(kind, "198.51.100.1")).status).toBeLessThan(400);
    },
  );

  test.each(KINDS)(
    "is open to an honest network when strangers used up the day: %s",
    async (kind) => {
      expect((await send(kind, "203.0.113.7")).status).toBeLessThan(400);
      await multiply(VISITOR_LIMITS[kind].aDay.inAll, sql`'block ' || copy % 60`);
      expect((await send(kind, "198.51.100.1")).status).toBeLessThan(400);
    },
  );

  test("opens again after a day", async () => {
    expect((await send("message", "203.0.113.7")).status).toBe(200);
    await multiply(VISITOR_LIMITS.message.aDay.ofNetwork);
    expect((await send("message", "203.0.113.7")).status).toBe(429);
    const { db } = database;
    await db.execute(sql`update visitor_entries set created_at = created_at - interval '25 hours'`);
    expect((await send("message", "203.0.113.7")).status).toBe(200);
    await clearOldVisitorEntries({ db, clock });
    expect(await db.$count(visitorEntries)).toBe(1);
  });

  test("is not counted for a confirmed account, which is the way out, and for another account it is", async () => {
    expect((await send("specification", "203.0.113.7")).status).toBe(200);
    await multiply(VISITOR_LIMITS.specification.aDay.ofNetwork);
    expect((await send("specification", "203.0.113.7")).status).toBe(429);
    const statuses: number[] = [];
    for (const emailVerified of [true, false]) {
      const userId = await createCustomer(database.db, { email: someEmail(), emailVerified });
      const { cookieName, cookieValue } = await openSession(host.shop.deps.auth, userId);
      const cookie = `${cookieName}=${cookieValue}`;
      statuses.push((await send("specification", "203.0.113.7", cookie)).status);
    }
    expect(statuses).toEqual([200, 429]);
  });

  test("names no address: neither in the entries nor beside a specification", async () => {
    await send("specification", "203.0.113.7");
    const { db } = database;
    const stored = [
      await db.select().from(visitorEntries),
      await db.select().from(fitSpecifications),
    ];
    expect(JSON.stringify(stored)).not.toMatch(/203\.0\.113/);
  });
});
