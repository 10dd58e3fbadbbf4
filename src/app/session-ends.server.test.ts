import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "#core/duration.ts";
import {
  passkeys,
  profiles,
  rateLimits,
  sessions,
  staffInvitations,
} from "#db/schema/identity.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ADMIN, CUSTOMER, createAccount, SHOP_ORIGIN } from "#tests/support/identity.ts";
import type { PageHost } from "#tests/support/page-host.ts";
import { LOADING_MS, pageHost } from "#tests/support/page-host.ts";
import { openSession } from "#tests/support/sessions.ts";

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;

let database: TestDatabase;
let deps: PageHost["deps"];
let clock: PageHost["clock"];
let send: PageHost["send"];
let adminId: string;
let tailorId: string;
let customerId: string;

const PAGES = [
  "admin/account",
  "admin/activity",
  "auth",
  "login",
  "login/confirm",
  "profile/settings",
  "sign-out",
];

beforeAll(async () => {
  database = await createTestDatabase();
  ({ clock, deps, send } = await pageHost(database, PAGES));
  const { auth, db } = deps;
  adminId = await createAccount(db, auth, { role: "admin", ...ADMIN });
  const tailor = { role: "admin", username: "tailor", password: ADMIN.password } as const;
  tailorId = await createAccount(db, auth, tailor);
  await db
    .update(profiles)
    .set({ isAtelier: true, isOwner: false })
    .where(eq(profiles.id, tailorId));
  customerId = await createAccount(db, auth, { role: "customer", ...CUSTOMER });
}, LOADING_MS);
afterAll(() => database.close());
beforeEach(async () => {
  clock.aheadMs = 0;
  for (const table of [rateLimits, sessions, siteSettings, passkeys]) {
    await database.db.delete(table);
  }
  await database.db.update(profiles).set({ secondFactorRequestedAt: null });
});

async function signedIn(userId: string): Promise<string> {
  const { cookieName, cookieValue } = await openSession(deps.auth, userId);
  return `${cookieName}=${cookieValue}`;
}

async function leadsTo(path: string, cookie: string): Promise<string | null> {
  const response = await send(path, cookie);
  expect(response.status, path).toBe(302);
  return response.headers.get("location");
}

/** What an action returned, as the page's script receives it. */
async function actionText(path: string, cookie: string, fields: Record<string, string>) {
  const { pathname, search } = new URL(path, SHOP_ORIGIN);
  return (await send(`${pathname}.data${search}`, cookie, fields)).text();
}

const saveSecurity = (settingValue: Record<string, unknown>) =>
  database.db.insert(siteSettings).values({ settingName: "security", settingValue });

