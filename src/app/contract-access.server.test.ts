import { eq, like } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { profiles, verifications } from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import type { AccessHost } from "#tests/support/access-host.ts";
import { accessHost } from "#tests/support/access-host.ts";
import { createContractedOrder, testSpecification } from "#tests/support/contracts.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { findMeasured } from "#tests/support/find-measured.ts";
import { GUEST_COOKIE, guest, newGuest } from "#tests/support/guest.ts";
import { pressLink } from "#tests/support/mailed-links.ts";
import { proveOrder } from "#tests/support/order-proofs.ts";
import { createGarmentOrder } from "#tests/support/production.ts";
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

const guestsPages = () => {
  const order = `/profile/orders/${at.orderId}`;
  return [
    order,
    `${order}/receipt`,
    `${order}/invoice.pdf`,
    `${order}/documents/contract`,
    `${order}/lines/${at.orderItemId}`,
    `${order}/lines/${at.orderItemId}.data`,
    `${order}/garments/${at.orderItemId}`,
    `${order}/patterns/${at.orderItemId}/jacket/a4`,
  ];
};

/** The pages and documents that a browser opens, and whether the lookup by number and email shows the contract. */
async function opensAsGuest(browser: string): Promise<string[]> {
  const fields = { number: at.orderId.slice(0, 8), email: "asha@example.com" };
  const opened: string[] = [];
  for (const path of guestsPages()) {
    const response = await host.get(path, browser);
    if (response.status === 200) opened.push(path);
    else expect(saysContract(await response.text())).toBe(false);
  }
  const found = await postIn(browser, fields);
  expect(found).toContain("Stabroek Suit");
  return saysContract(found) ? [...opened, "the lookup"] : opened;
}

const postIn = (browser: string, fields: Record<string, string>) =>
  textOf(host.post("/order-lookup.data", fields, browser));

/** Each test reads the codes that it had mailed itself. */
beforeEach(() => database.db.delete(mailOutbox).where(eq(mailOutbox.kind, "order-code")));

const codeMails = () =>
  database.db.select().from(mailOutbox).where(eq(mailOutbox.kind, "order-code"));

async function newestCode(): Promise<string> {
  const mails = await codeMails();
  const newest = mails.toSorted((one, other) => one.id.localeCompare(other.id)).at(-1);
  return /Code: (\d{6})/.exec(newest?.textBody ?? "")?.[1] ?? "";
}

test("number and email of an order open no page and no document with measurements; the code that was mailed opens them in this browser alone", async () => {
  const fields = { number: at.orderId.slice(0, 8), email: "asha@example.com" };
  const sending = { ...fields, intent: "send-code" };
  const enter = (code: string) => ({ ...fields, intent: "enter-code", code });
  const browser = newGuest().cookie;
  const other = newGuest().cookie;
  expect(await opensAsGuest("")).toEqual([]);
  expect(await opensAsGuest(browser)).toEqual([]);

  expect(await postIn(browser, { ...sending, email: "bibi@example.com" })).not.toContain(
    "Stabroek",
  );
  expect(await codeMails()).toEqual([]);
  expect(await postIn(browser, sending)).toContain("a•••@example.com");
  expect(await codeMails()).toMatchObject([{ recipient: "asha@example.com" }]);
  expect(await opensAsGuest(browser)).toEqual([]);

  const code = await newestCode();
  const wrong = code === "123456" ? "654321" : "123456";
  for (const refused of [wrong, "", `${code}0`]) {
    expect(saysContract(await postIn(browser, enter(refused)))).toBe(false);
  }
  expect(saysContract(await postIn(other, enter(code)))).toBe(false);
  expect(saysContract(await postIn("", enter(code)))).toBe(false);
  expect(await opensAsGuest(browser)).toEqual([]);

  expect(saysContract(await postIn(browser, enter(code)))).toBe(true);
  const [, , , document = "", line = "", lineData = ""] = guestsPages();
  expect(await opensAsGuest(browser)).toEqual([document, line, lineData, "the lookup"]);
  expect(await opensAsGuest(other)).toEqual([]);
  expect(saysContract(await postIn(other, enter(code)))).toBe(false);
  await endProofsOf(at.orderId);
  expect(await opensAsGuest(browser)).toEqual([]);
});

