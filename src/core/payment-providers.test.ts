import { expect, test } from "vitest";
import {
  isOwnProvider,
  MANUAL_PROVIDERS,
  manualProviderOf,
  paymentMethodOf,
  paymentProviderLabel,
  sessionsOf,
} from "./payment-providers.ts";

test("a provider that the shop never had has no method, and is shown by its name", () => {
  expect(() => paymentMethodOf("paypal")).toThrow(RangeError);
  expect(() => manualProviderOf("stripe:live")).toThrow(RangeError);
  expect([paymentProviderLabel("paypal"), isOwnProvider("paypal")]).toEqual(["paypal", false]);
});

test("the payments of a provider that the owner confirms have the method manual, and sessions of their own", () => {
  expect(MANUAL_PROVIDERS.map(paymentMethodOf)).toEqual(MANUAL_PROVIDERS.map(() => "manual"));
  const prefixes = [...MANUAL_PROVIDERS, "store_credit" as const].map(
    (name) => sessionsOf(name).prefix,
  );
  expect(new Set(prefixes).size).toBe(prefixes.length);
});
