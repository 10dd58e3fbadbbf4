import { afterEach, beforeEach, expect, test } from "vitest";
import { failNext } from "#tests/support/stripe/faults.ts";
import { STAND_IN_KEYS } from "#tests/support/stripe/keys.ts";
import type { StripeDouble } from "#tests/support/stripe/stripe-double.ts";
import { startStripeDouble } from "#tests/support/stripe/stripe-double.ts";
import { createStripeAccount } from "../stripe-account.server.ts";
import { STRIPE_EVENTS } from "./stripe-events.server.ts";

const ADDRESS = "https://atelier.gy/payments/events";
let double: StripeDouble;

beforeEach(async () => {
  double = await startStripeDouble();
});
afterEach(() => double[Symbol.asyncDispose]());

test("the shop has Stripe post every message it listens to, and knows later whether it still does", async () => {
  const account = createStripeAccount(double.origin);
  const endpoint = await account.listen(STAND_IN_KEYS.good, ADDRESS);
  expect(endpoint?.secret).toMatch(/^whsec_/);
  expect([...double.books.webhookEndpoints.values()]).toMatchObject([
    { url: ADDRESS, enabled_events: [...STRIPE_EVENTS] },
  ]);
  const request = (id: string) => account.isListening(STAND_IN_KEYS.good, id);
  expect(await request(endpoint?.id ?? "")).toBe(true);
  expect(await request("we_nobody")).toBe(false);
  const [registered] = double.books.webhookEndpoints.values();
  registered?.enabled_events.pop();
  expect(await request(endpoint?.id ?? ""), "registered by a shop that listened to less").toBe(
    false,
  );
  double.fault = failNext({ kind: "error", status: 500 }, undefined, 3);
  expect(await request("we_nobody"), "nobody there to say no").toBe(true);
});

test("a key that may not register is no error", async () => {
  const account = createStripeAccount(double.origin);
  expect(await account.listen(STAND_IN_KEYS.restricted, ADDRESS)).toBeNull();
});
