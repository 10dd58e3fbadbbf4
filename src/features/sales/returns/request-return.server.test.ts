import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { SETTINGS_DEFAULTS } from "#features/base/settings/settings-sections.ts";
import { findMyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { createOrder, sendItems } from "#tests/support/orders.ts";
import { openReturn, requestGuestReturn, requestReturn } from "./request-return.server.ts";
import type { ReturnInput } from "./return-input.ts";

const bench = accountSuite();

async function paidOrder({ isSent = true } = {}) {
  const asha = await bench.customer("asha@example.com");
  const orderId = await createOrder(bench.db, {
    userId: asha.userId,
    customerEmail: "asha@example.com",
    status: "completed",
    completedAt: new Date("2026-11-10T12:00:00Z"),
    lines: [{ quantity: 2 }, { size: "Custom", madeToMeasure: true }],
  });
  const lines = await bench.db
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, orderId))
    .orderBy(orderItems.position);
  const [shirt = "", gown = ""] = lines.map((line) => line.id);
  if (isSent) await sendItems(bench.db, orderId, undefined, new Date("2026-11-10T12:00:00Z"));
  const request = (
    requested: Partial<ReturnInput>,
    actor: Parameters<typeof requestReturn>[1]["actor"] = asha,
  ) =>
    requestReturn(bench, {
      actor,
      orderId,
      requested: {
        reason: "other_size",
        note: "",
        items: [{ itemId: shirt, quantity: 1 }],
        ...requested,
      },
    });
  return { asha, orderId, shirt, gown, request: request };
}

const broken = { ok: false, error: "not_by_the_rules" };

describe("a requested return", () => {
  test("gets an authorization number, which is mailed to the customer and the shop", async () => {
    const { request, asha, orderId } = await paidOrder();
    const requested = await request({ note: "Too wide" });
    if (!requested.ok) throw new Error(requested.error);
    const { authorizationNumber } = requested.value;
    expect(authorizationNumber).toMatch(/^RA-[2-9A-HJ-NP-Z]{8}$/);
    const mails = await bench.db.select().from(mailOutbox).orderBy(mailOutbox.id);
    expect(mails.map(({ kind, recipient, replyTo }) => ({ kind, recipient, replyTo }))).toEqual([
      { kind: "return", recipient: "asha@example.com", replyTo: null },
      { kind: "return-notice", recipient: expect.any(String), replyTo: "asha@example.com" },
    ]);
    for (const mail of mails) expect(mail.textBody).toContain(authorizationNumber);
    const view = await findMyOrder(bench.db, { actor: asha, orderId, now: bench.clock.now() });
    expect(view.ok && view.value.steps.at(-1)).toMatchObject({
      type: "return_requested",
      detail: { authorizationNumber },
    });
  });

  test("is created once by a second press of the button", async () => {
    const { request } = await paidOrder();
    const [first, second] = await Promise.all([request({}), request({})]);
    expect(first).toEqual(second);
    expect(await bench.db.select().from(returnRequests)).toHaveLength(1);
    expect(await bench.db.select().from(mailOutbox)).toHaveLength(2);
  });

  // Specification 2.106, 2.116
  test("is opened in the last second of the 30 days and refused a second later", async () => {
    const { request } = await paidOrder();
    bench.clock.set("2026-12-10T12:00:01Z");
    expect(await request({})).toEqual(broken);
    bench.clock.set("2026-12-10T12:00:00Z");
    expect((await request({})).ok).toBe(true);
    expect(await bench.db.select().from(returnRequests)).toHaveLength(1);
  });

  test("follows the rules of the Returns page", async () => {
    const { request, gown, shirt } = await paidOrder();
    expect(await request({ items: [{ itemId: gown, quantity: 1 }] })).toEqual(broken);
    expect(await request({ items: [{ itemId: shirt, quantity: 3 }] })).toEqual(broken);
    expect(await request({ reason: "measures_differ" })).toEqual(broken);
    const twice = [
      { itemId: shirt, quantity: 1 },
      { itemId: shirt, quantity: 2 },
    ];
    expect(await request({ items: twice })).toEqual(broken);
    const strange = [{ itemId: "0198f000-0000-7000-8000-000000000001", quantity: 1 }];
    expect(await request({ items: strange })).toEqual(broken);
    bench.clock.set("2026-12-10T12:00:01Z");
    expect(await request({})).toEqual(broken);
    const defective = { reason: "defective", items: [{ itemId: gown, quantity: 1 }] } as const;
    expect((await request(defective)).ok).toBe(true);
    expect(await bench.db.select().from(returnRequests)).toHaveLength(1);
  });

  test("never has an item that is already being returned", async () => {
    const { request, shirt } = await paidOrder();
    expect((await request({ note: "one" })).ok).toBe(true);
    expect((await request({ note: "two" })).ok).toBe(true);
    expect(await request({ note: "three", items: [{ itemId: shirt, quantity: 1 }] })).toEqual(
      broken,
    );
  });

  test("is refused for what has not left: the customer cancels it, and the owner alone opens one", async () => {
    const { asha, gown, orderId, request, shirt } = await paidOrder({ isSent: false });
    expect(await request({})).toEqual(broken);
    expect(await request({ reason: "defective", items: [{ itemId: gown, quantity: 1 }] })).toEqual(
      broken,
    );
    await sendItems(bench.db, orderId, [{ itemId: shirt, quantity: 1 }]);
    expect(await request({ items: [{ itemId: shirt, quantity: 2 }] })).toEqual(broken);
    expect((await request({})).ok).toBe(true);
    const owner = { ...asha, role: "admin", name: "Rosa" } as const;
    const requestedReturn: ReturnInput = {
      reason: "defective",
      note: "",
      items: [{ itemId: gown, quantity: 1 }],
    };
    expect((await openReturn(bench, { actor: owner, orderId, requestedReturn })).ok).toBe(true);
  });

  test("can be requested by the order's own customer only", async () => {
    const { request } = await paidOrder();
    const bibi = await bench.customer("bibi@example.com");
    expect(await request({}, bibi)).toEqual({ ok: false, error: "not_found" });
    expect(await request({}, { ...bibi, role: "admin" })).toEqual({
      ok: false,
      error: "not_found",
    });
    expect(await request({}, visitor)).toEqual({ ok: false, error: "forbidden" });
    expect(await bench.db.select().from(mailOutbox)).toEqual([]);
  });
});

