import { randomUUID } from "node:crypto";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { eq } from "drizzle-orm";
import { extractText } from "unpdf";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { measureCookie } from "#app/web/browser-cookies.ts";
import { openSnapshot } from "#db/dump/dump.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import { orderEvents, orderItems } from "#db/schema/orders.server.ts";
import { paymentEvents, payments, testPaymentSessions } from "#db/schema/payments.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import { formatMeasurement } from "#features/body/measurement/measurement-profile.ts";
import { sealSpecification } from "#features/garments/specification/seal-specification.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import type { AccessHost } from "#tests/support/access-host.ts";
import { accessHost } from "#tests/support/access-host.ts";
import { siteRoutes } from "#tests/support/account-host.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { createContractedOrder, testSpecification } from "#tests/support/contracts.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findMeasured } from "#tests/support/find-measured.ts";
import { GUEST_COOKIE } from "#tests/support/guest.ts";
import { SHOP_ORIGIN } from "#tests/support/identity.ts";
import { INQUIRY } from "#tests/support/inbox.ts";
import { measureByLink } from "#tests/support/measure-links.ts";
import {
  addMeasuredPerson,
  measuredPerson,
  testMeasurementBox,
} from "#tests/support/measurements.ts";
import { createCustomer, openSession } from "#tests/support/sessions.ts";
import routeTable from "./routes.ts";

const table = (await routeTable) as RouteConfigEntry[];
const box = testMeasurementBox();

/** No price, count, size chart or survey of the shop has these values. */
const VALUES = { chest: 913_577, waist: 713_579, neck: 513_581 } as const satisfies Partial<
  Record<MeasurementName, number>
>;

/** In the remarks of the contract. */
const REMARK = "marked-remark";
const saysValue = findMeasured(VALUES, [REMARK]);

const ACTORS = [
  "a visitor",
  "a guest in another browser",
  "the measured person, by their code",
  "the customer",
  "another customer",
  "the sender of a link",
  "an admin",
  "the atelier",
] as const;
type ActorName = (typeof ACTORS)[number];

const cookies = {} as Record<ActorName, string>;
const at = {
  orderId: "",
  orderItemId: "",
  customerId: "",
  tailorId: "",
  profileId: "",
  productId: "",
  inquiryId: "",
  /** Of the sender, who ordered with the numbers of the link. */
  linkOrderId: "",
  linkItemId: "",
  linkPath: "",
};
let database: TestDatabase;
let host: AccessHost;

/** A Guyana Sales inquiry about a made-to-measure garment. */
async function inquire(specificationId: string): Promise<string> {
  const { color: _, notes, specification: __, ...fields } = INQUIRY;
  const fit = { options: [], unitPriceMinor: 20_000, currency: "USD", extraDays: 14 };
  const [row] = await database.db
    .insert(guyanaSalesInquiries)
    .values({ ...fields, additionalNotes: notes, specificationId, fit, productName: "Gown" })
    .returning({ id: guyanaSalesInquiries.id });
  return row?.id ?? "";
}

/** A person, an inquired specification, an ordered one with its contract, and a link that the sender ordered with. */
async function measureAll(sender: SignedIn): Promise<void> {
  const { db } = database;
  at.profileId = await addMeasuredPerson(db, at.customerId, measuredPerson("Asha", VALUES), box);
  const usual = testSpecification();
  const measured = Object.entries(VALUES).map(([name, value]) => [
    name,
    { value, confidence: 1, readings: 1, confirmed: true },
  ]);
  const measurements = Object.fromEntries(measured);
  const specification = { ...usual, measurements, remarks: REMARK };
  const order = { userId: at.customerId, customerEmail: "asha@example.com", specification };
  Object.assign(at, await createContractedOrder(db, { ...order, payment: { sessionId: "cs_1" } }));
  at.productId = await addProduct(db, "Kaieteur Gown");
  for (const isOrdered of [true, false]) {
    const id = randomUUID();
    const { productId } = at;
    const sealed = sealSpecification(box, { id, productId, specification, choices: [] });
    const row = { id, productId, userId: at.customerId, garment: "suit", choices: [] };
    await db.insert(fitSpecifications).values({ ...row, ...sealed });
    if (!isOrdered) {
      at.inquiryId = await inquire(id);
      continue;
    }
    await db
      .update(orderItems)
      .set({ specificationId: id })
      .where(eq(orderItems.id, at.orderItemId));
  }
  const linkDeps = { db, measurementBox: box, clock: { now: () => new Date() } };
  const link = await measureByLink(linkDeps, sender, { values: VALUES });
  at.linkPath = `/measure/${link.token}`;
  cookies["the measured person, by their code"] = measureCookie(link.token, link.code, {
    https: true,
  }).replace(/;.*/, "");
  const hidden: FitSpecification = {
    ...specification,
    remarks: "",
    profileId: link.id,
    measuredByLink: true,
  };
  const ordered = await createContractedOrder(db, {
    userId: sender.userId,
    customerEmail: sender.email,
    specification: hidden,
    payment: { sessionId: "cs_2" },
  });
  at.linkOrderId = ordered.orderId;
  at.linkItemId = ordered.orderItemId;
  const id = randomUUID();
  const { productId } = at;
  const sealed = sealSpecification(box, { id, productId, specification: hidden, choices: [] });
  const owner = { userId: sender.userId, linkId: link.id };
  await db
    .insert(fitSpecifications)
    .values({ id, productId, ...owner, garment: "suit", choices: [], ...sealed });
  await db.update(orderItems).set({ specificationId: id }).where(eq(orderItems.id, at.linkItemId));
}

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  host = await accessHost(database);
  const enter = async (userId: string) => {
    const { cookieName, cookieValue } = await openSession(host.deps.auth, userId);
    return `${cookieName}=${cookieValue}`;
  };
  const add = (name: string, role: "admin" | "customer") =>
    createCustomer(db, { email: `${name}@example.com`, name, role });
  at.customerId = await add("asha", "customer");
  at.tailorId = await add("tailor", "admin");
  const senderId = await add("carla", "customer");
  await db.update(profiles).set({ isAtelier: true }).where(eq(profiles.id, at.tailorId));
  Object.assign(cookies, {
    "a visitor": "",
    "a guest in another browser": GUEST_COOKIE,
    "the customer": await enter(at.customerId),
    "another customer": await enter(await add("bibi", "customer")),
    "the sender of a link": await enter(senderId),
    "an admin": await enter(await add("rosa", "admin")),
    "the atelier": await enter(at.tailorId),
  });
  await measureAll({
    role: "customer",
    userId: senderId,
    name: "carla",
    email: "carla@example.com",
  });
});
afterAll(async () => {
  await database.close();
  expect(saysValue(host.logged.join("\n")), "a line of the log has a measurement").toBe(false);
});

