import { describe, expect, test, vi } from "vitest";
import { placeOrder } from "#features/sales/checkout/place-order.server.ts";
import { retrieveOrder } from "#features/sales/checkout/retrieve-order.server.ts";
import { openDonation } from "#features/sales/donations/open-donation.server.ts";
import type { PaymentProvider, PaymentRequest } from "#platform/payments.server.ts";
import {
  addProduct,
  payUnheard,
  placed,
  requestFor,
  reread,
  stockOf,
} from "#tests/support/checkout.ts";
import { STAND_IN_KEYS } from "#tests/support/stripe/keys.ts";
import { stripeSuite } from "#tests/support/stripe-suite.ts";
import { checkOpenSessions, SESSION_CHECK_MS } from "./check-sessions.server.ts";
import { cancelCheckout } from "./expire-checkout.server.ts";
import { findDonation } from "./sweep-payments.server.ts";

const { suite, now, shop, saveKeys, opened, timeline } = stripeSuite();

const visitor = { role: "visitor" } as const;

function stillShop() {
  suite.clock.set(new Date().toISOString());
  return { ...shop(), clock: suite.clock };
}

const requested = (method: string) =>
  now.double.calls.filter((call) => call.method === method).length;

const steps = async (orderId: string) => (await timeline(orderId)).map((step) => step.type);

describe("a lost message of a paid session", () => {
  test("completes the order in the next run of the job, although the customer has left", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const paid = await opened();
    const open = await opened();
    now.double.payer.pay(paid.sessionId);
    expect(await checkOpenSessions(shop())).toBe(1);
    expect((await reread(suite.db, paid.id)).status).toBe("completed");
    expect((await reread(suite.db, open.id)).status).toBe("pending");
    expect(requested("checkout.sessions.retrieve")).toBe(2);
  });

  test("completes a donation and an order of the test page as well", async () => {
    const bench = shop();
    const order = await placed(bench, requestFor(await addProduct(suite.db)));
    const amount = { minorUnits: 2_500, currency: "USD" } as const;
    const given = await openDonation(bench, { amount, email: "donor@example.com" });
    if (!given.ok) throw new Error("no page");
    await payUnheard(suite, order.sessionId);
    await suite.testPage.controls.pay(given.value.sessionId, { optionId: null, address: null });
    expect(await checkOpenSessions(bench)).toBe(2);
    expect((await reread(suite.db, order.id)).status).toBe("completed");
    expect(await findDonation(bench, given.value.sessionId)).toMatchObject({ status: "completed" });
  });

  test("is looked for once a session and run, and a provider that is away is left alone until the next run", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    for (let n = 0; n < 3; n += 1) await opened();
    const still = stillShop();
    await Promise.all([checkOpenSessions(still), checkOpenSessions(still)]);
    expect(requested("checkout.sessions.retrieve")).toBe(3);
    suite.clock.advance(SESSION_CHECK_MS);
    await checkOpenSessions(still);
    expect(requested("checkout.sessions.retrieve")).toBe(6);
  });
});

describe("reloading", () => {
  test("the success page 50 times asks Stripe once in three seconds, also from several processes", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const { sessionId } = await opened();
    const still = stillShop();
    const load = () => retrieveOrder(still, { sessionId, actor: visitor });
    await Promise.all(Array.from({ length: 25 }, load));
    for (let n = 0; n < 25; n += 1) await load();
    console.info(`50 loads: ${requested("checkout.sessions.retrieve")} questions to Stripe`);
    expect(requested("checkout.sessions.retrieve")).toBe(1);
    now.double.payer.pay(sessionId);
    expect(await load()).toMatchObject({ status: "pending" });
    suite.clock.advance(SESSION_CHECK_MS);
    expect(await load()).toMatchObject({ status: "completed" });
    expect(requested("checkout.sessions.retrieve")).toBe(2);
  });

  test("the cancel page asks a provider that is away once in three seconds", async () => {
    const order = await placed(suite, requestFor(await addProduct(suite.db)));
    const endSession = vi.fn(() => Promise.reject(new Error("away")));
    const away = { ...suite, payments: { ...suite.payments, endSession } };
    for (let n = 0; n < 10; n += 1) {
      expect(await cancelCheckout(away, { orderId: order.id })).toBe("pending");
    }
    expect(endSession).toHaveBeenCalledTimes(1);
    suite.clock.advance(SESSION_CHECK_MS);
    expect(await cancelCheckout(suite, { orderId: order.id })).toBe("cancelled");
  });
});

