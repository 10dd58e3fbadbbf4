import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hashSecret } from "#core/secret-hash.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { atelierHolds } from "#db/schema/production.server.ts";
import { storeCreditLinks } from "#db/schema/store-credit.server.ts";
import { newToken } from "#features/body/links/sealed-links.server.ts";
import { garmentToken } from "#features/garments/alterations/garment-access.server.ts";
import { proposeChange } from "#features/garments/proposals/propose-change.server.ts";
import {
  createCreditLink,
  ensureCreditAccount,
} from "#features/orders/store-credit/store-credit-ledger.server.ts";
import type { AccessHost } from "#tests/support/access-host.ts";
import { accessHost } from "#tests/support/access-host.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { elsewhere, pressLink } from "#tests/support/mailed-links.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createGarmentOrder, staffMember } from "#tests/support/production.ts";
import { newestProposalToken, submittedProposal } from "#tests/support/proposals.ts";

let database: TestDatabase;
let host: AccessHost;

// The whole route table is loaded, which takes a minute on a busy machine.
beforeAll(async () => {
  database = await createTestDatabase();
  host = await accessHost(database);
}, 180_000);
afterAll(() => database.close());

/** A mailed link, what its page shows, and the form that it has. */
type MailedLink = { link: string; shows: string; form: Record<string, string> };

async function creditLink(): Promise<MailedLink> {
  const { db } = database;
  const link = await db.transaction(async (tx) => {
    const account = await ensureCreditAccount(tx, { email: "rosa@example.com", currency: "USD" });
    return createCreditLink(tx, account.id);
  });
  return { link, shows: "balance", form: {} };
}

async function confirmationLink(): Promise<MailedLink> {
  const { db } = database;
  const orderId = await createOrder(db, { status: "pending" });
  const token = newToken();
  await db.insert(atelierHolds).values({
    orderId,
    isHeld: true,
    isStranger: true,
    holderKeys: [],
    confirmationHash: hashSecret(token),
  });
  return { link: `/checkout/confirm-email/${token}`, shows: orderId.slice(0, 8), form: {} };
}

async function proposalLink(): Promise<MailedLink> {
  const { db } = database;
  const { orderItemId } = await createGarmentOrder(db);
  const actor = await staffMember(db, true);
  const submitted = submittedProposal();
  const proposed = await proposeChange(host.deps, { actor, orderItemId, submitted });
  if (!proposed.ok) throw new Error(JSON.stringify(proposed.error));
  const link = `/contract/${await newestProposalToken(db)}`;
  return { link, shows: "The waist reads small", form: { intent: "approve" } };
}

async function garmentLink(): Promise<MailedLink> {
  const { garments, orderId } = await createGarmentOrder(database.db);
  const garmentId = garments[0]?.id ?? "";
  const token = garmentToken(host.deps.auth, { garmentId, days: 1, now: new Date() });
  return { link: `/garment/${token}`, shows: orderId.slice(0, 8), form: { intent: "report" } };
}

const LINKS = {
  "store credit": creditLink,
  "the confirmation of an order's email": confirmationLink,
  "a proposed change": proposalLink,
  "a garment": garmentLink,
};
const NAMES = Object.keys(LINKS) as (keyof typeof LINKS)[];

const secretOf = (link: string) => link.slice(link.lastIndexOf("/") + 1);
const textOf = async (response: Promise<Response>) => (await response).text();