describe("a browser that was not used", () => {
  test("for two hours is signed out as an admin, and the sign-in page says so and leads back", async () => {
    const cookie = await signedIn(adminId);
    clock.aheadMs = 2 * HOUR_MS - MINUTE_MS;
    expect((await send("/admin/account", cookie)).status).toBe(200);
    // Each use counts: two hours begin again.
    clock.aheadMs += 2 * HOUR_MS - MINUTE_MS;
    expect((await send("/admin/account", cookie)).status).toBe(200);
    clock.aheadMs += 2 * HOUR_MS;
    const to = await leadsTo("/admin/account?done=app", cookie);
    expect(to).toBe("/login?next=%2Fadmin%2Faccount%3Fdone%3Dapp&ended=unused-7200");
    expect(await (await send(to ?? "", "")).text()).toContain(
      "You were signed out because this browser was not used for 2 hours.",
    );
    expect(await database.db.select().from(sessions)).toEqual([]);
    expect(await leadsTo("/admin/account", cookie)).toBe("/login?next=%2Fadmin%2Faccount");
  });

  test("stays signed in for a working day in the atelier, and no longer", async () => {
    const cookie = await signedIn(tailorId);
    clock.aheadMs = 12 * HOUR_MS - MINUTE_MS;
    expect((await send("/admin/activity", cookie)).status).toBe(200);
    const forgotten = await signedIn(tailorId);
    clock.aheadMs = 12 * HOUR_MS + MINUTE_MS;
    expect(await leadsTo("/admin/activity", forgotten)).toContain("ended=unused-43200");
  });

  test("is signed out after the time that the owner chose, and the list of sessions says which", async () => {
    await saveSecurity({ adminIdle: "30 minutes" });
    const cookie = await signedIn(adminId);
    expect(await (await send("/admin/account", cookie)).text()).toContain(
      "A session ends 24 hours after the sign-in, and earlier when it was not used for 30 minutes.",
    );
    const other = await signedIn(adminId);
    clock.aheadMs = 31 * MINUTE_MS;
    expect(await leadsTo("/admin/account", other)).toContain("ended=unused-1800");
  });

  test("is not kept signed in or ended by a request that only asks who is there", async () => {
    const cookie = await signedIn(adminId);
    clock.aheadMs = 2 * HOUR_MS;
    expect((await send("/login", cookie)).status).toBe(200);
    expect(await database.db.select().from(sessions)).toHaveLength(1);
    expect(await leadsTo("/admin/account", cookie)).toContain("ended=unused-7200");
  });

  test("ends alone: another session of the same account stays open", async () => {
    const forgotten = await signedIn(adminId);
    const inUse = await openSession(deps.auth, adminId);
    clock.aheadMs = 2 * HOUR_MS;
    await database.db
      .update(sessions)
      .set({ updatedAt: clock.now() })
      .where(eq(sessions.id, inUse.id));
    expect(await leadsTo("/admin/account", forgotten)).toContain("ended=unused-7200");
    const cookie = `${inUse.cookieName}=${inUse.cookieValue}`;
    expect((await send("/admin/account", cookie)).status).toBe(200);
  });

  test("of a customer is signed out after the owner's time, and every session 90 days after its sign-in", async () => {
    await saveSecurity({ customerIdle: "7 days" });
    const cookie = await signedIn(customerId);
    clock.aheadMs = 7 * DAY_MS - HOUR_MS;
    expect((await send("/profile/settings", cookie)).status).toBe(200);
    clock.aheadMs += 7 * DAY_MS;
    const to = await leadsTo("/profile/settings", cookie);
    expect(to).toBe("/auth?next=%2Fprofile%2Fsettings&ended=unused-604800");
    expect(await (await send(to ?? "", "")).text()).toContain("was not used for 7 days");
    const long = await signedIn(customerId);
    await database.db.update(sessions).set({ createdAt: new Date(Date.now() - 90 * DAY_MS) });
    clock.aheadMs = 0;
    expect(await leadsTo("/profile/settings", long)).toContain("ended=over-7776000");
  });
});

describe("what was typed while the session ended", () => {
  const invitation = { intent: "invite", email: "second@example.com" };

  async function endedForm(path = "/admin/account") {
    const cookie = await signedIn(adminId);
    clock.aheadMs = 2 * HOUR_MS;
    const response = await send(path, cookie, invitation);
    clock.aheadMs = 0;
    return { response, cookie };
  }

  test("waits on a page for the sign-in in another window, and is sent once its sender is back", async () => {
    const { cookie, response } = await endedForm();
    expect(response.status).toBe(307);
    const page = response.headers.get("location") ?? "";
    expect(page).toContain("/login/confirm?next=%2Fadmin%2Faccount&ended=unused-7200");
    // With 307 the browser posts the same body again.
    const shown = await send(page, cookie, invitation);
    expect(shown.status).toBe(403);
    expect(shown.headers.get("cache-control")).toContain("no-store");
    const text = await actionText(page, cookie, invitation);
    expect(text).toContain("second@example.com");
    expect(text).toContain("not used for 2 hours");
    const again = { ...invitation, "identity-again": "1" };
    expect(await actionText(page, cookie, again)).toContain("You are not signed in yet");
    const back = await signedIn(adminId);
    const carriedOn = await send(page, back, again);
    expect(carriedOn.status).toBe(307);
    expect(carriedOn.headers.get("location")).toBe("/admin/account");
    const done = await send("/admin/account", back, again);
    expect(done.headers.get("location")).toBe("/admin/account?done=invited");
    await database.db.delete(staffInvitations);
  });

  test("is sent for the account alone that typed it", async () => {
    const { response } = await endedForm();
    const page = response.headers.get("location") ?? "";
    const cookie = await signedIn(tailorId);
    const again = { ...invitation, "identity-again": "1" };
    expect((await send(page, cookie, again)).status).toBe(403);
    expect(await actionText(page, cookie, again)).toContain("another account");
  });

  test("waits with the script too, and never leads out of the shop", async () => {
    const { response } = await endedForm("/admin/account.data");
    expect(response.status).toBe(202);
    expect(await response.text()).toContain("/login/confirm?next=%2Fadmin%2Faccount&ended=");
    const cookie = await signedIn(adminId);
    const elsewhere = new URLSearchParams({
      next: "//evil.example",
      ended: "unused-7200",
      account: adminId,
    });
    const led = await send(`/login/confirm?${elsewhere}`, cookie, invitation);
    const to = new URL(led.headers.get("location") ?? "", SHOP_ORIGIN);
    expect(to.origin).toBe(SHOP_ORIGIN);
  });

  test("of a visitor who was never signed in leads to the sign-in page as before", async () => {
    const response = await send("/admin/account", "", invitation);
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("/login?next=%2Fadmin%2Faccount");
  });
});

