import { createRequestHandler, RouterContextProvider } from "react-router";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { SIGN_IN_AWAY } from "#app/web/auth-messages.ts";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { requireCustomer } from "#app/web/require-customer.server.ts";
import { profiles, sessions } from "#db/schema/identity.server.ts";
import { refusalsWritten } from "#features/base/identity/record-refusal.server.ts";
import { sendResetLink } from "#features/office/customers/account-emails.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import { accountShop, ROSA, tokenIn } from "#tests/support/customers.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { cookieHeader, formPost, SHOP_ORIGIN, setRole, testEnv } from "#tests/support/identity.ts";
import { routeBuild, routesByPath } from "#tests/support/route-build.ts";
import * as auth from "./auth.tsx";
import * as forgot from "./forgot.tsx";
import * as reset from "./reset.tsx";
import * as session from "./session.tsx";
import * as signOut from "./sign-out.tsx";
import * as verify from "./verify.tsx";

const SECRET = "only for the one who is signed in";
let written: string[];

/** Behind the same guard as the account's pages. */
const guarded = {
  middleware: [requireCustomer],
  loader: ({ context }: { context: RouterContextProvider }) => ({
    secret: SECRET,
    role: context.get(actorContext).role,
  }),
  action: () => {
    written.push("written");
    return { secret: SECRET };
  },
  default: () => null,
};

const page = (module: Record<string, unknown>) => ({ ...module, clientAction: undefined });

const modules: Record<string, Record<string, unknown>> = {
  auth: page(auth),
  "auth/forgot": page(forgot),
  "auth/reset": page(reset),
  "auth/verify": page(verify),
  "sign-out": page(signOut),
  session: { loader: session.loader },
  profile: guarded,
};

const build = routeBuild(routesByPath(modules), ({ loaderData, actionData }) => ({
  loaderData,
  actionData,
}));

let database: TestDatabase;
let shop: ReturnType<typeof accountShop>;
let faults: unknown[];
let deps: AppDeps;

beforeEach(async () => {
  database = await createTestDatabase();
  shop = accountShop(database);
  written = [];
  faults = [];
  const logger = { error: (entry: unknown) => faults.push(entry) };
  const secretBox = createSecretBox("k".repeat(32));
  const site = { env: testEnv(), publicUrl: SHOP_ORIGIN };
  deps = { ...shop.deps, ...site, secretBox, logger } as unknown as AppDeps;
  await shop.register();
});

afterEach(async () => {
  // A refusal that is written after the end of its test would be a fault of the next one.
  await refusalsWritten(database.db);
  await database.close();
});

function send(request: Request): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(depsContext, deps);
  return createRequestHandler(build, "production")(request, context);
}

type Options = Parameters<typeof formPost>[2];
const post = (path: string, fields: Record<string, string> = {}, options?: Options) =>
  send(formPost(path, fields, options));
const get = (path: string, cookie = "") =>
  send(new Request(SHOP_ORIGIN + path, { headers: cookie ? { cookie } : {} }));
/** Opens a mailed link: the page that it leads to, and the browser's cookie. */
async function follow(link: string) {
  const opened = await get(link);
  return { path: opened.headers.get("location") ?? "", cookie: cookieOf(opened) };
}
const credentials = { email: ROSA.email, password: ROSA.password };
const signIn = (next = "", options?: Options) =>
  post(`/auth${next && `?${new URLSearchParams({ next })}`}`, credentials, options);
const cookieOf = (response: Response) => cookieHeader(response.headers.getSetCookie());

