import { eq } from "drizzle-orm";
import { pino } from "pino";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { SOCIAL_PROVIDERS } from "#core/social-provider.ts";
import {
  authAccounts,
  passkeys,
  profiles,
  rateLimits,
  sessions,
  twoFactors,
  verifications,
} from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { deviceSecretsOf, findDeviceOf } from "#features/base/identity/known-device.server.ts";
import { registerCustomer } from "#features/base/identity/register-customer.server.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import { findMySignInWays } from "#features/base/identity/social-sign-in.server.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { composeAccountEmails } from "#features/office/customers/account-emails.server.ts";
import { claimGuestOrders } from "#features/orders/order/claim-orders.server.ts";
import { makeRecoveryCodes } from "#platform/auth.server.ts";
import { openAuthValue } from "#platform/auth-rotation.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { Env } from "#platform/env.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import { providerOrigins } from "#platform/social-providers.server.ts";
import { tokenIn } from "#tests/support/customers.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createAccount, formPost, testAuth, testEnv } from "#tests/support/identity.ts";
import { createOrder } from "#tests/support/orders.ts";
import { routeBuild, routesByPath } from "#tests/support/route-build.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import type { ShopHost } from "#tests/support/shop-host.ts";
import { startShopHost } from "#tests/support/shop-host.ts";
import type { ProviderDouble } from "#tests/support/social/provider-double.ts";
import { CLIENT, startProviderDouble } from "#tests/support/social/provider-double.ts";
import { VisitorBrowser } from "#tests/support/social/visitor-browser.ts";
import { base32, totpCode } from "#tests/support/totp.ts";
import * as auth from "./auth.tsx";
import * as callback from "./provider-callback.ts";
import * as secondFactor from "./second-factor.tsx";
import * as session from "./session.tsx";
import * as verify from "./verify.tsx";
import * as withProvider from "./with-provider.ts";

const SHOP = "https://shop.example";
const SESSION = "__Host-da.session_token";
const env = testEnv({
  PUBLIC_URL: SHOP,
  GOOGLE_CLIENT_ID: CLIENT.clientId,
  GOOGLE_CLIENT_SECRET: CLIENT.clientSecret,
  APPLE_CLIENT_ID: CLIENT.clientId,
  APPLE_CLIENT_SECRET: CLIENT.clientSecret,
});

const notThere = () => new Response(null, { status: 404 });

const modules: Record<string, Record<string, unknown>> = {
  auth: { loader: auth.loader, default: () => null },
  "auth/with/:provider": withProvider,
  "login/second-factor": {
    loader: secondFactor.loader,
    action: secondFactor.action,
    default: () => null,
  },
  "api/auth/callback/:provider": callback,
  "auth/verify": { loader: verify.loader, action: verify.action, default: () => null },
  session: { loader: session.loader },
  "*": { loader: notThere, action: notThere },
};
const handle = createRequestHandler(routeBuild(routesByPath(modules)), "production");

let provider: ProviderDouble;
let database: TestDatabase;
let host: ShopHost;
let deps: AppDeps;
let browser: VisitorBrowser;
let configured: Env;

beforeAll(async () => {
  provider = await startProviderDouble();
  database = await createTestDatabase();
  const { db } = database;
  const { endpoints } = provider;
  const providerEndpoints = { google: endpoints, apple: endpoints };
  const jobs = { send: async () => undefined };
  const mails = composeAccountEmails({ db, jobs, clock: systemClock, publicUrl: SHOP });
  deps = {
    db,
    env,
    publicUrl: SHOP,
    auth: testAuth(db, env, mails, { publicUrl: SHOP, providerEndpoints }),
    clock: systemClock,
    jobs,
    secretBox: createSecretBox("k".repeat(32)),
    logger: pino({ level: "silent" }),
    siteFacts: () => getSiteFacts(db),
  } as unknown as AppDeps;
  host = await startShopHost({
    publicUrl: SHOP,
    formTargets: providerOrigins(env),
    rateLimits: "off",
    render(request) {
      const context = new RouterContextProvider();
      context.set(depsContext, { ...deps, env: configured });
      return handle(request, context);
    },
  });
});

afterAll(async () => {
  await host[Symbol.asyncDispose]();
  await database.close();
  await provider[Symbol.asyncDispose]();
});

