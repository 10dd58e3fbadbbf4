import { expect, test } from "vitest";
import { customerStepMessage, customerSteps } from "./customer-timeline.ts";

const at = new Date("2026-11-20T12:00:00Z");
const event = (type: string, detail: Record<string, unknown> = {}) => ({
  id: type,
  type,
  detail,
  at,
});

test("the buyer sees what happened, not what the house settles among itself", () => {
  const events = ["placed", "completed", "oversold", "amount_mismatch", "claimed"].map((type) =>
    event(type, { missing: 2 }),
  );
  expect(customerSteps(events).map((step) => [step.type, step.detail])).toEqual([
    ["placed", {}],
    ["completed", {}],
  ]);
});

test("a parcel's step says who carries it", () => {
  const [step] = customerSteps([event("shipped", { carrier: "DHL Express", by: "Rosa" })]);
  expect(step?.detail).toEqual({ carrier: "DHL Express" });
  expect(step && customerStepMessage(step).explanation).toBe("With DHL Express");
});

test("an announced return shows its authorization number", () => {
  const [step] = customerSteps([event("return_requested", { authorizationNumber: "RA-7K2M9XQF" })]);
  expect(step && customerStepMessage(step).explanation).toContain("RA-7K2M9XQF");
});

test("a refund that came back is told to whom it was promised, without the bank's words", () => {
  const detail = { amount: { minorUnits: 10_000, currency: "USD" }, failure: "stolen card" };
  expect(customerSteps([event("refund_failed", { ...detail, told: false })])).toEqual([]);
  const [step] = customerSteps([event("refund_failed", { ...detail, told: true })]);
  const explanation = step && customerStepMessage(step).explanation;
  expect(explanation).toMatch(/^\$100\.00\. Your bank did not take the money\./);
  expect(explanation).not.toContain("stolen");
});
