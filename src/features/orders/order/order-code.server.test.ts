import { eq, like } from "drizzle-orm";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { DELETED_EMAIL } from "#core/email.ts";
import { newId } from "#core/ids.ts";
import { passkeys, twoFactors, verifications } from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { findOutboxEmail } from "#features/base/mail/outbox-queries.server.ts";
import { fixedClock } from "#tests/support/clock.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { newGuest } from "#tests/support/guest.ts";
import { testAuth } from "#tests/support/identity.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import {
  hasSentCode,
  redeemOrderCode,
  sendOrderCode,
  sendOrderCodeAgain,
} from "./order-code.server.ts";
import { findOrderProof } from "./order-proof.server.ts";

const shop = await createTestDatabase();
afterAll(() => shop.close());
const { db } = shop;
const clock = fixedClock("2026-11-20T14:00:00Z");
const deps = {
  db,
  clock,
  auth: testAuth(db),
  jobs: { send: async () => undefined },
  publicUrl: "https://shop.example",
};
const MINUTE_MS = 60 * 1000;

let email: string;
let orderId: string;
let browser: Actor;
beforeEach(async () => {
  email = `${newId()}@example.com`;
  orderId = await createOrder(db, { customerEmail: email, madeToMeasure: true });
  browser = newGuest().actor;
});

const send = (actor = browser, network = "10.0.0.1") =>
  sendOrderCode(deps, { actor, network, number: orderId.slice(0, 8), email });
const redeem = (code: string, actor = browser) => redeemOrderCode(deps, { actor, orderId, code });
const proofOf = (actor = browser) => findOrderProof(deps, { actor, orderId });

const mails = () => db.select().from(mailOutbox).where(eq(mailOutbox.recipient, email));

/** Of the newest email. */
async function mailedCode(): Promise<string> {
  const sent = (await mails()).toSorted((one, other) => one.id.localeCompare(other.id));
  return /Code: (\d{6})/.exec(sent.at(-1)?.textBody ?? "")?.[1] ?? "";
}

const otherThan = (code: string) => (code === "123456" ? "654321" : "123456");

test("six digits are mailed to the order's address and open the order once, for an hour", async () => {
  expect(await send()).toEqual({
    ok: true,
    value: { sentTo: `${email.slice(0, 1)}•••@example.com` },
  });
  const [mail] = await mails();
  expect(mail).toMatchObject({ kind: "order-code", recipient: email });
  const code = await mailedCode();
  expect(code).toMatch(/^\d{6}$/);
  expect(mail?.subject).not.toContain(code);
  expect(await proofOf()).toBe("none");
  expect(await redeem(`${code.slice(0, 3)} ${code.slice(3)}`)).toEqual({ ok: true, value: null });
  expect(await proofOf()).toBe("valid");
  expect(await redeem(code)).toEqual({ ok: false, error: "expired" });
  clock.advance(60 * MINUTE_MS - 1);
  expect(await proofOf()).toBe("valid");
  clock.advance(1);
  expect(await proofOf()).toBe("ended");
  clock.advance(24 * 60 * MINUTE_MS);
  expect(await proofOf()).toBe("none");
});

test("the database has a signature of the code and no name of the browser's owner or her mailbox", async () => {
  await send();
  const code = await mailedCode();
  const [row] = await db
    .select()
    .from(verifications)
    .where(like(verifications.identifier, `order-code|${orderId}|%`));
  expect(row?.value).toMatch(/^[\w-]{43}$/);
  expect(JSON.stringify(row)).not.toContain(email);
  expect(row?.value).not.toContain(code);
});

test("staff who open the email in the outbox do not read the code", async () => {
  await send();
  const code = await mailedCode();
  const [mail] = await mails();
  const admin = { role: "admin", userId: newId(), name: "Rosa", email: "r@example.com" } as const;
  const found = await findOutboxEmail(db, { actor: admin, mailId: mail?.id ?? "" });
  const shown = found.ok ? found.value : null;
  expect(shown?.textBody).toContain("Code: ......");
  expect(mail?.htmlBody).toContain(code);
  expect(shown?.htmlBody).not.toContain(code);
});

test("a code ends after ten minutes", async () => {
  await send();
  const code = await mailedCode();
  clock.advance(10 * MINUTE_MS - 1);
  expect((await redeem(otherThan(code))).ok).toBe(false);
  clock.advance(1);
  expect(await redeem(code)).toEqual({ ok: false, error: "expired" });
  expect(await proofOf()).toBe("none");
});

