import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { profiles, rateLimits } from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import {
  ensureFirstAdmin,
  resetAdminPassword,
} from "#features/base/identity/admin-account.server.ts";
import { resetPassword } from "#features/base/identity/reset-password.server.ts";
import type { EmailDeps } from "#features/base/mail/enqueue-email.server.ts";
import { acceptInvitation, inviteAdmin } from "#features/office/staff/invitations.server.ts";
import { changeOwnPassword } from "#features/office/staff/own-account.server.ts";
import { createGuestAccount } from "#features/sales/checkout/create-guest-account.server.ts";
import type { Auth } from "#platform/auth.server.ts";
import { createLogger } from "#platform/logger.server.ts";
import { accountShop, ROSA, tokenIn } from "#tests/support/customers.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ADMIN, createAccount, formPost, SHOP_ORIGIN, testEnv } from "#tests/support/identity.ts";
import { createOrder } from "#tests/support/orders.ts";
import { inSession } from "#tests/support/sessions.ts";
import { handleAuthForm } from "./handle-auth-form.server.ts";

let database: TestDatabase;
let shop: ReturnType<typeof accountShop>;
let auth: Auth;
let deps: EmailDeps & { auth: Auth };

beforeAll(async () => {
  database = await createTestDatabase();
  shop = accountShop(database);
  auth = shop.deps.auth;
  deps = { ...shop.deps, publicUrl: SHOP_ORIGIN };
  const settingValue = { siteName: "House of Lamaha" };
  await database.db
    .insert(siteSettings)
    .values({ settingName: "general", settingValue })
    .onConflictDoUpdate({ target: siteSettings.settingName, set: { settingValue } });
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [profiles, rateLimits, mailOutbox]) await database.db.delete(table);
});

const owner = async () => {
  const userId = await createAccount(database.db, auth, { role: "admin", ...ADMIN });
  const person = {
    role: "admin",
    userId,
    name: ADMIN.username,
    email: "rosa@example.com",
  } as const;
  return inSession(database.db, person, deps.clock.now());
};

/** Lists every form or command that sets a password; each returns the shop's message. */
const doors: Record<string, (password: string) => Promise<unknown>> = {
  async "sign-up"(password) {
    const handled = await handleAuthForm(
      { ...deps, logger: createLogger("silent") } as unknown as Parameters<
        typeof handleAuthForm
      >[0],
      {
        request: formPost("/auth?tab=create-account", { ...ROSA, firstName: "Rosa", password }),
        tab: "create-account",
        next: "/",
      },
    );
    return "data" in handled ? handled.data : null;
  },
  async "an account after a guest's order"(password) {
    const address = {
      fullName: "Rosa Persaud",
      phone: "",
      line1: "1 Main St",
      line2: "",
      city: "Georgetown",
      region: "",
      postalCode: "",
      country: "GY",
    };
    const sessionId = `cs_${Math.random()}`;
    await createOrder(database.db, { shippingAddress: address, payment: { sessionId } });
    return createGuestAccount(deps, { sessionId, password, request: formPost("/x", {}) });
  },
  async "a reset link"(password) {
    await shop.register();
    await auth.api.requestPasswordReset({ body: { email: ROSA.email } });
    const [mail] = await shop.mailsTo(ROSA.email, "account-reset-password");
    const request = formPost("/auth/reset", {});
    return resetPassword(shop.deps, { token: tokenIn(mail), password, request });
  },
  async "a change by an admin"(next) {
    const request = formPost("/admin/account", {});
    return changeOwnPassword(deps, { actor: await owner(), request, current: "x", next });
  },
  async "an invitation"(password) {
    await inviteAdmin(deps, { actor: await owner(), email: "second@example.com" });
    const [mail] = await shop.mailsTo("second@example.com", "staff-invitation");
    const token = /token=([\w-]+)/.exec(mail?.textBody ?? "")?.[1] ?? "";
    return acceptInvitation(deps, { token, username: "Rosa", password });
  },
  async "npm run admin:password"(password) {
    await owner();
    return resetAdminPassword(deps, { username: "Rosa", password });
  },
  async "ADMIN_PASSWORD of a first start"(password) {
    const env = testEnv({ ADMIN_USERNAME: "Rosa", ADMIN_PASSWORD: password });
    return ensureFirstAdmin({ ...deps, env }).catch((error: Error) => error.message);
  },
};

describe.each(Object.keys(doors))("%s", (door) => {
  test.each([
    ["bobbybobby", "lists of leaked passwords"],
    ["BobbyBobby", "lists of leaked passwords"],
    ["House-of-Lamaha1", "your name or the shop's"],
    ["Rosa-2026", "your name or the shop's"],
  ])("refuses %s and says why", async (password, reason) => {
    expect(JSON.stringify(await doors[door]?.(password))).toContain(reason);
  });

  test("refuses no password that is unknown to guessers", async () => {
    const said = JSON.stringify(await doors[door]?.("mangrove-and-river-7"));
    expect(said ?? "null").not.toMatch(/weak|leaked|Please use/);
  });
});