/** A page's text, and a PDF's as people read it. */
async function read(actor: ActorName, path: string): Promise<{ status: number; text: string }> {
  const response = await host.send(
    new Request(`${SHOP_ORIGIN}${path}`, { headers: { cookie: cookies[actor] } }),
  );
  const { status } = response;
  if (response.headers.get("content-type") !== "application/pdf")
    return { status, text: await response.text() };
  const { text } = await extractText(new Uint8Array(await response.arrayBuffer()), {
    mergePages: true,
  });
  return { status, text };
}

test("a value is found as a word in every unit, and never inside an id", () => {
  for (const text of ["91357.7 cm", '"value":913577', "is 28093 5/8 in", "71,357.9"]) {
    expect(saysValue(text.replace("71,357.9", "71357.9")), text).toBe(true);
  }
  expect(saysValue(formatMeasurement("neck", VALUES.neck, "inches"))).toBe(true);
  for (const text of ["019ab-913577-7000", "x913577", "9135770", "AA/91357.7"]) {
    expect(saysValue(text), text).toBe(false);
  }
});

/** Every page, export, feed, search and document that one GET can reach, as HTML and as data. */
function everyPath(): { path: string; url: string }[] {
  const { customerId, inquiryId, orderId, orderItemId, productId } = at;
  const known = siteRoutes(table).flatMap(({ path }) => {
    const ids = { orders: orderId, product: productId, inbox: inquiryId };
    const id = Object.entries(ids).find(([name]) => path.includes(name))?.[1] ?? customerId;
    const url = path
      .replace("/customers/person", "/customers/person?email=asha@example.com")
      .replace(":id", id)
      .replace(":item", orderItemId)
      .replace("/*", "/no-such-page")
      .replace(/:\w+/g, "unknown");
    const isFile = /\.\w+$/.test(path);
    return [
      { path, url },
      ...(isFile ? [] : [{ path: `${path}.data`, url: url.replace(/(\?|$)/, ".data$1") }]),
    ];
  });
  const { linkItemId, linkOrderId, linkPath } = at;
  const more = [
    linkPath,
    `${linkPath}.data`,
    `/profile/orders/${linkOrderId}`,
    `/profile/orders/${linkOrderId}.data`,
    `/profile/orders/${linkOrderId}/documents/contract`,
    `/admin/orders/${linkOrderId}`,
    `/admin/orders/${linkOrderId}/contracts/${linkItemId}`,
    `/admin/orders/${linkOrderId}/contracts/${linkItemId}.data`,
    `/admin/orders/${linkOrderId}/documents/work-${linkItemId}`,
    `/profile/orders/${orderId}/documents/contract`,
    `/admin/orders/${orderId}/documents/work-${orderItemId}`,
    ...Object.values(VALUES).flatMap((value) =>
      [
        "/search?q=",
        "/catalog?q=",
        "/admin/orders?q=",
        "/admin/customers?q=",
        "/admin/activity?q=",
      ].map((search) => `${search}${value / 10}`),
    ),
  ];
  return [...known, ...more.map((url) => ({ path: url.replace(/\?.*/, "?q"), url }))];
}