test("five wrong tries end a code, and a new one opens the order", async () => {
  await send();
  const code = await mailedCode();
  for (let tried = 0; tried < 5; tried += 1) {
    expect(await redeem(otherThan(code))).toEqual({ ok: false, error: "wrong" });
  }
  expect(await redeem(code)).toEqual({ ok: false, error: "too_many_tries" });
  expect(await redeem(code)).toEqual({ ok: false, error: "expired" });
  await send();
  expect((await redeem(await mailedCode())).ok).toBe(true);
});

test("of twenty tries of one code at the same moment five are looked at", async () => {
  await send();
  const code = await mailedCode();
  const tries = await Promise.all(Array.from({ length: 20 }, () => redeem(otherThan(code))));
  const wrong = tries.filter((each) => !each.ok && each.error === "wrong");
  expect(wrong).toHaveLength(5);
});

test("of two presses with the right code at the same moment one uses it up", async () => {
  await send();
  const code = await mailedCode();
  const tries = await Promise.all([redeem(code), redeem(code)]);
  expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await proofOf()).toBe("valid");
});

describe("a code belongs to one browser", () => {
  test("another browser, and one without a proof, open nothing with it and use up none of its tries", async () => {
    await send();
    const code = await mailedCode();
    const stranger = newGuest().actor;
    for (let tried = 0; tried < 10; tried += 1) {
      expect(await redeem(code, stranger)).toEqual({ ok: false, error: "expired" });
    }
    expect(await redeem(code, visitor)).toEqual({ ok: false, error: "no_cookie" });
    expect(await proofOf(stranger)).toBe("none");
    expect((await redeem(code)).ok).toBe(true);
    expect(await proofOf(stranger)).toBe("none");
  });

  test("a stranger's own codes and wrong tries leave the customer's code as it is", async () => {
    await send();
    const code = await mailedCode();
    const stranger = newGuest().actor;
    await send(stranger, "10.9.9.9");
    for (let tried = 0; tried < 8; tried += 1) await redeem("000000", stranger);
    expect((await redeem(code)).ok).toBe(true);
  });

  test("a second code takes the place of the first", async () => {
    await send();
    const first = await mailedCode();
    await send();
    const second = await mailedCode();
    if (first !== second) expect(await redeem(first)).toEqual({ ok: false, error: "wrong" });
    expect((await redeem(second)).ok).toBe(true);
  });

  test("an order's code opens no other order of the same mailbox", async () => {
    const other = await createOrder(db, { customerEmail: email });
    await send();
    await redeem(await mailedCode());
    expect(await findOrderProof(deps, { actor: browser, orderId: other })).toBe("none");
  });

  test("a signed-in customer whose browser has no proof is known by the account", async () => {
    const customer = { role: "customer", userId: newId(), name: "B", email: "b@x.test" } as const;
    await send(customer);
    expect((await redeem(await mailedCode(), customer)).ok).toBe(true);
    expect(await proofOf(customer)).toBe("valid");
    expect(await proofOf({ ...customer, userId: newId() })).toBe("none");
  });
});

describe("the emails with codes are limited", () => {
  test("one network has four an hour sent for an order, and another one still gets one", async () => {
    const refused = { ok: false, error: "too_many_codes" };
    for (let sent = 0; sent < 4; sent += 1) expect((await send()).ok).toBe(true);
    expect(await send()).toEqual(refused);
    expect(await send(newGuest().actor)).toEqual(refused);
    expect((await send(browser, "10.0.0.2")).ok).toBe(true);
    expect(await mails()).toHaveLength(5);
    clock.advance(60 * MINUTE_MS);
    expect((await send()).ok).toBe(true);
  });

  test("a block of addresses has eight an hour sent for an order, whatever network of it asks", async () => {
    for (let network = 1; network <= 60; network += 1) {
      await send(newGuest().actor, `203.0.113.${network}`);
    }
    expect(await mails()).toHaveLength(8);
  });

  test("sixty blocks together have at most 32 an hour sent to one mailbox", async () => {
    for (let network = 0; network < 60; network += 1) {
      await send(newGuest().actor, `10.1.${network}.1`);
    }
    expect(await mails()).toHaveLength(32);
  });
});

/** Strangers who know number and email use up what all of them may have, each from several networks. */
async function useUpByStrangers(): Promise<void> {
  for (let network = 0; network < 24; network += 1) {
    await send(newGuest().actor, `203.0.${network % 3}.${network}`);
  }
  expect(await mails()).toHaveLength(16);
}

