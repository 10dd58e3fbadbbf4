import { expect, test } from "vitest";
import { ORDER_EVENTS } from "./order-event-descriptions.ts";
import { readStoredDetail } from "./order-event-details.ts";
import type { NewOrderEvent } from "./order-events.ts";
import {
  customerStepMessage,
  customerSteps,
  eventMessage,
  messageWithEmail,
} from "./order-events.ts";

const SERVER = { toFiles: false };
const FILES = { toFiles: true };
const UNSENT = "This shop sends no emails yet: ours is only stored, and reaches nobody.";
const EMAIL = /\be?mail/i;

test("a received payment is good news, and a late one says what that meant", () => {
  expect(eventMessage("completed", { late: false })).toEqual({
    title: "Payment received",
    explanation: null,
    tone: "good",
  });
  expect(eventMessage("completed", { late: true }).explanation).toMatch(/given up/);
});

test("an order that ended unpaid says why and what happened to its items", () => {
  expect(eventMessage("expired", { because: "time_passed" }).explanation).toBe(
    "Nobody paid in time. The pieces went back into stock.",
  );
  expect(eventMessage("cancelled", {}).explanation).toBe("The pieces went back into stock.");
});

test("an event that the owner must settle asks for attention", () => {
  expect(eventMessage("oversold", {}).tone).toBe("alert");
  expect(eventMessage("amount_mismatch", {}).tone).toBe("alert");
});

test("an action of the staff says what was done and by whom", () => {
  const detail = { quantity: 2, carrier: "DHL Express", trackingNumber: "JD0146", by: "Rosa" };
  expect(eventMessage("shipped", detail)).toEqual({
    title: "Parcel sent",
    explanation: "2 pieces, DHL Express, JD0146. By Rosa.",
    tone: "good",
  });
});

test("a reason that ends its own sentence gets no second full stop, for owner and customer", () => {
  const detail = { authorizationNumber: "RA-HPQTVRV8", reason: "They are worn.", by: "Rosa" };
  expect(eventMessage("return_declined", detail).explanation).toBe(
    "RA-HPQTVRV8, They are worn. By Rosa.",
  );
  const step = { type: "refunded", detail: { amount: "$60.00", reason: "It came late." } } as const;
  expect(messageWithEmail(customerStepMessage(step), SERVER).explanation).toBe(
    "$60.00. It came late. Our email says how and when it reaches you.",
  );
});

test("an event without a label is shown by its stored name", () => {
  expect(eventMessage("sent_to_atelier", {})).toEqual({
    title: "sent to atelier",
    explanation: null,
    tone: "plain",
  });
});

test("an order of another Stripe account asks for attention and names the account if it has a dashboard", () => {
  const account = "acct_1PgafyB7WZ01zgkW";
  expect(eventMessage("other_account", { account })).toMatchObject({
    tone: "alert",
    explanation: expect.stringMatching(/^It belongs to the Stripe account acct_1PgafyB7WZ01zgkW\./),
  });
  const ended = eventMessage("expired", { because: "other_account", account });
  expect(ended.tone).toBe("alert");
  expect(ended.explanation).toContain(account);
  expect(ended.explanation).toContain("The pieces went back into stock.");
  const unnamed = eventMessage("other_account", { account: "key_0123456789abcdef" });
  expect(unnamed.explanation).toContain("another Stripe account");
  expect(unnamed.explanation).not.toContain("key_");
});

const at = new Date("2026-11-20T12:00:00Z");
const event = (type: string, stored: Record<string, unknown> = {}) => ({
  id: type,
  type,
  detail: readStoredDetail(stored),
  at,
});

test("the customer sees what happened, but not the shop's internal events", () => {
  const events = ["placed", "completed", "oversold", "amount_mismatch", "claimed"].map((type) =>
    event(type, { missing: 2 }),
  );
  expect(customerSteps(events).map((step) => [step.type, step.detail])).toEqual([
    ["placed", {}],
    ["completed", {}],
  ]);
});