/** As an hour after the code was entered. */
async function endProofsOf(orderId: string): Promise<void> {
  const createdAt = new Date(Date.now() - 60 * 60 * 1000);
  await database.db
    .update(verifications)
    .set({ createdAt })
    .where(like(verifications.identifier, `order-proof|${orderId}|%`));
}

test("the code is in its email alone: not in the outbox that staff read, and not in the log", async () => {
  const fields = { number: at.orderId.slice(0, 8), email: "asha@example.com" };
  await postIn(newGuest().cookie, { ...fields, intent: "send-code" });
  const [mail] = await codeMails();
  const code = await newestCode();
  expect(code).toMatch(/^\d{6}$/);
  const shown = await textOf(get("an admin", `/admin/outbox?mail=${mail?.id}`));
  expect(shown).toContain("Your code for order");
  expect(shown).not.toContain(`Code: ${code}`);
  expect(shown).not.toContain(`>${code}<`);
  expect(shown).not.toContain(`&gt;${code}&lt;`);
  expect(host.logged.join()).not.toMatch(new RegExp(`\\b${code}\\b`));
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
  const mails = await db.select().from(mailOutbox).where(eq(mailOutbox.kind, "contract-proposal"));
  expect(mails).toHaveLength(1);
  const token = /\/contract\/([\w-]+)/.exec(mails[0]?.textBody ?? "")?.[1] ?? "";
  const { cookie, path } = await pressLink(host, `/contract/${token}`);
  expect(saysContract(await textOf(host.get(path, cookie)))).toBe(true);
  expect(saysContract(await textOf(get("a visitor", path)))).toBe(false);
  const response = await host.post(path, { intent: "approve" }, cookie);
  expect(response.status).toBe(303);
  expect(saysContract(await textOf(host.get(path, cookie)))).toBe(false);
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

test("the page that changes a garment opens for its customer and for a guest whose browser has proven this order within the hour", async () => {
  const page = `/profile/orders/${at.orderId}/lines/${at.orderItemId}`;
  expect(saysContract(await textOf(get("the customer", page)))).toBe(true);
  for (const actor of ACTORS.filter((each) => each !== "the customer")) {
    const response = await get(actor, page);
    expect([actor, response.status >= 300]).toEqual([actor, true]);
    expect(saysContract(await response.text())).toBe(false);
    const posted = await post(actor, page, { base: "1", fit: "easy" });
    expect([actor, posted.status === 303]).toEqual([actor, false]);
  }
  const { db } = database;
  await proveOrder(db, { actor: guest, orderId: at.orderId, at: new Date() });
  const opened = await textOf(get("a guest in another browser", page));
  expect(saysContract(opened)).toBe(true);
  // Opening it again and again prolongs nothing.
  await proveOrder(db, { actor: guest, orderId: at.orderId, at: new Date(Date.now() - 3_590_000) });
  expect((await get("a guest in another browser", page)).status).toBe(200);
  await endProofsOf(at.orderId);
  const ended = await get("a guest in another browser", page);
  expect([ended.status, ended.headers.get("location")]).toEqual([302, "/order-lookup"]);
});

test("a change that is sent after the hour has a code mailed, keeps what was entered, and is saved with the code", async () => {
  const order = await createGarmentOrder(database.db, { customerEmail: "clara@example.com" });
  const page = `/profile/orders/${order.orderId}/lines/${order.orderItemId}`;
  await proveOrder(database.db, { actor: guest, orderId: order.orderId, at: new Date() });
  await endProofsOf(order.orderId);
  const entered = { base: "1", fit: "easy", remarks: "A heavy pen" };
  const submit = (fields: Record<string, string>, path = page) =>
    post("a guest in another browser", path, fields);
  const refused = await submit(entered);
  expect(refused.status).toBe(403);
  const shown = await refused.text();
  expect(shown).toContain('"expired"');
  expect(findMeasured({ chest: 987 }, [])(shown)).toBe(false);
  expect(await codeMails()).toHaveLength(1);
  const code = await newestCode();
  const other = code === "123456" ? "654321" : "123456";
  const wrong = await submit({ ...entered, code: other }, `${page}.data`);
  expect(wrong.status).toBe(403);
  const response = await wrong.text();
  expect(response).toContain("More than an hour has passed");
  expect(response).toContain("This is not the code");
  expect(response).toContain("A heavy pen");
  const saved = await submit({ ...entered, code });
  expect([saved.status, saved.headers.get("location")]).toEqual([303, `${page}?done=2`]);
});
