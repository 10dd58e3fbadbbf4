import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import { contractProof } from "#features/orders/order/order-proof.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import type { AccessHost } from "#tests/support/access-host.ts";
import { accessHost } from "#tests/support/access-host.ts";
import { createContractedOrder, testSpecification } from "#tests/support/contracts.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findMeasured } from "#tests/support/find-measured.ts";
import { GUEST_COOKIE } from "#tests/support/guest.ts";
import { createCustomer, openSession } from "#tests/support/sessions.ts";

/** A chest and a remark that nothing else of the shop says; the second chest is proposed. */
const CHEST = 987_654;
const PROPOSED_CHEST = 98_765;
const REMARK = "marked-remark";
const saysContract = (text: string) =>
  [CHEST, PROPOSED_CHEST].some((chest) => findMeasured({ chest }, [REMARK])(text));

const ACTORS = [
  "a visitor",
  "a guest in another browser",
  "the customer",
  "another customer",
  "an admin",
  "the atelier",
] as const;
type ActorName = (typeof ACTORS)[number];

const cookies = {} as Record<ActorName, string>;
const at = { orderId: "", orderItemId: "", customerId: "", tailorId: "" };
let database: TestDatabase;
let host: AccessHost;

// The whole route table is loaded, which takes a minute on a busy machine.
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
  await db.update(profiles).set({ isAtelier: true }).where(eq(profiles.id, at.tailorId));
  Object.assign(cookies, {
    "a visitor": "",
    "a guest in another browser": GUEST_COOKIE,
    "the customer": await enter(at.customerId),
    "another customer": await enter(await add("bibi", "customer")),
    "an admin": await enter(await add("rosa", "admin")),
    "the atelier": await enter(at.tailorId),
  });
  const usual = testSpecification();
  const chest = { value: CHEST, confidence: 1, readings: 1, confirmed: true };
  const measurements = { ...usual.measurements, chest };
  const specification = { ...usual, measurements, remarks: REMARK };
  const order = { userId: at.customerId, customerEmail: "asha@example.com", specification };
  Object.assign(at, await createContractedOrder(db, order));
}, 180_000);
afterAll(() => database.close());

const get = (actor: ActorName, path: string) => host.get(path, cookies[actor]);

const post = (actor: ActorName, path: string, fields: Record<string, string>) =>
  host.post(path, fields, cookies[actor]);

const textOf = async (response: Promise<Response>) => (await response).text();

test("a guest reads them with the order's number and email, and with a wrong email nothing", async () => {
  const number = at.orderId.slice(0, 8);
  const look = (email: string) =>
    textOf(post("a visitor", "/order-lookup.data", { number, email }));
  expect(saysContract(await look("asha@example.com"))).toBe(true);
  expect(saysContract(await look("bibi@example.com"))).toBe(false);
});

test("only the atelier opens them, for a purpose, and the customer sees who did", async () => {
  const page = `/admin/orders/${at.orderId}/contracts/${at.orderItemId}`;
  const purpose = "Cutting the suit";
  const reads = () => database.db.select().from(measurementReads);
  for (const actor of ["a visitor", "another customer", "the customer", "an admin"] as const) {
    for (const path of [page, `${page}.data`]) {
      const response = await post(actor, path, { intent: "open", purpose });
      expect(saysContract(await response.text()), actor).toBe(false);
    }
  }
  expect((await post("an admin", page, { intent: "open", purpose })).status).toBe(403);
  expect((await post("the atelier", page, { intent: "open", purpose: " " })).status).toBe(422);
  expect(await reads()).toEqual([]);
  const opened = await post("the atelier", `${page}.data`, { intent: "open", purpose });
  expect(opened.status).toBe(200);
  expect(saysContract(await opened.text())).toBe(true);
  expect(await reads()).toMatchObject([
    { subject: "contract", userId: at.customerId, staffId: at.tailorId, purpose },
  ]);
  expect(await textOf(get("the customer", "/profile/measurements"))).toContain(purpose);
});

test("a proposal names no measurement in emails, in the timeline, in Activity and in logs", async () => {
  const page = `/admin/orders/${at.orderId}/contracts/${at.orderItemId}`;
  const fields = {
    intent: "propose",
    purpose: "A change",
    base: "1",
    note: `${REMARK} of the tailor`,

    fit: "regular",
    posture: "average",
    shoulders: "",
    monogram: "AP",
    remarks: REMARK,
    "values.chest": "9876.54",
  };
  const refused = await post("an admin", page, fields);
  expect(refused.status).toBe(403);
  const proposed = await post("the atelier", page, fields);
  expect([proposed.status, proposed.headers.get("location")]).toEqual([
    303,
    `${page}?done=proposed`,
  ]);
  const { db } = database;
  const mails = await db.select().from(mailOutbox);
  expect(mails).toHaveLength(1);
  const token = /\/contract\/([\w-]+)/.exec(mails[0]?.textBody ?? "")?.[1] ?? "";
  expect(saysContract(await textOf(get("a visitor", `/contract/${token}`)))).toBe(true);
  const response = await post("a visitor", `/contract/${token}`, { intent: "approve" });
  expect(response.status).toBe(303);
  const shown = await get("a visitor", `/contract/${token}`);
  expect(saysContract(await shown.text())).toBe(false);
  const rest = [
    await db.select().from(mailOutbox),
    await db.select().from(orderEvents),
    await db.select().from(auditLog),
    host.logged,
  ];
  expect(saysContract(JSON.stringify(rest))).toBe(false);
  for (const outbox of ["/admin/outbox", `/admin/outbox?mail=${mails[0]?.id}`]) {
    expect(await textOf(get("an admin", outbox))).not.toContain(token);
  }
});

test("the page that changes a garment opens for its customer and for a guest with a proof of this order alone", async () => {
  const page = `/profile/orders/${at.orderId}/lines/${at.orderItemId}`;
  expect(saysContract(await textOf(get("the customer", page)))).toBe(true);
  for (const actor of ACTORS.filter((each) => each !== "the customer")) {
    const response = await get(actor, page);
    expect([actor, response.status >= 300]).toEqual([actor, true]);
    expect(saysContract(await response.text())).toBe(false);
    const posted = await post(actor, page, { base: "1", fit: "easy" });
    expect([actor, posted.status === 303]).toEqual([actor, false]);
  }
  const box = createSecretBox("k".repeat(32));
  const proof = contractProof(box, at.orderId, new Date());
  expect(saysContract(await textOf(get("a visitor", `${page}?proof=${proof}`)))).toBe(true);
  const other = contractProof(box, newId(), new Date());
  const hourAgo = contractProof(box, at.orderId, new Date(Date.now() - 3_600_001));
  const ended = await get("a visitor", `${page}?proof=${hourAgo}`);
  expect([ended.status, ended.headers.get("location")]).toEqual([302, "/order-lookup"]);
  const refused = await get("a visitor", `${page}?proof=${other}`);
  expect([refused.status, refused.headers.get("location")]).toEqual([302, "/order-lookup"]);
});

test("opening the page that changes a garment gives a guest no other proof, so that hers ends an hour after the lookup", async () => {
  const page = `/profile/orders/${at.orderId}/lines/${at.orderItemId}`;
  const proof = contractProof(createSecretBox("k".repeat(32)), at.orderId, new Date());
  const shown = await textOf(get("a visitor", `${page}.data?proof=${proof}`));
  // A sealed proof is JSON in base64, which begins so.
  expect(new Set(shown.match(/eyJ[\w-]{40,}/g))).toEqual(new Set([proof]));
});