test("an awaited transfer says the deposit and the rest, each with the reference and by when", () => {
  const usd = (minorUnits: number) => ({ minorUnits, currency: "USD" });
  const stored = {
    amount: usd(21_500),
    deposit: usd(6_450),
    left: usd(15_050),
    restDays: 1,
    instructions: "Bank of Guyana\nAccount 000-123",
    provider: "manual",
    reference: "8A6E0804",
    until: "25 November 2026",
  };
  const [step] = customerSteps([event("transfer_awaited", stored)]);
  expect(step && customerStepMessage(step).explanation).toBe(
    "Please transfer the deposit of $64.50 with the reference 8A6E0804 by 25 November 2026, and the rest of $150.50 with the same reference within one day after the deposit has arrived. To: Bank of Guyana, Account 000-123",
  );
});

test("a transfer is asked for, and money promised, only until it is there", () => {
  const amount = { minorUnits: 21_500, currency: "USD" };
  const awaited = event("transfer_awaited", {
    amount,
    instructions: "Account 000-123",
    provider: "manual",
    reference: "8A6E0804",
    until: "25 November 2026",
  });
  const promised = (refundId: string) =>
    event("refund_promised", { refundId, amount, reason: "A thread", until: "4 December 2026" });
  const texts = (...events: ReturnType<typeof event>[]) =>
    customerSteps(events).map((step) => customerStepMessage(step).explanation);
  expect(texts(awaited)[0]).toMatch(/^Please transfer \$215\.00/);
  for (const end of ["deposit_received", "completed", "cancelled", "expired"]) {
    expect(texts(awaited, event(end))[0]).toBe(
      "We asked you to transfer $215.00 with the reference 8A6E0804.",
    );
  }
  const sent = event("refunded", { refundId: "one", amount, whole: false, reason: "A thread" });
  expect(texts(promised("one"), promised("two"), sent).slice(0, 2)).toEqual([
    "$215.00. A thread",
    "We transfer $215.00 to your bank account by 4 December 2026. A thread",
  ]);
});

test("a recorded transfer, its correction and the end of the order say the amounts to owner and customer", () => {
  const amount = { minorUnits: 6_450, currency: "USD" };
  const left = { minorUnits: 15_050, currency: "USD" };
  const read = (type: string, stored: Record<string, unknown>) => {
    const each = event(type, stored);
    const [step] = customerSteps([each]);
    return [eventMessage(type, each.detail), step && customerStepMessage(step)].map(
      (message) => message?.explanation,
    );
  };
  expect(
    read("deposit_received", { amount, left, receivedOn: "20 November 2026", by: "Rosa" }),
  ).toEqual([
    "$64.50 arrived on 20 November 2026. $150.50 is left to pay. By Rosa.",
    "$64.50 arrived on 20 November 2026. $150.50 is left to pay.",
  ]);
  expect(read("deposit_undone", { amount, left, by: "Rosa" })).toEqual([
    "$64.50. By Rosa. $150.50 is left to pay.",
    "$64.50 had not arrived yet. $150.50 is left to pay.",
  ]);
  expect(read("transfer_late", { amount, receivedOn: "20 November 2026", by: "Rosa" })).toEqual([
    "$64.50 arrived on 20 November 2026, after the order had ended: send it back, give it as store credit, or make the order after all. By Rosa.",
    "$64.50 arrived on 20 November 2026. It is yours, and goes back to you.",
  ]);
  expect(read("transfer_further", { amount, receivedOn: "20 Nov 2026", by: "Rosa" })).toEqual([
    "$64.50 arrived on 20 Nov 2026, beside what paid the order: send it back, or give it as store credit. By Rosa.",
    "$64.50 arrived on 20 Nov 2026. It is yours, and goes back to you.",
  ]);
  expect(read("expired", { because: "time_passed", owed: amount })).toEqual([
    "Nobody paid in time. The pieces went back into stock. $64.50 was transferred for it: send it back.",
    "We send the $64.50 that you transferred back to you.",
  ]);
  expect(read("cancelled", { because: "shop_cancelled" })[1]).toBe("Nothing was charged.");
});

test("a shipment's event names the carrier", () => {
  const [step] = customerSteps([event("shipped", { carrier: "DHL Express", by: "Rosa" })]);
  expect(step?.detail).toEqual({ carrier: "DHL Express" });
  expect(step && customerStepMessage(step).explanation).toBe("With DHL Express");
});

test("a requested return shows its authorization number", () => {
  const [step] = customerSteps([event("return_requested", { authorizationNumber: "RA-7K2M9XQF" })]);
  expect(step && customerStepMessage(step).explanation).toContain("RA-7K2M9XQF");
});