beforeEach(async () => {
  for (const table of [mailOutbox, orders, profiles, verifications, rateLimits])
    await database.db.delete(table);
  configured = env;
  browser = new VisitorBrowser(host, SHOP);
  provider.person = {
    sub: "person-1",
    email: "rosa@example.com",
    email_verified: true,
    given_name: "Rosa",
    family_name: "Persaud",
  };
  provider.fault = {};
  provider.visits = [];
});

type Provider = (typeof SOCIAL_PROVIDERS)[number];

/** Returns the fields with which the provider redirects the browser. */
async function atProvider(address: string): Promise<Record<string, string>> {
  const response = await fetch(address, { redirect: "manual" });
  if (response.status === 200) return response.json();
  return Object.fromEntries(new URL(response.headers.get("location") ?? "").searchParams);
}

/** Google returns the browser by a URL, Apple by a form. */
async function comeBack(name: Provider, brought: Record<string, string>) {
  const path = `/api/auth/callback/${name}`;
  if (name === "google") return browser.get(`${path}?${new URLSearchParams(brought)}`);
  const posted = await browser.postFrom("https://appleid.apple.com", path, brought);
  expect(posted.status).toBe(303);
  expect(posted.headers["set-cookie"]).toBeUndefined();
  return browser.get(posted.location);
}

async function signIn(name: Provider, query = "") {
  const started = await browser.post(`/auth/with/${name}${query}`);
  expect(started.status).toBe(303);
  return comeBack(name, await atProvider(started.location));
}

/** An app as it is stored once its first code was right; returns its key. */
async function turnAppOn(userId: string): Promise<string> {
  const { row } = await makeRecoveryCodes(deps.auth);
  await database.db.insert(twoFactors).values({ ...row, verified: true, userId });
  await database.db.update(profiles).set({ twoFactorEnabled: true }).where(eq(profiles.id, userId));
  return base32((await openAuthValue(deps.auth, row.secret)) ?? "");
}

const whoIsIn = async () => JSON.parse((await browser.get("/session")).body);
const flash = () => browser.cookies.get("da_flash")?.value;
const accounts = () => database.db.select().from(profiles);
const links = async () => (await database.db.select().from(authAccounts)).length;
const nobodyIn = async (message: string) => {
  expect(flash()).toBe(message);
  expect(browser.cookies.has(SESSION)).toBe(false);
  expect(await whoIsIn()).toEqual({ role: "visitor" });
};

