import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { money } from "#core/money-amount.ts";
import { orderEvents } from "#db/schema/orders.server.ts";
import { refunds } from "#db/schema/payments.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import { storeCreditAccounts, storeCreditEntries } from "#db/schema/store-credit.server.ts";
import {
  findCreditByToken,
  findCreditOfEmail,
} from "#features/orders/store-credit/store-credit-queries.server.ts";
import { outbox, reread } from "#tests/support/checkout.ts";
import { checkoutSuite } from "#tests/support/checkout-suite.ts";
import { paidOrder } from "#tests/support/paid-order.ts";
import { inSession } from "#tests/support/sessions.ts";
import { creditTokenIn } from "#tests/support/store-credit.ts";
import { handleOrderAction } from "./handle-order-action.server.ts";

const bench = checkoutSuite();

/** `requestFor` uses this email for every order. */
const EMAIL = "shopper@example.com";

let order: Awaited<ReturnType<typeof paidOrder>>;

beforeEach(async () => {
  await bench.db.delete(storeCreditEntries);
  await bench.db.delete(storeCreditAccounts);
  order = await paidOrder(bench);
});

async function post(intent: string, fields: Record<string, string>, person = order.owner) {
  const actor = await inSession(bench.db, person, bench.clock.now());
  const form = new FormData();
  const all = { intent, key: randomUUID(), ...fields };
  for (const [name, value] of Object.entries(all)) form.set(name, value);
  const request = { deps: bench as unknown as AppDeps, actor, orderId: order.id };
  const response = await handleOrderAction(request, form);
  if (response === "unconfirmed") return response;
  return response instanceof Response ? response.headers.get("location") : response.data.error;
}

const credit = () => findCreditOfEmail(bench.db, { actor: order.owner, email: EMAIL });
const given = async () =>
  ((await credit())?.entries ?? []).map(({ amount, kind }) => [kind, amount.minorUnits]);
const mails = async (kind: string) => (await outbox(bench.db)).filter((mail) => mail.kind === kind);
const events = async () =>
  (await bench.db.select().from(orderEvents).where(eq(orderEvents.orderId, order.id))).map(
    ({ type }) => type,
  );

// Specification 2.122
describe("giving store credit from an order", () => {
  test("writes it to the customer's ledger, mails the private link and refunds nothing", async () => {
    expect(await post("give-credit", { amount: "$49.50", note: "A late parcel" })).toMatch(
      /done=give-credit$/,
    );
    expect(await given()).toEqual([["issue", 4_950]]);
    const [mail] = await mails("store-credit");
    expect(mail?.recipient).toBe(EMAIL);
    const linked = await findCreditByToken(bench.db, creditTokenIn(mail?.textBody));
    expect(linked?.id).toBe((await credit())?.id);
    expect(mail?.textBody).toContain("A late parcel");
    expect(await events()).toContain("credit_issued");
    expect(await reread(bench.db, order.id)).toMatchObject({ refundedMinor: 0 });
  });

  test("gives it once when the button is pressed twice", async () => {
    const key = randomUUID();
    const fields = { amount: "10", note: "Sorry", key };
    await post("give-credit", fields);
    expect(await post("give-credit", fields)).toMatch(/done=give-credit$/);
    expect(await given()).toEqual([["issue", 1_000]]);
    expect(await mails("store-credit")).toHaveLength(1);
  });

  test.each([
    ["without a reason", { amount: "10", note: "" }, { note: ["Reason is required"] }],
    ["of nothing", { amount: "0", note: "Sorry" }, { amount: [expect.any(String)] }],
    ["of words", { amount: "ten", note: "Sorry" }, { amount: [expect.any(String)] }],
    ["beyond the limit", { amount: "10000.01", note: "Sorry" }, { amount: [expect.any(String)] }],
  ])("%s is refused at its field", async (_, fields, error) => {
    expect(await post("give-credit", fields)).toEqual(error);
    expect(await given()).toEqual([]);
  });
});

// Specification 2.122
describe("a refund as store credit", () => {
  const fields = { amount: "100", reason: "A loose seam", way: "credit", confirmed: "10000" };

  test("gives the credit instead of the money, which cannot go back again", async () => {
    expect(await post("refund", fields)).toMatch(/done=refund$/);
    expect(await bench.db.select().from(refunds)).toMatchObject([
      { provider: "store_credit", amountMinor: 10_000, status: "succeeded" },
    ]);
    expect(await given()).toEqual([["refund", 10_000]]);
    expect((await credit())?.balance).toEqual(money(10_000));
    expect(await events()).toContain("refunded_as_credit");
    expect(await mails("store-credit")).toHaveLength(1);
    expect(await post("refund", { ...fields, amount: "200", confirmed: "20000" })).toMatchObject({
      amount: [expect.stringMatching(/at most \$115\.00/)],
    });
  });

  test("asks for its amount first", async () => {
    expect(await post("refund", { ...fields, confirmed: "" })).toEqual({
      confirmed: [expect.stringMatching(/^\$100\.00 goes back/)],
    });
    expect(await given()).toEqual([]);
  });
});

// Specification 2.118
describe("opening a return for a customer who wrote or called", () => {
  const fields = (quantity: string) => ({
    "items[0].itemId": order.lineId,
    "items[0].quantity": quantity,
    reason: "changed_mind",
    note: "By telephone",
  });

  test("writes the return with its pieces and mails its number to the customer", async () => {
    bench.clock.set("2027-03-01T09:00:00-04:00");
    expect(await post("open-return", fields("1"))).toMatch(/done=open-return$/);
    const [opened] = await bench.db.select().from(returnRequests);
    expect(opened).toMatchObject({ reason: "changed_mind", note: "By telephone" });
    expect(await bench.db.select().from(returnRequestItems)).toMatchObject([
      { orderItemId: order.lineId, quantity: 1 },
    ]);
    expect(await events()).toContain("return_requested");
    const reported = (await outbox(bench.db)).filter(({ recipient }) => recipient === EMAIL);
    expect(
      reported.some((mail) => mail.textBody.includes(opened?.authorizationNumber ?? "?")),
    ).toBe(true);
  });

  test("of more than was bought writes nothing, nor does one of nothing", async () => {
    expect(await post("open-return", fields("3"))).toMatchObject({
      "": [expect.stringMatching(/came back or are announced/)],
    });
    expect(await post("open-return", fields("0"))).toMatchObject({ items: [expect.any(String)] });
    expect(await bench.db.select().from(returnRequests)).toEqual([]);
  });
});
