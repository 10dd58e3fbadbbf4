import { expect, test } from "vitest";
import { arrivalMessage, deliveryMessage } from "./delivery-promise.ts";
import { money } from "./money-amount.ts";

const arrives = { from: "2026-12-09", until: "2026-12-24" };

test("a chosen day is named where it is kept, and the days of arrival where it is not", () => {
  expect(arrivalMessage({ arrives, needBy: "2026-12-28" })).toBe("with you by 28 December 2026");
  expect(arrivalMessage({ arrives, needBy: "2026-12-24" })).toBe("with you by 24 December 2026");
  expect(arrivalMessage({ arrives, needBy: "2026-12-23" })).toBe("arrives 9 to 24 December 2026");
  expect(arrivalMessage({ arrives })).toBe("arrives 9 to 24 December 2026");
});

test("a delivery is one sentence of days, method and price", () => {
  const express = { method: "Express", price: money(2_500) };
  expect(deliveryMessage({ ...express, arrival: { arrives, needBy: "2026-12-28" } })).toBe(
    "With you by 28 December 2026, Express, $25.00",
  );
  expect(deliveryMessage({ arrival: { arrives }, method: "Standard", price: money(0) })).toBe(
    "Arrives 9 to 24 December 2026, Standard, Free",
  );
  expect(deliveryMessage({ arrival: "5-7 business days", method: "Standard", price: null })).toBe(
    "5-7 business days, Standard",
  );
  expect(deliveryMessage({ ...express, arrival: null })).toBe("Express, $25.00");
});