describe.each(SOCIAL_PROVIDERS)("signing in with %s", (name) => {
  // Specification 2.57
  test("makes a customer with a confirmed email and their name, and leads to the page asked for", async () => {
    if (name === "apple") {
      const { sub, email } = provider.person;
      const user = { name: { firstName: " Rosa\u202e ", lastName: "Persaud" } };
      provider.person = { sub, email, email_verified: "true", user };
    }
    const arrived = await signIn(name, "?next=%2Fprofile%2Forders");
    expect(arrived.location).toBe("/profile/orders");
    expect(arrived.headers["cache-control"]).toBe("private, no-store");
    expect(flash()).toBe("welcome");
    expect(await accounts()).toMatchObject([
      {
        firstName: "Rosa",
        lastName: "Persaud",
        name: "Rosa Persaud",
        email: "rosa@example.com",
        emailVerified: true,
        role: "customer",
      },
    ]);
    expect(await whoIsIn()).toEqual({ role: "customer", name: "Rosa Persaud" });
    const set = browser.lines.find((line) => line.startsWith(SESSION));
    expect(set).toMatch(/Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax/);
    expect(set).not.toContain("Domain");
    expect(browser.cookies.get("da_hint")?.value).toBe("1");
    expect([...browser.cookies.keys()].join()).not.toMatch(/state|way_back/);
    const [{ id: userId } = { id: "" }] = await accounts();
    const cookie = `da_known_device=${browser.cookies.get("da_known_device")?.value}`;
    const request = new Request(SHOP, { headers: { cookie } });
    const device = findDeviceOf(deviceSecretsOf(deps.auth), { request, userId, now: new Date() });
    expect(device).not.toBeNull();
  });

  test("recognizes them by their id at the provider, also after their email has changed", async () => {
    await signIn(name);
    browser = new VisitorBrowser(host, SHOP);
    provider.person = { ...provider.person, email: "rosa.new@example.com" };
    expect((await signIn(name)).location).toBe("/profile");
    expect(flash()).toBe("welcome-back");
    expect(await accounts()).toMatchObject([{ email: "rosa@example.com" }]);
    expect(await whoIsIn()).toMatchObject({ role: "customer" });
  });

  test("asks a customer with an app for its code before anything opens, and leads to the page asked for", async () => {
    await signIn(name);
    const [{ id: userId } = { id: "" }] = await accounts();
    const key = await turnAppOn(userId);
    browser = new VisitorBrowser(host, SHOP);
    const arrived = await signIn(name, "?next=%2Fprofile%2Forders");
    expect(arrived.location).toBe("/login/second-factor?step=code&next=%2Fprofile%2Forders");
    expect(await whoIsIn()).toEqual({ role: "visitor" });
    expect(browser.cookies.get("da_hint")).toBeUndefined();
    expect(browser.cookies.get("da_known_device")).toBeUndefined();
    const next = "/profile/orders";
    await browser.post("/login/second-factor", { code: "000000", next });
    expect(await whoIsIn()).toEqual({ role: "visitor" });
    const entered = await browser.post("/login/second-factor", { code: totpCode(key), next });
    expect(entered.location).toBe("/profile/orders");
    expect(await whoIsIn()).toMatchObject({ role: "customer" });
  });

  test("asks a customer with passkeys alone for one of them", async () => {
    await signIn(name);
    const [{ id: userId } = { id: "" }] = await accounts();
    await database.db
      .insert(passkeys)
      .values({ userId, name: "Key", credentialId: `key of ${name}`, publicKey: "key" });
    browser = new VisitorBrowser(host, SHOP);
    const arrived = await signIn(name);
    expect(arrived.location).toBe("/login/second-factor?step=passkey&next=%2Fprofile");
    expect(await whoIsIn()).toEqual({ role: "visitor" });
  });

  test("asks with a state, a nonce and a challenge of this request's own, and keeps no token", async () => {
    await signIn(name);
    await signIn(name);
    const [first, second] = provider.visits;
    for (const secret of ["state", "nonce", "code_challenge"]) {
      expect(first?.searchParams.get(secret)?.length).toBeGreaterThan(20);
      expect(first?.searchParams.get(secret)).not.toBe(second?.searchParams.get(secret));
    }
    const redirect = first?.searchParams.get("redirect_uri");
    expect(redirect).toBe(`${SHOP}/api/auth/callback/${name}`);
    expect(await database.db.select().from(authAccounts)).toMatchObject([
      { providerId: name, accessToken: null, refreshToken: null, idToken: null },
    ]);
  });

  test.each([
    ["turned back", "provider-denied", { denies: "access_denied" }],
    ["a nonce of another request", "provider-failed", { claims: { nonce: "x".repeat(32) } }],
    ["no nonce", "provider-failed", { claims: { nonce: undefined } }],
    ["a token for another shop", "provider-failed", { claims: { aud: "another-shop" } }],
    ["a token of another issuer", "provider-failed", { claims: { iss: "https://evil.example" } }],
    ["a token that is too old", "provider-failed", { claims: { exp: 1 } }],
    ["a token signed by a stranger", "provider-failed", { foreignKey: true }],
    ["an email not confirmed there", "provider-no-email", { claims: { email_verified: false } }],
    ["no email", "provider-no-email", { claims: { email: undefined } }],
    ["an email of few servers", "provider-no-email", { claims: { email: "jürgen@bücher.de" } }],
  ])("lets nobody in with %s, and says so where they came from", async (_what, message, fault) => {
    provider.fault = fault;
    const arrived = await signIn(name, "?tab=create-account&next=%2Fprofile%2Fsettings");
    expect(arrived.location).toBe("/auth?tab=create-account&next=%2Fprofile%2Fsettings");
    await nobodyIn(message);
    expect(await accounts()).toEqual([]);
  });

  test("works once: the same callback again, or in another browser, signs no one in", async () => {
    const started = await browser.post(`/auth/with/${name}`);
    const brought = await atProvider(started.location);
    const mine = browser;
    browser = new VisitorBrowser(host, SHOP);
    expect((await comeBack(name, brought)).location).toBe("/auth");
    await nobodyIn("provider-lost");
    browser = mine;
    await comeBack(name, { ...brought, state: `${brought.state}x` });
    await nobodyIn("provider-lost");
    await signIn(name);
    browser.cookies.delete(SESSION);
    await comeBack(name, brought);
    await nobodyIn("provider-lost");
    const again = await browser.post(`/auth/with/${name}`);
    const { state = "" } = await atProvider(again.location);
    await comeBack(name, { code: brought.code ?? "", state });
    await comeBack(name, { code: brought.code ?? "", state });
    await nobodyIn("provider-lost");
  });
});

