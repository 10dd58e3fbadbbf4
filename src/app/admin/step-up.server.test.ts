import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ACCOUNT_INTENTS } from "#app/admin/office/account/account-actions.server.ts";
import type { ActionFields } from "#app/web/admin-action.ts";
import { formEntries } from "#app/web/admin-action.ts";
import { newId } from "#core/ids.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { profiles, rateLimits, sessions, staffInvitations } from "#db/schema/identity.server.ts";
import { siteSettings } from "#db/schema/settings.server.ts";
import { storeCreditEntries } from "#db/schema/store-credit.server.ts";
import type { SettingField } from "#features/base/settings/setting-description.ts";
import type { SectionName } from "#features/base/settings/settings-sections.ts";
import { SECTION_NAMES, SETTINGS_SECTIONS } from "#features/base/settings/settings-sections.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ADMIN, CUSTOMER, createAccount, SHOP_ORIGIN } from "#tests/support/identity.ts";
import { createOrder } from "#tests/support/orders.ts";
import type { PageHost } from "#tests/support/page-host.ts";
import { LOADING_MS, pageHost } from "#tests/support/page-host.ts";
import { openSession } from "#tests/support/sessions.ts";

const CREDITED = "asha@example.com";

const ELEVEN_MINUTES_MS = 11 * 60 * 1000;

let database: TestDatabase;
let deps: PageHost["deps"];
let handle: PageHost["handle"];
let send: PageHost["send"];
let adminId: string;
let customerId: string;

const PAGES = [
  "admin",
  "admin/account",
  "admin/account/passkey",
  "admin/activity",
  "admin/customers/person",
  "admin/orders/:id",
  "admin/orders/export",
  "login/confirm",
  "profile/export",
];

/** All that a refused post could have changed. */
async function everything(): Promise<unknown> {
  const tables = [
    "profiles",
    "auth_accounts",
    "passkeys",
    "two_factors",
    "staff_invitations",
    "site_settings",
    "store_credit_accounts",
    "store_credit_entries",
    "orders",
    "order_events",
    "mail_outbox",
    "audit_log",
  ];
  // A refusal itself is recorded.
  const rows = tables.map((name) =>
    database.db.execute(
      sql`select to_jsonb(t) as row from ${sql.identifier(name)} t where to_jsonb(t)->>'subject' is distinct from 'refusal' order by 1`,
    ),
  );
  return (await Promise.all(rows)).map((each) => each.rows);
}

beforeAll(async () => {
  database = await createTestDatabase();
  ({ deps, handle, send } = await pageHost(database, PAGES));
  const { auth, db } = deps;
  adminId = await createAccount(db, auth, { role: "admin", ...ADMIN });
  customerId = await createAccount(db, auth, { role: "customer", ...CUSTOMER });
  // The first page that asks for a second factor stores when, which is no change of what was submitted.
  await db.update(profiles).set({ secondFactorRequestedAt: new Date() });
}, LOADING_MS);
afterAll(() => database.close());
beforeEach(() => database.db.delete(rateLimits));

/** A session as somebody stole it: its holder signed in eleven minutes ago. */
async function olderSession(userId: string) {
  const { cookieName, cookieValue, id } = await openSession(deps.auth, userId);
  const createdAt = new Date(Date.now() - ELEVEN_MINUTES_MS);
  await database.db.update(sessions).set({ createdAt }).where(eq(sessions.id, id));
  return `${cookieName}=${cookieValue}`;
}

/** Posts as a page and as its script; nothing may change, and what was typed comes back. */
async function expectRefused(path: string, fields: ActionFields, submitted: string) {
  const cookie = await olderSession(adminId);
  const before = await everything();
  const asPage = await send(path, cookie, formEntries(fields));
  expect(asPage.status).toBe(403);
  const { pathname, search } = new URL(path, SHOP_ORIGIN);
  const asScript = await send(`${pathname}.data${search}`, cookie, formEntries(fields));
  expect(asScript.status).toBe(403);
  const body = await asScript.text();
  expect(body).toContain("identityRequest");
  expect(body).toContain(submitted);
  expect(asScript.headers.get("cache-control")).toContain("no-store");
  expect(await everything()).toEqual(before);
}

