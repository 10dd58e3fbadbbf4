import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { cartLines } from "#db/schema/cart.server.ts";
import { addresses } from "#db/schema/customers.server.ts";
import { authAccounts, passkeys, profiles, sessions } from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { paymentCustomers } from "#db/schema/payments.server.ts";
import { writePassword } from "#features/base/identity/credentials.server.ts";
import { signInAdmin, signInCustomer } from "#features/base/identity/sign-in.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import { addProduct } from "#tests/support/catalog.ts";
import { accountShop, ROSA, tokenIn } from "#tests/support/customers.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  cookieHeader,
  createAccount,
  formPost,
  SHOP_ORIGIN,
  setRole,
  testEnv,
} from "#tests/support/identity.ts";
import { addMeasuredPerson, measuredPerson } from "#tests/support/measurements.ts";
import { createOrder } from "#tests/support/orders.ts";
import { routeBuild, routesByPath } from "#tests/support/route-build.ts";
import * as auth from "./auth.tsx";
import * as verify from "./verify.tsx";

const page = (module: Record<string, unknown>) => ({ ...module, clientAction: undefined });

const build = routeBuild(
  routesByPath({ auth: page(auth), "auth/verify": page(verify) }),
  ({ loaderData, actionData }) => ({ loaderData, actionData }),
);

const NEW_PASSWORD = "two-mangoes-on-a-wall";

let database: TestDatabase;
let shop: ReturnType<typeof accountShop>;
let deps: AppDeps;

beforeEach(async () => {
  database = await createTestDatabase();
  shop = accountShop(database);
  const site = { env: testEnv(), publicUrl: SHOP_ORIGIN };
  const secretBox = createSecretBox("k".repeat(32));
  deps = { ...shop.deps, ...site, secretBox, logger: console } as unknown as AppDeps;
  await shop.register();
});

afterEach(() => database.close());

function send(request: Request): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(depsContext, deps);
  return createRequestHandler(build, "production")(request, context);
}

const cookieOf = (response: Response) => cookieHeader(response.headers.getSetCookie());
const linkToken = async () =>
  tokenIn((await shop.mailsTo(ROSA.email, "account-confirm-email")).at(-1));
const press = async (fields: Record<string, string> = {}, cookie = "") =>
  send(formPost("/auth/verify", { token: await linkToken(), ...fields }, { cookie }));
const signIn = (password: string, email = ROSA.email) =>
  send(formPost("/auth", { email, password }));
const accountOf = async (email = ROSA.email) =>
  (await database.db.select().from(profiles).where(eq(profiles.email, email)))[0];
const isConfirmed = async () => (await accountOf())?.emailVerified;
async function shown(cookie = "") {
  const headers = { cookie: `da_verify=${await linkToken()}; ${cookie}` };
  const response = await send(new Request(`${SHOP_ORIGIN}/auth/verify`, { headers }));
  return (await response.json()).loaderData["auth/verify"].link;
}

/** Puts into the account what a later order would take over: a measured person, a saved card, and both kinds of cart lines. */
async function plantPurchases(userId: string): Promise<void> {
  await addMeasuredPerson(database.db, userId, measuredPerson("A stranger"));
  await database.db
    .insert(paymentCustomers)
    .values({ userId, provider: "stripe_test", customerId: "cus_stranger" });
  const productId = await addProduct(database.db, "Kaieteur Gown");
  const line = { userId, productId, quantity: 1, changedAt: new Date() };
  await database.db.insert(cartLines).values([
    { ...line, size: "M" },
    { ...line, size: "Custom", specification: randomUUID() },
  ]);
}

const fieldErrors = async (response: Response) =>
  Object.values((await response.json()).actionData)[0];