describe("an account that is there already", () => {
  const withPassword = (changes: Partial<typeof profiles.$inferInsert> = {}) =>
    createCustomer(database.db, { email: "rosa@example.com", ...changes });

  test("is joined when both sides have confirmed the email, and keeps its names", async () => {
    const userId = await withPassword();
    await signIn("google");
    expect(await accounts()).toMatchObject([{ id: userId, firstName: "Asha" }]);
    expect(await whoIsIn()).toMatchObject({ role: "customer" });
  });

  test("tells its owner by mail that a provider opens it too, once; a new account does not", async () => {
    const reportedBy = () =>
      database.db.$count(mailOutbox, eq(mailOutbox.kind, "account-provider-joined"));
    await signIn("google");
    expect(await reportedBy()).toBe(0);
    await database.db.delete(profiles);
    const userId = await withPassword();
    const own = { userId, accountId: userId, providerId: "credential", password: "kept" };
    await database.db.insert(authAccounts).values(own);
    for (const _ of ["joined", "again"]) await signIn("google");
    expect(await reportedBy()).toBe(1);
  });

  // Specification 2.57
  test("is not given to a person who registered it first with another's email", async () => {
    await withPassword({ emailVerified: false });
    const before = await links();
    await signIn("google");
    await nobodyIn("provider-unconfirmed-account");
    expect(await links()).toBe(before);
    expect(await accounts()).toMatchObject([{ emailVerified: false }]);
  });

  test("that a stranger registered opens by the provider once its email was confirmed with a password", async () => {
    const email = "rosa@example.com";
    const request = formPost("/auth", {}, { origin: SHOP });
    const stranger = {
      email,
      firstName: "Not",
      lastName: "Rosa",
      password: "a-stranger-chose-it-1",
    };
    expect(await registerCustomer(deps, { ...stranger, request })).toMatchObject({ ok: true });
    await signIn("google");
    await nobodyIn("provider-unconfirmed-account");
    const mails = await database.db.select().from(mailOutbox);
    const token = tokenIn(mails.find(({ kind }) => kind === "account-confirm-email"));
    const refused = await browser.post("/auth/verify", { token });
    expect(refused.status).toBe(422);
    const confirmed = await browser.post("/auth/verify", { token, password: "her-own-password-2" });
    expect([confirmed.status, confirmed.location]).toEqual([302, "/auth/verify?confirmed=1"]);
    browser = new VisitorBrowser(host, SHOP);
    await signIn("google");
    expect(await whoIsIn()).toMatchObject({ role: "customer" });
    expect(await accounts()).toHaveLength(1);
    expect(await links()).toBe(2);
  });

  test("is not made, and no mail is sent, by a provider that has not confirmed the email", async () => {
    provider.fault = { claims: { email_verified: false } };
    await signIn("google");
    await nobodyIn("provider-no-email");
    expect([await accounts(), await database.db.$count(mailOutbox)]).toEqual([[], 0]);
  });

  test("is never revealed to a person whose email is not confirmed at the provider", async () => {
    await withPassword();
    provider.fault = { claims: { email_verified: false } };
    await signIn("google");
    await nobodyIn("provider-no-email");
  });

  test("of an admin is never joined, and never opened by a provider it was joined to before", async () => {
    const userId = await withPassword({ role: "admin" });
    await signIn("google");
    await nobodyIn("provider-staff");
    expect(await links()).toBe(0);
    await database.db
      .insert(authAccounts)
      .values({ userId, accountId: "person-1", providerId: "google" });
    await signIn("google");
    await nobodyIn("provider-staff");
    expect(await database.db.select().from(sessions)).toEqual([]);
  });

  test("gets what was ordered without it under the email", async () => {
    const orderId = await createOrder(database.db, { customerEmail: "rosa@example.com" });
    await signIn("google");
    const request = new Request(SHOP, { headers: { cookie: browser.header("/") } });
    const actor = await findActor(deps, request);
    expect(await claimGuestOrders(deps, { actor })).toBe(1);
    const [order] = await database.db.select().from(orders).where(eq(orders.id, orderId));
    expect(order?.userId).toBe((await accounts())[0]?.id);
    const ways = await findMySignInWays(database.db, { actor });
    expect(ways).toEqual({ ok: true, value: { hasPassword: false, providers: ["google"] } });
  });
});

