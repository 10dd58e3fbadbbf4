import type { RouteConfigEntry } from "@react-router/dev/routes";
import { eq } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readMessage } from "#app/web/admin-action.server.ts";
import type { AppDeps } from "#app/web/context.ts";
import { newId } from "#core/ids.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { customerNotes } from "#db/schema/customers.server.ts";
import { guyanaSalesInquiries, inboxReplies } from "#db/schema/inbox.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import { guardedHost, routesBelow } from "#tests/support/account-host.ts";
import { addCategory, addProduct } from "#tests/support/catalog.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { SHOP_ORIGIN, testAuth, testEnv } from "#tests/support/identity.ts";
import { addInquiry } from "#tests/support/inbox.ts";
import { createMail } from "#tests/support/mails.ts";
import { createCustomer, openSession } from "#tests/support/sessions.ts";
import routeTable from "../routes.ts";

const CUSTOMER = "/admin/customers/person?email=asha%40example.com";
const secretBox = createSecretBox("k".repeat(32));

let database: TestDatabase;
let deps: AppDeps;
let send: (request: Request) => Promise<Response>;
let cookie: string;
let productId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  const auth = testAuth(db);
  const userId = await createCustomer(db, { email: "owner@example.com", role: "admin" });
  const session = await openSession(auth, userId);
  cookie = `${session.cookieName}=${session.cookieValue}`;
  productId = await addProduct(db, "Gown", { categoryId: await addCategory(db, "Gowns") });
  const counted = { id: newId(), productId, size: "M", sku: "GOWN-M" };
  await db.insert(productVariants).values({ ...counted, stockCount: 5 });
  deps = {
    db,
    auth,
    jobs: { send: async () => undefined },
    content: { settle: async () => undefined },
    secretBox,
    siteFacts: () => getSiteFacts(db),
    clock: systemClock,
    env: testEnv(),
    logger: pino({ level: "silent" }),
    publicUrl: SHOP_ORIGIN,
  } as unknown as AppDeps;
  const frames = ["shell/admin-layout.tsx"];
  send = await guardedHost(routesBelow((await routeTable) as RouteConfigEntry[], frames), deps);
});

afterAll(() => database.close());

/** Posts a form like a browser without JavaScript. */
async function post(path: string, form: Record<string, string>) {
  const headers = { cookie, origin: SHOP_ORIGIN };
  const body = new URLSearchParams(form);
  const response = await send(new Request(SHOP_ORIGIN + path, { method: "POST", headers, body }));
  const left = response.headers.getSetCookie().map((each) => each.split(";")[0] ?? "");
  const next = new Request(SHOP_ORIGIN, { headers: { cookie: left.join("; ") } });
  const message = readMessage(next, deps)?.value ?? null;
  const { status } = response;
  return { status, location: response.headers.get("location"), message };
}

/** Every accepted post redirects and leaves a message. */
const leadsTo = (location: string, title: string) => ({
  status: 303,
  location,
  message: { notice: { kind: "success", title } },
});

test("the inbox leads on after a change, and its Undo restores the status", async () => {
  const { db } = database;
  const id = await addInquiry(db);
  const statusOf = async () =>
    (await db.select().from(guyanaSalesInquiries).where(eq(guyanaSalesInquiries.id, id)))[0]
      ?.status;
  const closed = await post("/admin/inbox?status=new", { entry: id, to: "closed" });
  expect(closed).toMatchObject(leadsTo("/admin/inbox?status=new", "1 entry closed"));
  expect(await statusOf()).toBe("closed");
  expect(closed.message?.undo).toEqual({ intent: "change", change: [`${id} new`] });
  const undone = await post("/admin/inbox", { intent: "change", "change[0]": `${id} new` });
  expect(undone).toMatchObject(leadsTo("/admin/inbox", "Everything is as it was"));
  expect(await statusOf()).toBe("new");
});