describe("a page behind the guard", () => {
  const ways = [
    ["its page", "GET", "/profile"],
    ["its data", "GET", "/profile.data"],
    ["its loader alone", "GET", "/profile.data?_routes=profile"],
    ["its headers", "HEAD", "/profile"],
    ["its action by form", "POST", "/profile"],
    ["its action by script", "POST", "/profile.data"],
  ] as const;

  test.each(ways)(
    // Specification 6.9
    "sends a visitor to the sign-in page from %s, and does nothing",
    async (...way) => {
      const [name, method, path] = way;
      const response =
        method === "POST"
          ? await post(path, { any: "thing" })
          : await send(new Request(SHOP_ORIGIN + path, { method }));
      const body = await response.text();
      const isPage = !path.includes(".data");
      expect(response.status, name).toBe(isPage ? 302 : 202);
      expect(isPage ? response.headers.get("location") : body).toContain("/auth");
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(body).not.toContain(SECRET);
      expect(written).toEqual([]);
    },
  );

  test("remembers the page asked for, and takes a stale hint away", async () => {
    const response = await get("/profile?tab=orders", "da_hint=1");
    expect(response.headers.get("location")).toBe("/auth?next=%2Fprofile%3Ftab%3Dorders");
    expect(response.headers.getSetCookie().join()).toContain("da_hint=; Max-Age=0");
  });

  test.each(["customer", "admin"] as const)(
    "opens for a %s, for nobody else to keep",
    async (role) => {
      const [account] = await database.db.select().from(profiles);
      await setRole(database.db, account?.id ?? "", role);
      const cookie = cookieOf(await signIn());
      const response = await get("/profile", cookie);
      expect(response.headers.get("cache-control")).toBe("private, no-store");
      expect(await response.text()).toContain(`"role":"${role}"`);
      await post("/profile", {}, { cookie });
      expect(written).toEqual(["written"]);
    },
  );

  test("prolongs a customer's session and hint by the visit", async () => {
    const cookie = cookieOf(await signIn());
    await database.db.update(sessions).set({ expiresAt: new Date(Date.now() + 3_600_000) });
    const set = (await get("/profile", cookie)).headers.getSetCookie().join("\n");
    expect(set).toMatch(/da\.session_token=.*Max-Age=2592000/);
    expect(set).toMatch(/da_hint=1; Max-Age=2592000/);
    expect((await get("/profile", cookie)).headers.getSetCookie()).toEqual([]);
  });
});

describe("signing in", () => {
  test.each([
    ["/about", "/about"],
    ["", "/profile"],
    ["//evil.example", "/profile"],
    ["/\\evil.example", "/profile"],
    ["https://evil.example", "/profile"],
    ["https:evil.example", "/profile"],
    ["/%2f%2fevil.example", "/profile"],
    ["javascript:alert(1)", "/profile"],
    ["data:text/html,x", "/profile"],
    ["/\t/evil.example", "/profile"],
    ["\\\\evil.example", "/profile"],
    ["/a/..//evil.example", "/profile"],
  ])("with the next page %j leads to %s", async (next, to) => {
    const response = await signIn(next);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe(to);
    const data = await get(`/auth.data?${new URLSearchParams({ next })}`, cookieOf(response));
    expect(await data.text()).not.toContain("evil");
  });

  test("sets a new session, a hint and a welcome", async () => {
    const planted = "da.session_token=planted.by-somebody";
    const response = await signIn("", { cookie: planted });
    const set = response.headers.getSetCookie();
    expect(set.map((cookie) => cookie.split("=")[0])).toEqual([
      "da.session_token",
      "da_hint",
      "da_flash",
      "da_known_device",
    ]);
    expect(set[2]).toContain("welcome-back");
    expect(set.join()).not.toContain("planted");
    expect(response.headers.get("cache-control")).toBe("private, no-store");
  });

  // Specification 8.55
  test("without email or password is refused in the library's words and the fields' own", async () => {
    const response = await post("/auth", { email: "", password: "" });
    expect(response.status).toBe(422);
    const { actionData } = await response.json();
    expect(actionData.auth).toMatchObject({
      error: {
        "": ["You must provide either an email or phone number and a password"],
        email: ["Email is required"],
        password: ["Password is required"],
      },
    });
  });

  test("with a wrong password sends the password back to nobody", async () => {
    const response = await post("/auth", { ...credentials, password: "wrong-password-1" });
    const body = await response.text();
    expect(response.status).toBe(401);
    expect(body).toContain("Invalid email or password");
    expect(body).toContain(ROSA.email);
    expect(body).not.toContain("wrong-password-1");
  });

  test("too often is refused with the time to wait, and what was typed is kept", async () => {
    for (let n = 0; n < 5; n++) await post("/auth", { ...credentials, password: "wrong" });
    const response = await signIn();
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    const { actionData } = await response.json();
    expect(actionData.auth.error[""][0]).toMatch(
      /^Too many attempts\. Please wait (a second|\d+ seconds) and try again\.$/,
    );
    expect(actionData.auth.initialValue.email).toBe(ROSA.email);
  });

  test.each([
    ["/auth", SIGN_IN_AWAY, credentials],
    ["/auth?tab=create-account", "Failed to create account", { ...ROSA, email: "b@example.com" }],
    // Specification 8.2, 8.3
  ])("at %s says so when the shop itself fails", async (path, message, fields) => {
    vi.spyOn(deps.auth, "handler").mockRejectedValue(new Error("The database is away"));
    const response = await post(path, fields);
    expect(response.status).toBe(503);
    expect(response.headers.get("retry-after")).toBe("60");
    const { actionData } = await response.json();
    expect(actionData.auth).toMatchObject({
      error: { "": [message] },
      initialValue: { email: fields.email },
    });
    expect(faults).toHaveLength(1);
  });
});

