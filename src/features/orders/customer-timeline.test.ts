import { expect, test } from "vitest";
import { customerSteps, customerStepWords } from "./customer-timeline.ts";

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
  expect(step && customerStepWords(step).explanation).toBe("With DHL Express");
});

test("an announced return shows its authorization number", () => {
  const [step] = customerSteps([event("return_requested", { authorizationNumber: "RA-7K2M9XQF" })]);
  expect(step && customerStepWords(step).explanation).toContain("RA-7K2M9XQF");
});