test("an inbox entry leads on after its answer and its deletion", async () => {
  const { db } = database;
  const id = await addInquiry(db);
  const path = `/admin/inbox/${id}`;
  const reply = { intent: "reply", key: newId(), name: "Asha", body: "We have it in silk." };
  expect(await post(path, reply)).toMatchObject(leadsTo(path, "Your answer to Asha is written"));
  expect(await db.select().from(inboxReplies)).toMatchObject([{ body: "We have it in silk." }]);
  expect(await post(path, { intent: "delete" })).toMatchObject(
    leadsTo("/admin/inbox", "Entry deleted"),
  );
});

test("stock leads on after it was received, on its list and on the page of a variant", async () => {
  const { db } = database;
  const [variant] = await db.select().from(productVariants);
  for (const path of ["/admin/stock?view=low", `/admin/stock/${variant?.id}`]) {
    const { status, location, message } = await post(path, {
      intent: "receive",
      sku: "GOWN-M",
      quantity: "2",
    });
    expect({ status, location }).toEqual({ status: 303, location: path });
    expect(message?.notice?.title).toContain("2 pieces received");
  }
  expect(await db.select().from(productVariants)).toMatchObject([{ stockCount: 9 }]);
});

test("a customer's page leads on after a note, its deletion and the erasure", async () => {
  const { db } = database;
  await addInquiry(db);
  expect(await post(CUSTOMER, { intent: "note", note: "Likes linen." })).toMatchObject(
    leadsTo(CUSTOMER, "Note saved"),
  );
  const [note] = await db.select().from(customerNotes);
  expect(note?.note).toBe("Likes linen.");
  expect(await post(CUSTOMER, { intent: "forget", noteId: note?.id ?? "" })).toMatchObject(
    leadsTo(CUSTOMER, "Note deleted"),
  );
  expect(await db.select().from(customerNotes)).toEqual([]);
  const erase = { intent: "erase", submittedEmail: "asha@example.com", known: "on" };
  expect(await post(CUSTOMER, erase)).toMatchObject({
    status: 303,
    location: "/admin/customers?erased=1",
  });
});

test("activity leads on after a restore, to the list without the entry", async () => {
  const { db } = database;
  const entryId = newId();
  const before = { name: "Gown", garmentType: "dress" };
  const after = { name: "Gown", garmentType: "other" };
  const entry = { id: entryId, actorName: "Asha", action: "changed", before, after };
  await db.insert(auditLog).values({ ...entry, subject: "product", subjectId: productId });
  const [{ version = 0 } = {}] = await db.select().from(products);
  const form = { intent: "restore", subject: "product", entryId, name: "Gown" };
  const path = `/admin/activity?subject=product&entry=${entryId}`;
  expect(await post(path, { ...form, version: String(version) })).toMatchObject(
    leadsTo("/admin/activity?subject=product", "Gown is as it was"),
  );
  expect(await db.select().from(products)).toMatchObject([{ garmentType: "dress" }]);
});

test("the outbox leads to the mail sent again, and returns a wrong address to its field", async () => {
  const { db } = database;
  const mail = await createMail(db, { subject: "Order confirmed" });
  const again = { intent: "elsewhere", mail, key: newId() };
  const refused = await post("/admin/outbox", { ...again, to: "nobody" });
  expect(refused).toMatchObject({ status: 422, location: null });
  const sent = await post("/admin/outbox", { ...again, to: "camila@example.com" });
  const copies = await db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, "camila@example.com"));
  expect(copies).toHaveLength(1);
  expect(sent).toMatchObject({ status: 303, location: `/admin/outbox?mail=${copies[0]?.id}` });
  expect(await post("/admin/outbox", { intent: "works-again", mail })).toMatchObject({
    status: 303,
    location: `/admin/outbox?mail=${mail}&cleared=1`,
  });
});

test("a sample of an email is sent once, and its page says where it went", async () => {
  const { db } = database;
  const path = "/admin/mails?kind=order-confirmation";
  const form = { kind: "order-confirmation", key: newId(), to: " rosa@example.net " };
  expect(await post(path, { ...form, to: "nobody" })).toMatchObject({ status: 422 });
  for (const _press of [1, 2]) {
    expect(await post(path, form)).toMatchObject(
      leadsTo(path, "A sample to rosa@example.net is written"),
    );
  }
  const samples = await db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, "rosa@example.net"));
  expect(samples).toMatchObject([{ subject: expect.stringMatching(/^Sample: /) }]);
});