describe("a second tab", () => {
  test("gets the session that a slow Stripe is opening for the first, and cancels nothing", async () => {
    await saveKeys(STAND_IN_KEYS.good);
    const productId = await addProduct(suite.db, { stock: { M: 5 } });
    const request = requestFor(productId);
    const finished = Promise.withResolvers<void>();
    let calls = 0;
    now.double.fault = ({ method }) => {
      if (method !== "checkout.sessions.create") return null;
      calls += 1;
      return calls === 1 ? { kind: "slow", until: finished.promise } : null;
    };
    const first = placed(shop(), request);
    await expect.poll(() => calls).toBe(1);
    const second = placed(shop(), request);
    await expect.poll(() => calls).toBe(2);
    finished.resolve();
    const one = await first;
    expect((await second).sessionId).toBe(one.sessionId);
    expect(await steps(one.id)).toEqual(["placed"]);
    expect((await reread(suite.db, one.id)).status).toBe("pending");
    expect(await stockOf(suite.db, productId)).toEqual({ stock: 4, held: 1 });
  });

  /** The shop with another way to open a session, and how often it was called. */
  const opening = (open: (call: number, request: PaymentRequest) => Promise<unknown>) => {
    let calls = 0;
    const openSession: PaymentProvider["openSession"] = async (request) => {
      calls += 1;
      await open(calls, request);
      return suite.testPage.openSession(request);
    };
    const bench = { ...suite, payments: { ...suite.payments, openSession } };
    return { bench, calls: () => calls };
  };

  test("that is still opening the page keeps the order when the first tab fails", async () => {
    const request = requestFor(await addProduct(suite.db));
    const secondOpens = Promise.withResolvers<void>();
    const firstOpens = Promise.withResolvers<void>();
    const { bench, calls } = opening((call) =>
      call === 1 ? firstOpens.promise : secondOpens.promise,
    );
    const first = placeOrder(bench, request);
    await expect.poll(calls).toBe(1);
    const second = placed(bench, request);
    await expect.poll(calls).toBe(2);
    firstOpens.reject(new Error("away"));
    expect(await first).toMatchObject({ ok: false, error: { code: "provider" } });
    secondOpens.resolve();
    expect((await reread(suite.db, (await second).id)).status).toBe("pending");
  });

  test("that fails leaves the order to the first", async () => {
    const request = requestFor(await addProduct(suite.db));
    const firstOpens = Promise.withResolvers<void>();
    const { bench, calls } = opening(async (call) => {
      if (call === 1) return firstOpens.promise;
      throw new Error("away");
    });
    const first = placed(bench, request);
    await expect.poll(calls).toBe(1);
    expect(await placeOrder(bench, request)).toMatchObject({ ok: false });
    firstOpens.resolve();
    const order = await first;
    expect((await reread(suite.db, order.id)).status).toBe("pending");
  });

  test("that cancels the order while its page is being opened ends the session, so that it cannot be paid", async () => {
    const request = requestFor(await addProduct(suite.db));
    const { bench } = opening(async (_call, { reference }) => {
      await cancelCheckout(suite, { orderId: reference });
    });
    const sessions: string[] = [];
    const endSession = vi.fn(async (sessionId: string) => {
      sessions.push(sessionId);
      return suite.testPage.endSession(sessionId);
    });
    const watched = { ...bench, payments: { ...bench.payments, endSession } };
    expect(await placeOrder(watched, request)).toMatchObject({ ok: false });
    expect(sessions).toHaveLength(1);
    expect((await suite.testPage.readSession(sessions[0] ?? ""))?.status).toBe("expired");
  });
});
