import { expect, test } from "vitest";
import { isPublicUrl } from "./verify-stripe-keys.server.ts";

test.each([
  ["https://atelier.gy/payments/events", true],
  ["https://shop.atelier.gy:8443/payments/events", true],
  ["http://atelier.gy/payments/events", false],
  ["https://localhost/payments/events", false],
  ["https://127.0.0.1/payments/events", false],
  ["https://192.168.1.7/payments/events", false],
  ["https://[::1]/payments/events", false],
  ["https://till.local/payments/events", false],
  ["https://shop.example/payments/events", false],
  ["https://till/payments/events", false],
  ["no address", false],
])("%s can be posted to from the web: %s", (url, may) => {
  expect(isPublicUrl(url)).toBe(may);
});