describe.each(NAMES)("the private link to %s", (name) => {
  test("leaves no secret in the address, and opens in this browser alone", async () => {
    const { link, shows } = await LINKS[name]();
    const opened = await host.get(link);
    expect(opened.headers.get("cache-control")).toContain("no-store");
    const [set = ""] = opened.headers.getSetCookie();
    expect(set).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
    const pressed = await pressLink(host, link);
    expect(pressed.path).not.toContain(secretOf(link));
    const page = await host.get(`${pressed.path}.data`, pressed.cookie);
    const text = await page.text();
    expect(text).toContain(shows);
    expect(text).not.toContain(secretOf(link));

    const { path } = elsewhere(pressed);
    const closed = await host.get(path);
    expect([closed.status, closed.headers.get("cache-control")]).toEqual([
      410,
      "private, no-store",
    ]);
    const unknown = `${path.slice(0, path.lastIndexOf("/"))}/${"0".repeat(32)}`;
    expect(await textOf(host.get(`${path}.data`))).toBe(await textOf(host.get(`${unknown}.data`)));
    expect(await textOf(host.get(`${path}.data`))).not.toContain(shows);
  });

  test("leaves none either where a page of the shop leads to it", async () => {
    const { link } = await LINKS[name]();
    const followed = await host.get(`${link}.data`);
    const text = await followed.text();
    const { cookie, path } = await pressLink(host, link);
    expect(followed.headers.getSetCookie().join()).toContain(cookie);
    expect(text).toContain(path);
    expect(text).not.toContain(secretOf(link));
  });

  test("works as it was mailed on every device, as often as it is pressed", async () => {
    const { link, shows } = await LINKS[name]();
    for (const device of ["phone", "computer", "phone"]) {
      const { cookie, path } = await pressLink(host, link);
      expect(await textOf(host.get(`${path}.data`, cookie)), device).toContain(shows);
    }
  });

  test("does nothing by a form that a browser without it sends", async () => {
    const { form, link } = await LINKS[name]();
    const { path } = elsewhere(await pressLink(host, link));
    const refused = await host.post(path, form);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([410, []]);
  });
});

test("a form at an address whose letters no header holds is answered without a server error", async () => {
  for (const page of ["/store-credit", "/checkout/confirm-email", "/contract", "/garment"]) {
    for (const path of [`${page}/%F0%9F%A7%B5`, `${page}/%F0%9F%A7%B5.data`]) {
      expect((await host.post(path, { intent: "report" })).status, path).toBeLessThan(500);
    }
  }
});

test("the browser forgets a link once it opens nothing", async () => {
  const credit = await pressLink(host, (await creditLink()).link);
  const confirmation = await pressLink(host, (await confirmationLink()).link);
  await database.db.delete(storeCreditLinks);
  await database.db.delete(atelierHolds);
  for (const { cookie, path } of [credit, confirmation]) {
    const over = await host.get(path, cookie);
    expect(over.headers.getSetCookie().join()).toMatch(
      /^da_link_[0-9a-f]{32}=; Max-Age=0; Path=\//,
    );
  }
});

test("two links to store credit are open beside each other in one browser", async () => {
  const first = await pressLink(host, (await creditLink()).link);
  const second = await pressLink(host, (await creditLink()).link);
  const cookie = `${first.cookie}; ${second.cookie}`;
  expect(first.path).not.toBe(second.path);
  for (const { path } of [first, second]) expect((await host.get(path, cookie)).status).toBe(200);
});

test("store credit is chosen for the checkout at the address without the secret", async () => {
  const { link } = await creditLink();
  const { cookie, path } = await pressLink(host, link);
  const chosen = await host.post(path, {}, cookie);
  expect(chosen.headers.get("location")).toBe("/checkout");
  expect(chosen.headers.getSetCookie().join()).toContain(`da_credit=${secretOf(link)}`);
});

test("the pages that ask for the delivery before the money is sent have no session in their address, which places no order elsewhere", async () => {
  const ways = [
    { page: "bank-transfer", payment: { method: "manual", provider: "manual" } },
    { page: "store-credit", payment: { method: "store_credit", provider: "store_credit" } },
  ] as const;
  for (const { page, payment } of ways) {
    const sessionId = `${page}_${newToken()}`;
    const status = "pending";
    const orderId = await createOrder(database.db, { status, payment: { ...payment, sessionId } });
    const link = `/checkout/${page}/${sessionId}`;
    const pressed = await pressLink(host, link);
    expect(pressed.path).not.toContain(sessionId);
    expect(await textOf(host.get(`${pressed.path}.data`, pressed.cookie))).toContain("Linen Shirt");
    const { path } = elsewhere(pressed);
    expect((await host.get(path)).status).toBe(404);
    const placed = await host.post(path, {
      fullName: "Eve",
      line1: "1 Any Street",
      city: "Georgetown",
      country: "GY",
      optionId: "standard",
    });
    expect([page, placed.status]).toEqual([page, expect.toSatisfy((code: number) => code >= 400)]);
    const [order] = await database.db.select().from(orders).where(eq(orders.id, orderId));
    expect(order).toMatchObject({ status: "pending", shippingAddress: null });
  }
});
