import { describe, expect, test } from "vitest";
import type { Actor } from "#features/base/identity/actor.ts";
import { addOrderNote } from "#features/orders/order/add-order-note.server.ts";
import { resendOrderMail } from "#features/orders/order/resend-order-mail.server.ts";
import { changeAddress } from "#features/sales/fulfillment/change-address.server.ts";
import { shipOrder } from "#features/sales/fulfillment/ship-order.server.ts";
import { adminOrderSuite } from "#tests/support/admin-order-suite.ts";
import { createMail } from "#tests/support/mails.ts";
import { getAdminOrder } from "./admin-order-queries.server.ts";

const suite = adminOrderSuite();

async function opened() {
  const { owner } = suite.people;
  const found = await getAdminOrder(suite.bench.db, { actor: owner, orderId: suite.order.id });
  if (!found.ok) throw new Error(found.error);
  return found.value;
}

const ship = (items: { itemId: string; quantity: number }[]) =>
  shipOrder(suite.deps, {
    actor: suite.people.owner,
    orderId: suite.order.id,
    shipment: { carrier: "UPS", trackingNumber: "", trackingUrl: "", key: "", items },
  });

const forbidden = { ok: false, error: "forbidden" };

describe("an order on the desk", () => {
  test("says of each line what has left and what has not, and how far the order is", async () => {
    expect((await opened()).fulfillment).toBe("unshipped");
    await ship([{ itemId: suite.order.shirt, quantity: 1 }]);
    const half = await opened();
    expect(half.fulfillment).toBe("partly_shipped");
    expect(half.lineStates).toEqual({
      [suite.order.shirt]: { shipped: 1, withdrawn: 0, returned: 0, refunded: 0, left: 1 },
      [suite.order.gown]: { shipped: 0, withdrawn: 0, returned: 0, refunded: 0, left: 1 },
    });
    await ship([
      { itemId: suite.order.shirt, quantity: 1 },
      { itemId: suite.order.gown, quantity: 1 },
    ]);
    expect((await opened()).fulfillment).toBe("shipped");
  });

  test("is nobody's but an admin's, and not found where there is none", async () => {
    const { db } = suite.bench;
    for (const actor of suite.strangers) {
      expect(await getAdminOrder(db, { actor, orderId: suite.order.id })).toEqual(forbidden);
    }
    const lost = await getAdminOrder(db, { actor: suite.people.owner, orderId: "nonsense" });
    expect(lost).toEqual({ ok: false, error: "not_found" });
  });
});

describe("a note", () => {
  const add = (note: string, actor: Actor = suite.people.owner) =>
    addOrderNote(suite.deps, { actor, orderId: suite.order.id, note });

  test("stands with who wrote it and when, the newest first; a second press is the same note", async () => {
    await add("Called, she wants it gift wrapped\r\nin green");
    suite.bench.clock.set("2026-11-20T12:00:30Z");
    await add("Called, she wants it gift wrapped\nin green");
    suite.bench.clock.set("2026-11-20T13:00:00Z");
    await add("Wrapped");
    const { notes } = await opened();
    expect(notes.map(({ note, authorName }) => [note, authorName])).toEqual([
      ["Wrapped", "Rosa"],
      ["Called, she wants it gift wrapped\nin green", "Rosa"],
    ]);
  });

  test("is never empty, never endless, and never a stranger's", async () => {
    expect(await add(" \u200b\n ")).toEqual({ ok: false, error: "empty" });
    expect(await add("x".repeat(2_001))).toEqual({ ok: false, error: "too_long" });
    for (const actor of suite.strangers) expect(await add("Hello", actor)).toEqual(forbidden);
    expect((await opened()).notes).toEqual([]);
  });
});

describe("where an order goes", () => {
  const NEW = {
    fullName: "Asha Persaud",
    phone: "",
    line1: "7 Regent Street",
    line2: "",
    city: "Georgetown",
    region: "",
    postalCode: "",
    country: "gy",
  };
  const change = (version: string, changes: Partial<typeof NEW> = {}, actor?: Actor) =>
    changeAddress(suite.deps, {
      actor: actor ?? suite.people.owner,
      orderId: suite.order.id,
      version,
      address: { ...NEW, ...changes },
    });

  test("is changed before the first parcel leaves, and the customer always hears of it", async () => {
    expect(await change((await opened()).version)).toEqual({ ok: true, value: null });
    const { addressLines, order } = await opened();
    expect(order.address?.line1).toBe("7 Regent Street");
    expect(addressLines).toEqual(expect.arrayContaining(["7 Regent Street", "Guyana"]));
    const mails = await suite.mails();
    expect(mails).toMatchObject([{ kind: "address-changed", recipient: "asha@example.com" }]);
    expect(mails[0]?.textBody).toContain("7 Regent Street");
    expect(mails[0]?.unsubscribeUrl).toBeNull();
    expect(JSON.stringify(await suite.changes())).not.toContain("Regent Street");
  });

  test("stays as somebody else changed it in the meantime", async () => {
    const { version } = await opened();
    await change(version, { line1: "1 Main Street" });
    expect(await change(version)).toEqual({ ok: false, error: { code: "conflict" } });
    expect((await opened()).order.address?.line1).toBe("1 Main Street");
  });

  test("is judged by the rules of its country", async () => {
    const { version } = await opened();
    expect(await change(version, { line1: " ", country: "US" })).toMatchObject({
      ok: false,
      error: {
        code: "invalid",
        errors: { line1: "Address is required", region: expect.anything() },
      },
    });
  });

  test("is settled once a parcel has left, and is no stranger's business", async () => {
    const { version } = await opened();
    for (const actor of suite.strangers) {
      expect(await change(version, {}, actor)).toEqual({ ok: false, error: { code: "forbidden" } });
    }
    await ship([{ itemId: suite.order.shirt, quantity: 1 }]);
    expect(await change(version)).toEqual({ ok: false, error: { code: "shipped" } });
  });
});

describe("a mail of the order", () => {
  const again = (mailId: string, key: string, actor: Actor = suite.people.owner) =>
    resendOrderMail(suite.deps, { actor, orderId: suite.order.id, mailId, key });

  test("goes out again word for word, once a press", async () => {
    await ship([{ itemId: suite.order.shirt, quantity: 1 }]);
    const [first] = (await opened()).mails;
    const mailId = first?.id ?? "";
    for (const key of ["one", "one", "two"]) await again(mailId, key);
    const mails = await suite.mails();
    expect(mails).toHaveLength(3);
    expect(new Set(mails.map(({ textBody, recipient }) => recipient + textBody)).size).toBe(1);
    expect((await opened()).mails.map(({ kind }) => kind)).toEqual(["shipped"]);
  });

  test("is of this order, and no stranger sends it", async () => {
    const unknown = await createMail(suite.bench.db, { subject: "Somebody else's" });
    const lost = { ok: false, error: "not_found" };
    expect(await again(unknown, "one")).toEqual(lost);
    expect(await again("nonsense", "one")).toEqual(lost);
    for (const actor of suite.strangers) expect(await again("x", "one", actor)).toEqual(forbidden);
  });
});