/** A search repeats what was searched for. */
const withoutQuery = (text: string, url: string) => {
  const requested = new URL(url, SHOP_ORIGIN).searchParams.get("q");
  return requested === null ? text : text.replaceAll(requested, "");
};

describe("the access table of measurements", () => {
  const OWN = [
    "/profile/orders/:id",
    "/profile/orders/:id/lines/:item",
    "/profile/measurements",
    "/profile/export",
  ];

  test.each(ACTORS)(
    "%s reads measurements on pages of their own only, and the atelier in the work document",
    async (actor) => {
      const paths = everyPath();
      expect(paths.length).toBeGreaterThan(170);
      const found: string[] = [];
      for (const { path, url } of paths) {
        const { text } = await read(actor, url);
        if (saysValue(withoutQuery(text, url))) found.push(path);
      }
      const contract = `/profile/orders/${at.orderId}/documents/contract`;
      const work = `/admin/orders/${at.orderId}/documents/work-${at.orderItemId}`;
      const own = [...OWN, ...OWN.map((path) => `${path}.data`), contract];
      const linkWork = `/admin/orders/${at.linkOrderId}/documents/work-${at.linkItemId}`;
      const allowed = {
        "the customer": own,
        "the atelier": [work, linkWork],
        "the measured person, by their code": [at.linkPath, `${at.linkPath}.data`],
      } as Partial<Record<ActorName, string[]>>;
      const missing = (allowed[actor] ?? []).filter(
        (path) => !found.includes(path) && path !== "/profile/export.data",
      );
      expect(found.filter((path) => !(allowed[actor] ?? []).includes(path))).toEqual([]);
      expect(missing).toEqual([]);
    },
    120_000,
  );

  test("a reading by staff is an entry that the customer sees; a refused one is none", async () => {
    const { db } = database;
    await db.delete(measurementReads);
    const work = `/admin/orders/${at.orderId}/documents/work-${at.orderItemId}`;
    const refused = ACTORS.filter((actor) => actor !== "the atelier");
    for (const actor of refused) {
      const { status, text } = await read(actor, work);
      expect([status === 200, saysValue(text)], actor).toEqual([false, false]);
    }
    expect(await db.select().from(measurementReads)).toEqual([]);
    expect((await read("the atelier", work)).status).toBe(200);
    expect(await db.select().from(measurementReads)).toMatchObject([
      { userId: at.customerId, staffId: at.tailorId, purpose: "Work document as PDF" },
    ]);
    expect((await read("the customer", "/profile/measurements")).text).toContain(
      "Work document as PDF",
    );
  });

  test("the measurements of an inquiry open for the atelier alone, after a purpose, in HTML and as data", async () => {
    const { db } = database;
    await db.delete(measurementReads);
    const page = `/admin/inbox/${at.inquiryId}/measurements`;
    const post = async (actor: ActorName, path: string, purpose: string) => {
      const body = new URLSearchParams({ purpose });
      const headers = { cookie: cookies[actor], origin: SHOP_ORIGIN };
      return (
        await host.send(new Request(`${SHOP_ORIGIN}${path}`, { method: "POST", body, headers }))
      ).text();
    };
    const refused = ACTORS.filter((actor) => actor !== "the atelier");
    for (const path of [page, `${page}.data`]) {
      for (const actor of refused) {
        expect(saysValue(await post(actor, path, "Quoting")), actor).toBe(false);
      }
      expect(saysValue(await post("the atelier", path, " "))).toBe(false);
    }
    expect(await db.$count(measurementReads)).toBe(0);
    expect(saysValue(await post("the atelier", `${page}.data`, "Quoting"))).toBe(true);
    expect(await db.select().from(measurementReads)).toMatchObject([
      { subject: "specification", userId: at.customerId, staffId: at.tailorId, purpose: "Quoting" },
    ]);
  });

  test("emails, timeline, Activity, payments and logs have no measurement", async () => {
    const { db } = database;
    const work = `/admin/orders/${at.orderId}/documents/work-${at.orderItemId}`;
    expect((await read("the atelier", work)).status).toBe(200);
    expect((await read("the atelier", "/no-such-page")).status).toBe(404);
    const rows = [mailOutbox, orderEvents, auditLog, paymentEvents, payments, testPaymentSessions];
    const stored: unknown[] = [];
    for (const each of rows) stored.push(await db.select().from(each));
    expect(stored.flat().length).toBeGreaterThan(0);
    expect(host.logged.length).toBeGreaterThan(0);
    expect(saysValue(JSON.stringify(stored))).toBe(false);
    expect(saysValue(host.logged.join("\n"))).toBe(false);
  });

  test("a backup without the measurement key has no measurement", async () => {
    const chunks: Buffer[] = [];
    const snapshot = await openSnapshot(database.url);
    await snapshot.copyOut(async (_table, chunk) => void chunks.push(chunk));
    await snapshot.close();
    const text = Buffer.concat(chunks).toString("utf8");
    expect(text).toContain("asha@example.com");
    expect(text).toContain(at.profileId);
    expect(saysValue(text)).toBe(false);
  });
});