describe("a return for a guest", () => {
  const items = (itemId: string): ReturnInput => ({
    reason: "other_size",
    note: "",
    items: [{ itemId, quantity: 1 }],
  });

  // Specification 2.118
  test("is requested with the order number and the email, by the same rules", async () => {
    const { gown, orderId, shirt } = await paidOrder();
    const request = (number: string, email: string, itemId = shirt) =>
      requestGuestReturn(bench, { number, email, requested: items(itemId) });
    const number = `${orderId.slice(0, 8)}…`;
    expect(await request(number, "mallory@example.com")).toEqual({ ok: false, error: "not_found" });
    expect(await request("00000000", "asha@example.com")).toEqual({
      ok: false,
      error: "not_found",
    });
    expect(await request(number, "asha@example.com", gown)).toEqual(broken);
    const requested = await request(number, " ASHA@example.com");
    if (!requested.ok) throw new Error(requested.error);
    expect(requested.value.authorizationNumber).toMatch(/^RA-/);
    const mails = await bench.db.select().from(mailOutbox).orderBy(mailOutbox.id);
    expect(mails.map(({ kind }) => kind)).toEqual(["return", "return-notice"]);
  });

  test("is possible for as many days as the owner's setting says", async () => {
    const { request } = await paidOrder();
    bench.clock.set("2026-12-20T12:00:00Z");
    expect(await request({})).toEqual(broken);
    const value = { ...SETTINGS_DEFAULTS.shipping, returnWindowDays: 365 };
    await bench.db
      .insert(siteSettings)
      .values({ settingName: "shipping", settingValue: value, version: 1 });
    expect(await request({})).toMatchObject({ ok: true });
  });

  // Specification 2.118
  test("is opened by the owner, beyond the rules, but never for an item twice", async () => {
    const { asha, gown, orderId } = await paidOrder();
    await bench.db.update(orders).set({ userId: null }).where(eq(orders.id, orderId));
    const owner = { ...asha, role: "admin", name: "Rosa" } as const;
    bench.clock.set("2027-03-10T12:00:00Z");
    const open = (note: string, actor: Parameters<typeof openReturn>[1]["actor"] = owner) =>
      openReturn(bench, { actor, orderId, requestedReturn: { ...items(gown), note } });
    for (const actor of [visitor, asha]) {
      expect(await open("", actor)).toEqual({ ok: false, error: "forbidden" });
    }
    const opened = await open("She called");
    if (!opened.ok) throw new Error(opened.error);
    expect(await open("Again")).toEqual(broken);
    const [mail, ...others] = await bench.db.select().from(mailOutbox);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ kind: "return", recipient: "asha@example.com" });
    expect(mail?.textBody).toContain(opened.value.authorizationNumber);
    expect(mail?.textBody).toContain("/order-lookup");
  });
});
