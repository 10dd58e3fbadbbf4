import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { paymentMovements } from "#db/schema/payments.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { getAdminOrder } from "#features/sales/order-page/admin-order-queries.server.ts";
import { reread } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import {
  addMeasuredShirt,
  offerDeposits,
  transferredShirt,
  transferShop,
} from "#tests/support/deposit-order.ts";
import { staffMember } from "#tests/support/production.ts";
import { handleOrderAction } from "./handle-order-action.server.ts";

const bench = checkoutSuite();

let owner: SignedIn & { role: "admin" };
let orderId = "";

beforeEach(async () => {
  owner = await staffMember(bench.db, false);
  await offerDeposits(bench, 30);
  orderId = (await transferredShirt(bench, await addMeasuredShirt(bench))).id;
});

/** Where the form leads, or its errors. */
async function post(intent: string, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ intent, key: randomUUID(), ...fields })) {
    form.set(name, value);
  }
  const deps = transferShop(bench) as unknown as AppDeps;
  const response = await handleOrderAction({ deps, actor: owner, orderId }, form);
  if (response === "unconfirmed") throw new Error(response);
  return response instanceof Response ? response.headers.get("location") : response.data.error;
}

const record = (amount: string, receivedOn = "2026-11-20") =>
  post("record-deposit", { amount, receivedOn });

const pageOf = async () => {
  const found = await getAdminOrder(bench.db, { actor: owner, orderId });
  if (!found.ok) throw new Error(found.error);
  return found.value;
};

describe("the form for a transfer that arrived", () => {
  test("records an amount as it stands in the account's statement, also with a dollar sign", async () => {
    expect(await record("$64.50")).toBe(`/admin/orders/${orderId}?done=record-deposit`);
    expect((await reread(bench.db, orderId)).payment.capturedMinor).toBe(6_450);
  });

  test("says at its fields what is wrong, and writes nothing", async () => {
    const amounts = ["", "12,50", "-3", "0", "much"];
    for (const amount of amounts) {
      expect([amount, await record(amount)]).toEqual([
        amount,
        { amount: ["Please enter an amount, like 49.50"] },
      ]);
    }
    expect(await record("215.01")).toEqual({
      amount: [
        "At most $215.00 is left to pay. Record that, and then what came beyond it as a further transfer.",
      ],
    });
    expect(await record("64.50", "2026-11-21")).toEqual({
      receivedOn: ["Please choose a day that is not in the future"],
    });
    expect(await bench.db.select().from(paymentMovements)).toEqual([]);
  });

  test("records too little of an order that was asked for the whole at once", async () => {
    await offerDeposits(bench, null);
    orderId = (await transferredShirt(bench, await addMeasuredShirt(bench))).id;
    expect(await record("200")).toBe(`/admin/orders/${orderId}?done=record-deposit`);
    expect(await record("15.01")).toEqual({ amount: [expect.stringMatching(/^At most \$15\.00/)] });
    expect((await pageOf()).order.status).toBe("pending");
    expect(await record("15")).toBe(`/admin/orders/${orderId}?done=record-deposit`);
    expect((await pageOf()).order.status).toBe("completed");
  });

  test("takes a mistake back", async () => {
    await record("64.50");
    const [payment] = (await pageOf()).payments;
    expect(await post("undo-deposit", { target: payment?.id ?? "" })).toBe(
      `/admin/orders/${orderId}?done=undo-deposit`,
    );
    expect((await reread(bench.db, orderId)).payment.capturedMinor).toBe(0);
  });
});

describe("the form that records what was sent back", () => {
  test("wants the owner to have sent it and to have read the amount, as any refund of a transfer", async () => {
    await record("64.50");
    const { version } = await pageOf();
    expect(await post("cancel", { version })).toBe(`/admin/orders/${orderId}?done=cancel`);
    const target = (await pageOf()).reviewedPayments[0]?.id ?? "";
    expect(await post("refund-payment", { target })).toEqual({
      sent: ["Please send the money back from your bank first, then record it here."],
    });
    expect(await post("refund-payment", { target, sent: "on" })).toEqual({
      confirmed: [expect.stringMatching(/^\$64\.50 goes back/)],
    });
    expect((await reread(bench.db, orderId)).payment.refundedMinor).toBe(0);
    const fields = { target, sent: "on", confirmed: "6450" };
    expect(await post("refund-payment", fields)).toMatch(/done=refund-payment$/);
    expect((await reread(bench.db, orderId)).payment.refundedMinor).toBe(6_450);
  });
});

describe("the forms for a transfer that arrives after the order has ended", () => {
  beforeEach(async () => {
    const { version } = await pageOf();
    expect(await post("cancel", { version })).toBe(`/admin/orders/${orderId}?done=cancel`);
  });

  const late = (amount: string, receivedOn = "2026-11-20") =>
    post("record-late", { amount, receivedOn });

  test("record any amount, and say at their fields what is wrong", async () => {
    expect(await late("much")).toEqual({ amount: ["Please enter an amount, like 49.50"] });
    expect(await late("64.50", "2026-11-21")).toEqual({
      receivedOn: ["Please choose a day that is not in the future"],
    });
    expect(await late("300")).toBe(`/admin/orders/${orderId}?done=record-late`);
    expect((await reread(bench.db, orderId)).payment).toMatchObject({
      status: "owed_back",
      capturedMinor: 30_000,
    });
  });

  test("give it as store credit once the owner has read the amount", async () => {
    await late("64.50");
    const target = (await pageOf()).reviewedPayments[0]?.id ?? "";
    expect(await post("owed-as-credit", { target })).toMatchObject({
      confirmed: [expect.stringContaining("$64.50")],
    });
    expect(await post("owed-as-credit", { target, confirmed: "6450" })).toBe(
      `/admin/orders/${orderId}?done=owed-as-credit`,
    );
    expect((await pageOf()).transfersBack).toEqual([]);
  });

  test("make the order after all, but not from a page that showed it as pending", async () => {
    await late("215");
    const form = { arrived: "on", left: "0" };
    const stale = await post("mark-paid", { ...form, status: "pending" });
    expect(String(stale)).not.toContain("done=");
    expect((await reread(bench.db, orderId)).status).toBe("cancelled");
    expect(await post("mark-paid", { ...form, status: "cancelled" })).toBe(
      `/admin/orders/${orderId}?done=mark-paid`,
    );
    expect((await reread(bench.db, orderId)).status).toBe("completed");
  });
});