describe("a session whose holder proved nothing for eleven minutes", () => {
  /** Intents that change no way in, nobody's rights and no session. */
  const WITHOUT_PROOF = ["dismiss-offer"];

  test.each(ACCOUNT_INTENTS.filter((intent) => !WITHOUT_PROOF.includes(intent)))(
    "is asked to confirm before the account's %s",
    async (intent) => {
      const target = newId();
      const submitted = { current: ADMIN.password, next: "mangrove-and-river-7", code: "123456" };
      const form = { intent, target, email: "second@example.com", ...submitted };
      await expectRefused("/admin/account", form, target);
    },
  );

  test.each(["begin", "finish"])("is asked to confirm before a passkey's %s", async (intent) => {
    const cookie = await olderSession(adminId);
    const request = new Request(`${SHOP_ORIGIN}/admin/account/passkey`, {
      method: "POST",
      headers: { cookie, origin: SHOP_ORIGIN, "content-type": "application/json" },
      body: JSON.stringify({ intent, challengeId: "x", name: "Thief", response: { id: "x" } }),
    });
    expect((await handle(request)).status).toBe(403);
  });

  const protectedFields = SECTION_NAMES.flatMap((name) =>
    Object.entries<{ isProtected?: boolean }>(SETTINGS_SECTIONS[name].fields)
      .filter(([, { isProtected }]) => isProtected)
      .map(([field]) => ({ name, field })),
  );

  test("counts the account for transfers, all of security and each period among the protected settings", () => {
    const named = protectedFields.map(({ field, name }) => `${name}.${field}`);
    expect(named).toEqual(
      expect.arrayContaining([
        "bankTransfer.instructions",
        "bankTransfer.enabled",
        "general.contactEmail",
        ...Object.keys(SETTINGS_SECTIONS.security.fields).map((field) => `security.${field}`),
        ...Object.keys(SETTINGS_SECTIONS.privacy.fields).map((field) => `privacy.${field}`),
      ]),
    );
  });

  /** Another value that the field takes. */
  function changedValue(name: SectionName, field: string): string {
    const described = SETTINGS_SECTIONS[name].fields as Record<string, SettingField>;
    const { control, default: before } = described[field] ?? { default: null };
    if (control?.kind === "select") {
      return control.options.find((option) => option !== before) ?? "";
    }
    if (typeof before === "boolean") return before ? "" : "on";
    if (typeof before === "number") return String(before + 1);
    if (before === null) return "30";
    return "thief@example.com";
  }

  test.each(protectedFields)(
    "is asked to confirm before $field of $name changes",
    async ({ field, name }) => {
      const described = SETTINGS_SECTIONS[name].fields as Record<string, { default: unknown }>;
      const values = Object.fromEntries(
        Object.entries(described)
          .map(([key, { default: value }]) => [
            key,
            key === field ? changedValue(name, field) : value,
          ])
          .filter(([, value]) => value !== false && value !== "" && value !== null),
      ) as Record<string, string>;
      if (name === "bankTransfer") values.instructions = "Account of a thief";
      const form = { intent: "save-settings", version: { [name]: 0 }, [name]: values };
      const part = SETTINGS_SECTIONS[name].tab;
      await expectRefused(`/admin?tab=settings&part=${part}`, form, "save-settings");
    },
  );

  test.each(["save-stripe-keys", "remove-stripe-keys", "save-settings"])(
    "is asked to confirm before the keys' %s",
    async (intent) => {
      const integrations = { publishableKey: "pk_test_thief", secretKey: "sk_test_thief" };
      const form = { intent, version: { integrations: 0 }, integrations };
      await expectRefused("/admin?tab=settings&part=integrations", form, intent);
    },
  );

  test("is asked to confirm before somebody is erased", async () => {
    const email = "shopper@example.com";
    const form = { intent: "erase", submittedEmail: email, known: "on" };
    await expectRefused(`/admin/customers/person?email=${email}`, form, email);
  });

  const credit = () => ({ intent: "give-credit", amount: "49.50", note: "Late", key: newId() });

  test("is asked to confirm before store credit is given to somebody by hand", async () => {
    await createOrder(database.db, { customerEmail: CREDITED });
    await expectRefused(`/admin/customers/person?email=${CREDITED}`, credit(), "49.50");
  });

  test("is asked to confirm before store credit is given from an order, and gives it once it did", async () => {
    const orderId = await createOrder(database.db, { customerEmail: CREDITED });
    const path = `/admin/orders/${orderId}`;
    const fields = credit();
    await expectRefused(path, fields, "49.50");
    const cookie = await olderSession(adminId);
    const page = `/login/confirm?${new URLSearchParams({ next: path })}`;
    const proof = { ...fields, "identity-password": ADMIN.password };
    expect((await send(page, cookie, Object.entries(proof))).status).toBe(307);
    const carriedOn = await send(path, cookie, Object.entries(proof));
    expect(carriedOn.headers.get("location")).toContain("done=give-credit");
    const entries = await database.db
      .select({ amountMinor: storeCreditEntries.amountMinor })
      .from(storeCreditEntries);
    expect(entries).toEqual([{ amountMinor: 4_950 }]);
  });

  test("is asked to confirm before an earlier account for transfers is restored", async () => {
    const entryId = newId();
    const value = { enabled: true, instructions: "Account of the house", holdDays: 7 };
    await database.db
      .insert(siteSettings)
      .values({ settingName: "bankTransfer", settingValue: value, version: 1 });
    await database.db.insert(auditLog).values({
      id: entryId,
      actorName: "Rosa",
      action: "changed",
      subject: "settings",
      subjectId: "bankTransfer",
      before: { ...value, instructions: "Account of a thief" },
      after: value,
    });
    const form = { intent: "restore", subject: "settings", entryId, version: "1", name: "x" };
    await expectRefused("/admin/activity", form, entryId);
    await database.db.delete(siteSettings);
  });

  test("is led to the page that asks before people's data are exported, and downloads them afterwards", async () => {
    const exports = [
      [adminId, "/admin/orders/export", ADMIN.password],
      [customerId, "/profile/export", CUSTOMER.password],
    ] as const;
    for (const [userId, path, password] of exports) {
      const cookie = await olderSession(userId);
      const response = await send(path, cookie);
      const page = response.headers.get("location") ?? "";
      expect(page).toBe(`/login/confirm?${new URLSearchParams({ next: path })}`);
      expect((await send(page, cookie)).status).toBe(200);
      const proof = { "identity-password": password };
      const proved = await send(page, cookie, Object.entries(proof));
      expect(proved.status).toBe(303);
      expect(proved.headers.get("location")).toContain("done=1");
      const file = await send(path, cookie);
      expect(file.status).toBe(200);
      expect(file.headers.get("content-disposition")).toContain("attachment");
    }
  });
});