describe("a link that confirms an email", () => {
  test("confirms with one press in the browser that is signed in to the account, and leaves its other sessions", async () => {
    const phone = cookieOf(await signIn(ROSA.password));
    await signIn(ROSA.password);
    expect(await shown(phone)).toMatchObject({ asksPassword: false });
    expect((await press({}, phone)).status).toBe(303);
    expect(await isConfirmed()).toBe(true);
    expect(await database.db.$count(sessions)).toBe(2);
  });

  test("asks for the password in another browser, takes the account's own, signs in with it, and leaves the first browser signed in", async () => {
    await signIn(ROSA.password);
    expect(await shown()).toMatchObject({ asksPassword: true, email: ROSA.email });
    const without = await press();
    expect(without.status).toBe(422);
    expect(await isConfirmed()).toBe(false);
    const done = await press({ password: ROSA.password });
    expect(done.headers.get("location")).toBe("/auth/verify?confirmed=1");
    expect(cookieOf(done)).toContain("session_token=");
    expect(await isConfirmed()).toBe(true);
    expect(await database.db.$count(sessions)).toBe(2);
    expect(await shop.mailsTo(ROSA.email, "account-way-in-changed")).toEqual([]);
  });

  test("of an account that a stranger made gives the guest her own password, her orders and nobody else a way in", async () => {
    const orderId = await createOrder(database.db, { customerEmail: ROSA.email });
    const strangers = cookieOf(await signIn(ROSA.password));
    const { id: userId = "" } = (await accountOf()) ?? {};
    await database.db.insert(passkeys).values({
      userId,
      name: "Planted",
      credentialId: "planted",
      publicKey: "key",
      counter: 0,
      transports: [],
    });
    await database.db
      .insert(authAccounts)
      .values({ userId, providerId: "google", accountId: "the stranger" });
    await database.db.insert(addresses).values({
      userId,
      fullName: "A stranger",
      line1: "9 Back Lane",
      city: "Linden",
      isDefault: true,
    });
    await plantPurchases(userId);
    const done = await press({ password: NEW_PASSWORD });
    expect(done.headers.get("location")).toBe("/auth/verify?confirmed=1");
    expect(await database.db.$count(addresses)).toBe(0);
    const cart = await database.db
      .select({ size: cartLines.size })
      .from(cartLines)
      .orderBy(cartLines.size);
    expect(cart).toEqual([{ size: "M" }]);
    const cards = await database.db
      .select({ userId: paymentCustomers.userId })
      .from(paymentCustomers);
    expect(cards).toEqual([{ userId: null }]);
    const people = await database.db
      .select({ of: measurementProfiles.userId, setApartFor: measurementProfiles.setApartFor })
      .from(measurementProfiles);
    expect(people).toEqual([{ of: null, setApartFor: userId }]);
    const [order] = await database.db.select().from(orders).where(eq(orders.id, orderId));
    expect(order?.userId).toBe(userId);
    const session = await deps.auth.api.getSession({
      headers: new Headers({ cookie: strangers }),
    });
    expect(session).toBeNull();
    expect((await signIn(ROSA.password)).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(302);
    expect(await database.db.$count(passkeys)).toBe(0);
    const ways = await database.db.select({ way: authAccounts.providerId }).from(authAccounts);
    expect(ways).toEqual([{ way: "credential" }]);
    expect(await shop.mailsTo(ROSA.email, "account-way-in-changed")).toHaveLength(1);
  });

  test("refuses a weak new password with its reason and confirms nothing", async () => {
    for (const [password, reason] of [
      ["short", /at least 8 characters/],
      [ROSA.email, /other than your email/],
      ["password123", /guessers try first/],
    ] as const) {
      const refused = await press({ password });
      expect(refused.status).toBe(422);
      const result = JSON.stringify(await fieldErrors(refused));
      expect(result).toMatch(reason);
      expect(result).not.toContain(`"${password}"`);
    }
    expect(await isConfirmed()).toBe(false);
    expect((await signIn(ROSA.password)).status).toBe(302);
  });

  test("does not confirm in the browser of another account, and signs that one out when the password is given", async () => {
    const other = { ...ROSA, email: "asha@example.com" };
    await shop.register(other);
    const cookie = cookieOf(await signIn(ROSA.password, other.email));
    expect(await shown(cookie)).toMatchObject({ asksPassword: true });
    expect((await press({}, cookie)).status).toBe(422);
    await press({ password: NEW_PASSWORD }, cookie);
    expect([await isConfirmed(), (await accountOf(other.email))?.emailVerified]).toEqual([
      true,
      false,
    ]);
    expect(await deps.auth.api.getSession({ headers: new Headers({ cookie }) })).toBeNull();
  });

  test("sets no password once the email is confirmed, however often and by whom it is pressed", async () => {
    await press({ password: NEW_PASSWORD });
    for (const password of ["another-password-9", ""]) {
      const again = await press({ password });
      expect([again.status, again.headers.get("location")]).toEqual([
        303,
        "/auth/verify?confirmed=1",
      ]);
      expect(cookieOf(again)).not.toContain("session_token=");
    }
    expect(await shown()).toMatchObject({ isConfirmed: true, asksPassword: false });
    expect((await signIn("another-password-9")).status).toBe(401);
    expect((await signIn(NEW_PASSWORD)).status).toBe(302);
  });

  test("is pressed by two browsers at once with two passwords: one of them counts", async () => {
    const passwords = ["first-of-two-words", "second-of-two-words"];
    await Promise.all(passwords.map((password) => press({ password })));
    const opened = await Promise.all(passwords.map(async (each) => (await signIn(each)).status));
    expect(opened.sort()).toEqual([302, 401]);
    expect(
      await database.db.$count(mailOutbox, eq(mailOutbox.kind, "account-way-in-changed")),
    ).toBe(1);
  });

  test("of a deleted account is dead, and proves nothing of the next account with that email without a password", async () => {
    const token = await linkToken();
    await database.db.delete(profiles);
    expect((await press({ token, password: NEW_PASSWORD })).status).toBe(410);
    await shop.register({ password: "what-a-stranger-chose" });
    expect((await press({ token })).status).toBe(422);
    expect(await isConfirmed()).toBe(false);
  });

  test("gives staff no password: it counts only where they are signed in", async () => {
    const cookie = cookieOf(await signIn(ROSA.password));
    await setRole(database.db, (await accountOf())?.id ?? "", "admin");
    expect(await shown()).toBeNull();
    expect((await press({ password: NEW_PASSWORD })).status).toBe(410);
    expect(await isConfirmed()).toBe(false);
    expect((await press({}, cookie)).status).toBe(303);
    expect(await isConfirmed()).toBe(true);
  });
});

/** The next sign-in compares the former password, and another is chosen before its session is written. */
async function replaceWhileCompared(replace: () => Promise<unknown>): Promise<void> {
  const { password } = await deps.auth.$context;
  const compare = vi.spyOn(password, "verify");
  compare.mockImplementationOnce(async (compared) => {
    compare.mockRestore();
    const isRight = await password.verify(compared);
    await replace();
    return isRight;
  });
}

test("a sign-in whose password is replaced while it is compared opens nothing", async () => {
  await replaceWhileCompared(() => press({ password: NEW_PASSWORD }));
  const request = formPost("/auth", {});
  const strangers = await signInCustomer(shop.deps, {
    email: ROSA.email,
    password: ROSA.password,
    request,
  });
  expect(strangers).toEqual({ ok: false, error: { code: "invalid_credentials" } });
  const open = await database.db.select().from(sessions);
  expect(open).toHaveLength(1);
});

test("an admin's sign-in whose password is replaced while it is compared opens nothing", async () => {
  const credentials = { username: "bibi", password: "cedar-and-cotton-9" };
  const admin = await createAccount(database.db, deps.auth, { role: "admin", ...credentials });
  const { password } = await deps.auth.$context;
  const signInAsAdmin = () =>
    signInAdmin(shop.deps, { ...credentials, request: formPost("/login", {}) });
  await replaceWhileCompared(async () => {
    const hash = await password.hash(NEW_PASSWORD);
    await database.db.transaction((tx) => writePassword(tx, admin, hash));
  });
  expect(await signInAsAdmin()).toEqual({ ok: false, error: { code: "invalid_credentials" } });
  expect(await database.db.$count(sessions, eq(sessions.userId, admin))).toBe(0);
});