test("a refund that the bank sent back is reported to the customer without the bank's reason", () => {
  const detail = { amount: { minorUnits: 10_000, currency: "USD" }, failure: "stolen card" };
  expect(customerSteps([event("refund_failed", { ...detail, isReported: false })])).toEqual([]);
  const [step] = customerSteps([event("refund_failed", { ...detail, isReported: true })]);
  const explanation = step && customerStepMessage(step).explanation;
  expect(explanation).toMatch(/^\$100\.00\. Your bank did not take the money\./);
  expect(explanation).not.toContain("stolen");
});

test("an event cannot be recorded with a missing, misspelled, foreign or wrong detail", () => {
  const orderId = "00000000-0000-4000-8000-000000000001";
  const complete: NewOrderEvent = { orderId, type: "address_changed", detail: { by: "Rosa" } };
  // @ts-expect-error The detail lacks `by`.
  const missing: NewOrderEvent = { orderId, type: "address_changed", detail: {} };
  // @ts-expect-error `bye` is no key of a detail.
  const misspelled: NewOrderEvent = { orderId, type: "address_changed", detail: { bye: "Rosa" } };
  const foreign: NewOrderEvent = {
    orderId,
    type: "address_changed",
    // @ts-expect-error A changed address has no carrier.
    detail: { by: "Rosa", carrier: "DHL" },
  };
  // @ts-expect-error A name is a text.
  const wrong: NewOrderEvent = { orderId, type: "address_changed", detail: { by: 7 } };
  // @ts-expect-error No such event is described.
  const unknown: NewOrderEvent = { orderId, type: "address_change", detail: { by: "Rosa" } };
  expect([complete, missing, misspelled, foreign, wrong, unknown]).toHaveLength(6);
});

test("a stored detail is read without keys that are unknown or have another shape", () => {
  const stored = {
    amount: { minorUnits: 10_000, currency: "USD" },
    because: "constructor",
    by: null,
    carrier: "DHL",
    formerKey: "old",
    quantity: "two",
    toString: "text",
  };
  expect(readStoredDetail(stored)).toEqual({ amount: stored.amount, carrier: "DHL" });
  for (const other of [null, undefined, "text", 7, []]) {
    expect(readStoredDetail(other)).toEqual({});
  }
});

test("every event has a message for an empty detail, and for one of other shapes", () => {
  const wrong = Object.fromEntries(
    Object.values(ORDER_EVENTS).flatMap(({ stores }) => stores.map((name) => [name, [null]])),
  );
  for (const type of [...Object.keys(ORDER_EVENTS), "sent_to_atelier", "constructor"]) {
    const message = eventMessage(type, readStoredDetail({}));
    expect(message.title, type).not.toBe("");
    expect(message.explanation ?? "", type).not.toMatch(/undefined|null|\[object/);
    expect(eventMessage(type, readStoredDetail(wrong)), type).toEqual(message);
  }
});

test("an earlier payment of another amount is shown with both amounts", () => {
  const usd = (minorUnits: number) => ({ minorUnits, currency: "USD" });
  expect(eventMessage("amount_mismatch", { paid: usd(9_000), expected: usd(12_000) })).toEqual({
    title: "Amount paid differs",
    explanation:
      "$90.00 arrived instead of $120.00. The payment provider reported another amount than the order adds up to.",
    tone: "alert",
  });
});

test("no step of an order says that an email was sent in a shop without a mail server", () => {
  const types = Object.keys(ORDER_EVENTS) as (keyof typeof ORDER_EVENTS)[];
  const detail = { amount: "$60.00" };
  const emailed = types.filter((type) => ORDER_EVENTS[type].customer?.emailed);
  expect(emailed).toEqual(["refunded", "refunded_as_credit", "contract_proposed", "remeasured"]);
  for (const type of types) {
    const message = customerStepMessage({ type, detail });
    const [sent, stored] = [SERVER, FILES].map(
      (route) => messageWithEmail(message, route).explanation ?? "",
    );
    expect(stored?.replace(UNSENT, "")).not.toMatch(EMAIL);
    if (emailed.includes(type)) {
      expect(sent).toMatch(EMAIL);
      expect(stored).toContain(UNSENT);
    } else expect(sent).toBe(stored);
  }
});