describe("the proof", () => {
  const invitation = { intent: "invite", email: "second@example.com" };
  const proofOf = (password: string) =>
    Object.entries({ ...invitation, "identity-password": password });
  const PAGE = "/login/confirm?next=%2Fadmin%2Faccount";

  test("carries on with what was submitted, once the password is right, and lasts ten minutes", async () => {
    const cookie = await olderSession(adminId);
    const wrong = await send(PAGE, cookie, proofOf("not-my-password"));
    expect(wrong.status).toBe(422);
    const shown = await wrong.text();
    expect(shown).not.toContain("not-my-password");
    const right = await send(PAGE, cookie, proofOf(ADMIN.password));
    expect(right.status).toBe(307);
    expect(right.headers.get("location")).toBe("/admin/account");
    // With 307 the browser posts the same body again.
    const carriedOn = await send("/admin/account", cookie, proofOf(ADMIN.password));
    expect(carriedOn.headers.get("location")).toBe("/admin/account?done=invited");
    const invited = await database.db.select().from(staffInvitations);
    expect(invited).toMatchObject([{ email: "second@example.com" }]);
    await database.db.delete(staffInvitations);
    const confirmedAt = new Date(Date.now() - ELEVEN_MINUTES_MS);
    await database.db.update(sessions).set({ confirmedAt });
    expect((await send("/admin/account", cookie, Object.entries(invitation))).status).toBe(403);
  });

  test("counts for its own session alone", async () => {
    const own = await olderSession(adminId);
    const stolen = await olderSession(adminId);
    await send(PAGE, own, proofOf(ADMIN.password));
    expect((await send("/admin/account", stolen, Object.entries(invitation))).status).toBe(403);
  });

  test("is refused after five guesses of one session, and the owner's own session is not", async () => {
    const stolen = await olderSession(adminId);
    for (let guess = 0; guess < 5; guess += 1) {
      await send(PAGE, stolen, proofOf(`guess-and-try-${guess}`));
    }
    expect((await send(PAGE, stolen, proofOf(ADMIN.password))).status).toBe(429);
    const own = await olderSession(adminId);
    expect((await send(PAGE, own, proofOf(ADMIN.password))).status).toBe(307);
  });

  test("never leads out of the shop", async () => {
    const cookie = await olderSession(adminId);
    for (const path of [
      "https://evil.example/admin",
      "//evil.example",
      "/admin/..//evil.example",
    ]) {
      const proved = await send(
        `/login/confirm?${new URLSearchParams({ next: path })}`,
        cookie,
        proofOf(ADMIN.password),
      );
      const to = new URL(proved.headers.get("location") ?? "", SHOP_ORIGIN);
      expect(to.origin).toBe(SHOP_ORIGIN);
    }
  });

  test("is no way in for a visitor", async () => {
    const response = await send(PAGE, "", proofOf(ADMIN.password));
    expect(response.headers.get("location")).toContain("/login?next=");
  });
});

test("an admin who is no owner is refused before the password is asked for", async () => {
  const account = { role: "admin", username: "tailor", password: ADMIN.password } as const;
  const userId = await createAccount(database.db, deps.auth, account);
  await database.db.update(profiles).set({ isOwner: false }).where(eq(profiles.id, userId));
  const cookie = await olderSession(userId);
  for (const intent of ["invite", "remove-admin", "give-atelier", "withdraw-atelier", "withdraw"]) {
    const form = { intent, target: adminId, email: "third@example.com" };
    const refused = await send("/admin/account", cookie, formEntries(form));
    expect(refused.status, intent).toBe(422);
    expect(await refused.text()).toBeDefined();
  }
});