test("the session this browser had before ends, and one that was planted is not taken over", async () => {
  await createAccount(database.db, deps.auth, {
    role: "admin",
    username: "owner",
    password: "cedar-and-cotton-9",
  });
  const old = await deps.auth.api.signInUsername({
    body: { username: "owner", password: "cedar-and-cotton-9" },
    asResponse: true,
  });
  const value = /session_token=([^;]*)/.exec(old.headers.getSetCookie().join())?.[1] ?? "";
  browser.cookies.set(SESSION, { value, path: "/" });
  expect(await whoIsIn()).toMatchObject({ role: "admin" });
  await signIn("google");
  expect(browser.cookies.get(SESSION)?.value).not.toBe(value);
  expect(await whoIsIn()).toMatchObject({ role: "customer" });
  expect(await database.db.select().from(sessions)).toHaveLength(1);
});

test("a session cookie under a name that another host of the domain can set signs nobody in", async () => {
  await signIn("google");
  const value = browser.cookies.get(SESSION)?.value ?? "";
  expect(value).not.toBe("");
  browser.cookies.delete(SESSION);
  for (const name of ["__Secure-da.session_token", "da.session_token"]) {
    browser.cookies.set(name, { value, path: "/" });
  }
  expect(await whoIsIn()).toEqual({ role: "visitor" });
});

test("a page asked for that is another site's, or leads in circles, leads to the account", async () => {
  for (const next of [
    "//evil.example",
    "https://evil.example",
    "/\\evil.example",
    "/a/..//evil",
    "/auth",
  ]) {
    const arrived = await signIn("google", `?${new URLSearchParams({ next })}`);
    expect(arrived.location, next).toBe("/profile");
  }
});

test("a way back that was tampered with leads to a page of this shop", async () => {
  const started = await browser.post("/auth/with/google");
  const brought = await atProvider(started.location);
  const value = encodeURIComponent("/auth?next=https://evil.example");
  browser.cookies.set("da_way_back", { value, path: "/api/auth/callback" });
  expect((await comeBack("google", brought)).location).toBe("/profile");
});

describe("from elsewhere", () => {
  test("no form begins a sign-in", async () => {
    const posted = await browser.postFrom("https://evil.example", "/auth/with/google", {});
    expect(posted.status).toBe(403);
    expect(provider.visits).toEqual([]);
  });

  test("a form is taken from Apple's page alone, and changes nothing by itself", async () => {
    const fields = { code: "c", state: "s", id_token: "t", callbackURL: "https://evil.example" };
    const google = await browser.postFrom(
      "https://evil.example",
      "/api/auth/callback/google",
      fields,
    );
    expect(google.status).toBe(403);
    const apple = await browser.postFrom(
      "https://evil.example",
      "/api/auth/callback/apple",
      fields,
    );
    expect(apple.location).toBe("/api/auth/callback/apple?code=c&state=s");
    expect((await browser.get(apple.location)).location).toBe("/auth");
    await nobodyIn("provider-lost");
  });

  test("a link begins nothing, and no other part of the library answers", async () => {
    expect((await browser.get("/auth/with/google")).location).toBe("/auth");
    for (const path of ["/api/auth/get-session", "/api/auth/callback/github", "/api/auth/ok"]) {
      expect((await browser.get(path)).status, path).toBe(404);
    }
    expect((await browser.post("/api/auth/sign-in/social")).status).toBe(404);
  });
});

describe("where nothing is configured", () => {
  // Specification 2.57
  test("the ways in are not there", async () => {
    expect(JSON.parse((await browser.get("/auth")).body).auth.providers).toEqual(SOCIAL_PROVIDERS);
    configured = testEnv();
    expect(JSON.parse((await browser.get("/auth")).body).auth.providers).toEqual([]);
    expect((await browser.post("/auth/with/google")).status).toBe(404);
    expect((await browser.get("/api/auth/callback/google?code=c&state=s")).status).toBe(404);
  });

  test("Apple's is gone when the secret that was signed for it has expired", async () => {
    const claims = Buffer.from(JSON.stringify({ exp: 1_700_000_000 })).toString("base64url");
    configured = { ...env, APPLE_CLIENT_SECRET: `h.${claims}.s` };
    expect(JSON.parse((await browser.get("/auth")).body).auth.providers).toEqual(["google"]);
  });

  test("forms may lead to no other site; configured, to the two and no further", async () => {
    const policy = (await browser.get("/auth")).headers["content-security-policy"];
    expect(policy).toContain(
      "form-action 'self' https://accounts.google.com https://appleid.apple.com;",
    );
    expect(providerOrigins(testEnv())).toEqual([]);
  });
});