describe("creating an account", () => {
  const responseTo = async (email: string) => {
    const response = await post("/auth?tab=create-account", { ...ROSA, email });
    const headers = [...response.headers].filter(([name]) => name !== "date");
    return { status: response.status, headers, body: await response.text() };
  };

  test("answers a known address byte for byte as a new one", async () => {
    expect(await responseTo(ROSA.email)).toEqual(await responseTo("new@example.com"));
  });
});

describe("signing out", () => {
  test.each([
    [undefined, "/"],
    ["/auth", "/auth"],
    ["/login", "/login"],
    ["//evil.example", "/"],
    // Specification 2.31, 8.6
  ])("asked to go to %s leads to %s, ends the session and says so", async (next, to) => {
    const cookie = cookieOf(await signIn());
    const response = await post("/sign-out", next ? { next } : {}, { cookie });
    expect(response.headers.get("location")).toBe(to);
    expect(response.headers.getSetCookie().join("\n")).toMatch(
      /session_token=;.*Max-Age=0[\s\S]*da_hint=; Max-Age=0[\s\S]*da_flash=signed-out/,
    );
    expect(await (await get("/session", cookie)).json()).toEqual({ role: "visitor" });
    expect((await get("/profile", cookie)).status).toBe(302);
  });

  // Specification 8.5
  test("that fails leads back and says 'Failed to sign out'", async () => {
    const cookie = cookieOf(await signIn());
    vi.spyOn(deps.auth, "handler").mockRejectedValue(new Error("The database is away"));
    const request = formPost("/sign-out", {}, { cookie });
    request.headers.set("referer", `${SHOP_ORIGIN}/about`);
    const response = await send(request);
    expect(response.headers.get("location")).toBe("/about");
    expect(response.headers.getSetCookie().join()).toContain("da_flash=sign-out-failed");
    expect(faults).toHaveLength(1);
  });
});