describe("strangers who use up the codes of an order silence themselves", () => {
  test("and not the browser in which it was placed", async () => {
    const specificationId = newId();
    await db.insert(fitSpecifications).values({
      id: specificationId,
      browser: browser.browser ?? null,
      garment: "suit",
      choices: [],
      hash: "0".repeat(64),
    });
    await db.update(orderItems).set({ specificationId }).where(eq(orderItems.orderId, orderId));
    await useUpByStrangers();
    expect(await send(newGuest().actor, "203.0.1.250")).toEqual({
      ok: false,
      error: "others_requested",
    });
    for (let sent = 0; sent < 4; sent += 1) {
      expect((await send(browser, "203.0.1.250")).ok).toBe(true);
    }
    expect(await send(browser, "198.51.100.1")).toEqual({ ok: false, error: "too_many_codes" });
    expect((await redeem(await mailedCode())).ok).toBe(true);
  });

  test("and not a browser in which a code opened it within a day", async () => {
    await send();
    await redeem(await mailedCode());
    clock.advance(61 * MINUTE_MS);
    expect(await proofOf()).toBe("ended");
    await db.delete(mailOutbox).where(eq(mailOutbox.recipient, email));
    await useUpByStrangers();
    expect((await send(browser, "203.0.1.250")).ok).toBe(true);
    expect((await redeem(await mailedCode())).ok).toBe(true);
  });

  test("and not the customer on another device, whose block of addresses has asked for few", async () => {
    await useUpByStrangers();
    for (let sent = 0; sent < 2; sent += 1) {
      expect((await send(browser, "198.51.100.1")).ok).toBe(true);
    }
    expect(await send(browser, "198.51.100.1")).toEqual({ ok: false, error: "others_requested" });
    expect((await redeem(await mailedCode())).ok).toBe(true);
  });

  test("and no other order of the same mailbox", async () => {
    await useUpByStrangers();
    const other = await createOrder(db, { customerEmail: email });
    const request = { actor: browser, network: "203.0.1.250", number: other.slice(0, 8), email };
    expect((await sendOrderCode(deps, request)).ok).toBe(true);
  });
});

test("no code is sent for a wrong email, to a browser without a proof, or for an order whose customer was erased", async () => {
  const lost = { ok: false, error: "not_found" };
  const number = orderId.slice(0, 8);
  const request = { actor: browser, network: "10.0.0.1", number };
  expect(await sendOrderCode(deps, { ...request, email: "other@example.com" })).toEqual(lost);
  expect(await sendOrderCode(deps, { ...request, actor: visitor, email })).toEqual(lost);
  await db.update(orders).set({ customerEmail: DELETED_EMAIL }).where(eq(orders.id, orderId));
  expect(await sendOrderCode(deps, { ...request, email: DELETED_EMAIL })).toEqual(lost);
  expect(await mails()).toEqual([]);
});

test("a browser that never proved the order has no code sent without number and email", async () => {
  const again = () => sendOrderCodeAgain(deps, { actor: browser, network: "10.0.0.1", orderId });
  expect(await again()).toEqual({ ok: false, error: "not_found" });
  await send();
  await redeem(await mailedCode());
  clock.advance(61 * MINUTE_MS);
  expect((await again()).ok).toBe(true);
  expect((await redeem(await mailedCode())).ok).toBe(true);
  expect(await proofOf()).toBe("valid");
});

describe("an order of an account that asks for a second step", () => {
  async function withFactor(changes: { app?: true; passkey?: true }): Promise<void> {
    const account = { email, twoFactorEnabled: changes.app ?? false };
    const userId = await createCustomer(db, account);
    if (changes.app) {
      await db
        .insert(twoFactors)
        .values({ userId, secret: "sealed", backupCodes: "sealed", verified: true });
    }
    if (changes.passkey) {
      const key = { credentialId: newId(), publicKey: "key", counter: 0, transports: [] };
      await db.insert(passkeys).values({ ...key, userId, name: "Phone" });
    }
    await db.update(orders).set({ userId }).where(eq(orders.id, orderId));
  }

  test.each([{ app: true }, { passkey: true }] as const)(
    "is not opened by whoever reads the mailbox, and the page shows no difference",
    async (factor) => {
      await withFactor(factor);
      expect(await send()).toEqual({
        ok: true,
        value: { sentTo: `${email.slice(0, 1)}•••@example.com` },
      });
      expect(await hasSentCode(deps, { actor: browser, orderId })).toBe(true);
      expect(await mailedCode()).toBe("");
      const [mail] = await mails();
      expect(mail?.textBody).toContain("Please sign in to see them.");
      expect(mail?.textBody).toContain(`/auth?next=%2Fprofile%2Forders%2F${orderId}`);
      expect(await redeem("000000")).toEqual({ ok: false, error: "wrong" });
      expect(await redeem("")).toEqual({ ok: false, error: "wrong" });
      expect(await proofOf()).toBe("none");
    },
  );

  test("is opened by its code as before while the account has a password alone", async () => {
    await withFactor({});
    await send();
    expect((await redeem(await mailedCode())).ok).toBe(true);
  });
});
