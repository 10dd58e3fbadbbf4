import { expect, test } from "vitest";
import { customerSteps, customerStepWords, trackingOf } from "./customer-timeline.ts";

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

test("a parcel's tracking is its newest one, and only an address of the web becomes a link", () => {
  const sent = (trackingUrl: string) =>
    trackingOf(
      customerSteps([
        event("dispatched", { carrier: "Post", trackingNumber: "1" }),
        event("dispatched", { carrier: "DHL", trackingNumber: "2", trackingUrl }),
        event("delivered"),
      ]),
    );
  expect(sent("https://dhl.example/2")).toEqual({
    carrier: "DHL",
    number: "2",
    url: "https://dhl.example/2",
  });
  expect(sent("javascript:alert(1)")?.url).toBeNull();
  expect(trackingOf(customerSteps([event("placed")]))).toBeNull();
});

test("an announced return shows its authorization number", () => {
  const [step] = customerSteps([event("return_requested", { authorizationNumber: "RA-7K2M9XQF" })]);
  expect(step && customerStepWords(step).explanation).toContain("RA-7K2M9XQF");
});