describe("a forgotten password", () => {
  const responseTo = async (email: string) => {
    const response = await post("/auth/forgot", { email });
    const body = (await response.text()).replaceAll(email, "EMAIL");
    return { status: response.status, headers: [...response.headers], body };
  };

  test("answers an unknown address as a known one, byte for byte", async () => {
    const known = await responseTo(ROSA.email);
    expect(known.status).toBe(200);
    expect(await responseTo("nobody@example.com")).toEqual(known);
  });

  // Specification 2.57
  test("leads by its link to a new password once; then the link is dead in words", async () => {
    await responseTo(ROSA.email);
    const job = shop.requested.find(({ name }) => name === "send-reset-link");
    await sendResetLink(shop.deps, job?.payload as { requestId: string });
    const token = tokenIn((await shop.mailsTo(ROSA.email, "account-reset-password"))[0]);
    const { cookie, path } = await follow(`/auth/reset?token=${token}`);
    expect(path).toBe("/auth/reset");
    const shownEmail = async () =>
      (await (await get(path, cookie)).json()).loaderData["auth/reset"].email;
    expect(await shownEmail()).toBe(ROSA.email);
    const weak = await post(path, { password: "short" }, { cookie });
    expect(weak.status).toBe(422);
    expect(await weak.text()).toContain("at least 8 characters");
    const done = await post(path, { password: "cotton-by-candlelight-7" }, { cookie });
    expect(done.headers.get("location")).toBe("/auth");
    expect(done.headers.getSetCookie().join()).toContain("da_flash=password-changed");
    expect(done.headers.getSetCookie().join()).toContain("da_reset=; Max-Age=0");
    const third = await post(path, { password: "a-third-password-1" }, { cookie });
    expect(third.status).toBe(410);
    expect(await shownEmail()).toBeNull();
  });

  test("takes the token of the link out of the address, and the link opens on a second device as well", async () => {
    await responseTo(ROSA.email);
    const job = shop.requested.find(({ name }) => name === "send-reset-link");
    await sendResetLink(shop.deps, job?.payload as { requestId: string });
    const token = tokenIn((await shop.mailsTo(ROSA.email, "account-reset-password"))[0]);
    for (const device of ["phone", "computer"]) {
      const opened = await get(`/auth/reset?token=${token}`);
      expect([device, opened.status, opened.headers.get("location")]).toEqual([
        device,
        302,
        "/auth/reset",
      ]);
      expect(opened.headers.get("cache-control")).toContain("no-store");
      const [set = ""] = opened.headers.getSetCookie();
      expect(set).toBe(`da_reset=${token}; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax`);
    }
    const other = await get("/auth/reset");
    expect((await other.json()).loaderData["auth/reset"].email).toBeNull();
  });
});

test("an email is confirmed by the form's button only, which leads on so that a reload repeats nothing", async () => {
  const confirmed = async () => (await database.db.select().from(profiles))[0]?.emailVerified;
  const token = tokenIn((await shop.mailsTo(ROSA.email, "account-confirm-email"))[0]);
  const session = cookieOf(await signIn());
  const { cookie: link, path } = await follow(`/auth/verify?${new URLSearchParams({ token })}`);
  const cookie = `${session}; ${link}`;
  expect(path).toBe("/auth/verify");
  const page = await get(path, cookie);
  expect(page.status).toBe(200);
  expect((await page.json()).loaderData["auth/verify"]).toMatchObject({
    token,
    link: { email: ROSA.email, asksPassword: false, isConfirmed: false },
  });
  expect((await post(path, {}, { cookie })).status).toBe(410);
  expect((await post(path, { token: "not-a-token" }, { cookie })).status).toBe(410);
  expect(await confirmed()).toBe(false);
  const done = await post(path, { token }, { cookie });
  expect(done.status).toBe(303);
  expect(done.headers.get("location")).toBe("/auth/verify?confirmed=1");
  expect(await confirmed()).toBe(true);
  const shown = async (cookie: string) => {
    const response = await get("/auth/verify?confirmed=1", cookie);
    return (await response.json()).loaderData["auth/verify"].confirmed;
  };
  expect(await shown("")).toBeNull();
  expect(await shown("da_confirmed=eyJtYWRlIjoidXAifQ")).toBeNull();
  expect(await shown(cookieOf(done))).toEqual({ password: "none" });
});