describe("an admin without a second factor", () => {
  const requestedAt = async () => {
    const [row] = await database.db
      .select({ at: profiles.secondFactorRequestedAt })
      .from(profiles)
      .where(eq(profiles.id, tailorId));
    return row?.at ?? null;
  };
  const requestedDaysAgo = (days: number) =>
    database.db
      .update(profiles)
      .set({ secondFactorRequestedAt: new Date(Date.now() - days * DAY_MS) })
      .where(eq(profiles.id, tailorId));

  test("is asked at the first page of the admin, which stores the moment once", async () => {
    const cookie = await signedIn(tailorId);
    const response = await send("/admin/account", cookie);
    expect(await response.text()).toContain('"daysLeft":14');
    const first = await requestedAt();
    expect(first).not.toBeNull();
    clock.aheadMs = 30 * MINUTE_MS;
    await send("/admin/activity", cookie);
    expect(await requestedAt()).toEqual(first);
  });

  test("opens every page until the 14 days are over, and then only the page that sets one up", async () => {
    const cookie = await signedIn(tailorId);
    await requestedDaysAgo(13.9);
    expect((await send("/admin/activity", cookie)).status).toBe(200);
    await requestedDaysAgo(14);
    expect(await leadsTo("/admin/activity", cookie)).toBe("/admin/account?required=1");
    const account = await send("/admin/account?required=1", cookie);
    expect(account.status).toBe(200);
    expect(await account.text()).toContain('"kind":"required"');
    const setUp = { intent: "begin-app", current: ADMIN.password };
    expect(await actionText("/admin/account", cookie, setUp)).toContain("recoveryCodes");
    await database.db.insert(passkeys).values({
      userId: tailorId,
      name: "Phone",
      credentialId: "credential",
      publicKey: "key",
    });
    expect((await send("/admin/activity", cookie)).status).toBe(200);
  });

  test("can always sign out", async () => {
    const cookie = await signedIn(tailorId);
    await requestedDaysAgo(15);
    const response = await send("/sign-out", cookie, {});
    expect(response.headers.get("location")).toBe("/");
    expect(await database.db.select().from(sessions)).toEqual([]);
  });

  test("opens every page where the owner turned the question off", async () => {
    await saveSecurity({ requestSecondFactor: false });
    const cookie = await signedIn(tailorId);
    await requestedDaysAgo(100);
    expect((await send("/admin/activity", cookie)).status).toBe(200);
  });

  test("is no customer: they are asked for nothing", async () => {
    const cookie = await signedIn(customerId);
    expect((await send("/profile/settings", cookie)).status).toBe(200);
    const [row] = await database.db
      .select({ at: profiles.secondFactorRequestedAt })
      .from(profiles)
      .where(eq(profiles.id, customerId));
    expect(row?.at).toBeNull();
  });
});
