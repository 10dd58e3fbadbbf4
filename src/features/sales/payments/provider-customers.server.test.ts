import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { profiles } from "#db/schema/identity.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentCustomers } from "#db/schema/payments.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { deleteAccount } from "#features/office/customers/erase-customer.server.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { failNext } from "#tests/support/stripe/faults.ts";
import { STAND_IN_KEYS } from "#tests/support/stripe/keys.ts";
import { stripeSuite } from "#tests/support/stripe-suite.ts";
import { deleteProviderCustomers, openCardPage } from "./provider-customers.server.ts";

const { suite, now, shop, saveKeys } = stripeSuite();
let asha: SignedIn;

beforeEach(async () => {
  await suite.db.delete(paymentCustomers);
  const email = `${crypto.randomUUID()}@example.com`;
  const userId = await createCustomer(suite.db, { email });
  asha = { role: "customer", userId, name: "Asha", email };
  await saveKeys(STAND_IN_KEYS.good);
});

const atStripe = () => [...now.double.books.customers.values()].map(({ email }) => email);
const waiting = () => suite.db.select().from(paymentCustomers);
const ended = () => deleteAccount(shop(), { actor: asha, submittedEmail: asha.email });
const requested = () => suite.sent.filter(({ name }) => name === "forget-customers");

describe("the Stripe customer of a deleted account", () => {
  test("is deleted with its cards by a job of the same transaction", async () => {
    await openCardPage(shop(), { actor: asha });
    expect(atStripe()).toEqual([asha.email]);
    expect(await deleteProviderCustomers(shop()), "while the account lives").toEqual({
      forgotten: 0,
      left: 0,
    });
    expect(await ended()).toEqual({ ok: true, value: null });
    expect(requested()).toHaveLength(1);
    expect(atStripe(), "nobody waits for Stripe").toEqual([asha.email]);
    expect(await deleteProviderCustomers(shop())).toEqual({ forgotten: 1, left: 0 });
    expect(atStripe()).toEqual([]);
    expect(await waiting()).toEqual([]);
  });

  test("is retried while Stripe does not respond or its keys are missing, and is done if it is already deleted", async () => {
    await openCardPage(shop(), { actor: asha });
    await ended();
    now.double.fault = failNext({ kind: "error", status: 503 }, "customers.del", 3);
    expect(await deleteProviderCustomers(shop())).toEqual({ forgotten: 0, left: 1 });
    const gone = {
      ...shop(),
      payments: { ...shop().payments, of: () => Promise.reject(new Error()) },
    };
    expect(await deleteProviderCustomers(gone)).toEqual({ forgotten: 0, left: 1 });
    now.double.books.customers.clear();
    expect(await deleteProviderCustomers(shop())).toEqual({ forgotten: 1, left: 0 });
  });

  test("is not requested for a customer who never paid by card", async () => {
    await ended();
    expect(requested()).toEqual([]);
    expect(await deleteProviderCustomers(shop())).toEqual({ forgotten: 0, left: 0 });
    expect(now.double.calls).toEqual([]);
  });

  test("is deleted even if the account was deleted while Stripe created it", async () => {
    let ending: ReturnType<typeof ended> | undefined;
    now.double.fault = (call) => {
      if (call.method !== "customers.create") return null;
      ending ??= ended();
      return { kind: "late", until: ending };
    };
    await openCardPage(shop(), { actor: asha });
    expect(await ending).toMatchObject({ ok: true });
    expect(await suite.db.select().from(profiles).where(eq(profiles.id, asha.userId))).toEqual([]);
    expect(await deleteProviderCustomers(shop())).toEqual({ forgotten: 1, left: 0 });
    expect(atStripe()).toEqual([]);
    expect(await suite.db.$count(orders)).toBe(0);
  });
});
