import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { profiles, sessions } from "#db/schema/identity.server.ts";
import { accountShop, ROSA, tokenIn } from "#tests/support/customers.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { formPost, SHOP_ORIGIN } from "#tests/support/identity.ts";
import { confirmEmail } from "./confirm-email.server.ts";
import {
  awaitsEmailConfirmation,
  registerCustomer,
  requestEmailConfirmation,
} from "./register-customer.server.ts";

let database: TestDatabase;
let shop: ReturnType<typeof accountShop>;

beforeEach(async () => {
  database = await createTestDatabase();
  shop = accountShop(database);
});

afterEach(() => database.close());

const accounts = () => database.db.select().from(profiles);
const confirmations = () => shop.mailsTo(ROSA.email, "account-confirm-email");

describe("a new account", () => {
  // Specification 7.3
  test("is a customer's, has first and last name, and does not sign in by itself", async () => {
    expect(await shop.register()).toEqual({ ok: true, value: null });
    expect(await accounts()).toEqual([
      expect.objectContaining({
        firstName: "Rosa",
        lastName: "Persaud",
        name: "Rosa Persaud",
        email: "rosa@example.com",
        role: "customer",
        emailVerified: false,
      }),
    ]);
    expect(await database.db.select().from(sessions)).toEqual([]);
    expect((await shop.signIn()).ok).toBe(true);
  });

  test("is never an admin's, with any fields in the request", async () => {
    const forged = { ...ROSA, role: "admin", emailVerified: "true", username: "owner" };
    await registerCustomer(shop.deps, { ...forged, request: formPost("/auth", forged) });
    expect(await accounts()).toEqual([
      expect.objectContaining({ role: "customer", emailVerified: false, username: null }),
    ]);
  });

  test("is not created by a form on another site", async () => {
    const request = formPost("/auth", {}, { origin: "https://evil.example" });
    expect(await registerCustomer(shop.deps, { ...ROSA, request })).toEqual({
      ok: false,
      error: { code: "foreign_origin" },
    });
    expect(await accounts()).toEqual([]);
  });
});

describe("an email that has an account", () => {
  test("gets the same response, nothing changes, and its owner gets an email once an hour", async () => {
    const first = await shop.register();
    const again = { firstName: "Mallory", password: "another-password-1" };
    expect(await shop.register(again)).toEqual(first);
    expect(await shop.register({ ...again, email: "ROSA@example.com" })).toEqual(first);
    expect(await accounts()).toHaveLength(1);
    expect((await shop.signIn()).ok).toBe(true);
    expect(await confirmations()).toHaveLength(1);
    const reports = await shop.mailsTo(ROSA.email, "account-already-registered");
    expect(reports).toHaveLength(1);
    expect(reports[0]?.textBody).toContain("/auth/forgot");
    expect(reports[0]?.textBody).not.toContain("Mallory");
  });

  test("costs the same work as a new one: one hash and one email", async () => {
    const { password } = await shop.deps.auth.$context;
    let hashes = 0;
    const { hash } = password;
    password.hash = (plain) => {
      hashes += 1;
      return hash(plain);
    };
    await shop.register();
    const forNew = { hashes, mails: shop.requested.length };
    await shop.register();
    expect({ hashes, mails: shop.requested.length }).toEqual({
      hashes: 2 * forNew.hashes,
      mails: 2 * forNew.mails,
    });
    expect(forNew).toEqual({ hashes: 1, mails: 1 });
  });
});

describe("the email of an account", () => {
  const customer = async () => {
    const [account] = await accounts();
    const userId = account?.id ?? "";
    return { role: "customer", userId, name: "Rosa", email: ROSA.email } as const;
  };
  const confirm = async (token: string) =>
    confirmEmail(
      { ...shop.deps, publicUrl: SHOP_ORIGIN },
      { actor: await customer(), token, password: "" },
    );

  test("is confirmed by the unchanged link of the email, also a second time", async () => {
    await shop.register({ firstName: "Win a prize", lastName: "http://evil.example" });
    const [mail] = await confirmations();
    expect(mail?.textBody).not.toContain("evil");
    const token = tokenIn(mail);
    const [account] = await accounts();
    const value = { userId: account?.id, email: ROSA.email, password: "none" };
    expect(await confirm(token)).toEqual({ ok: true, value });
    expect(await confirm(token)).toEqual({ ok: true, value });
    expect(await accounts()).toEqual([expect.objectContaining({ emailVerified: true })]);
  });

  test.each([
    "",
    "nonsense",
    "a.b.c",
    "eyJhbGciOiJub25lIn0.eyJlbWFpbCI6InJvc2FAZXhhbXBsZS5jb20ifQ.",
  ])("is not confirmed by the token %j", async (token) => {
    await shop.register();
    expect(await confirm(token)).toEqual({ ok: false, error: { code: "dead_link" } });
    expect(await accounts()).toEqual([expect.objectContaining({ emailVerified: false })]);
  });

  test("can be requested again three times an hour until it is confirmed", async () => {
    await shop.register();
    const actor = await customer();
    const send = () => requestEmailConfirmation(shop.deps, { actor });
    expect(await awaitsEmailConfirmation(shop.deps, { actor })).toBe(true);
    for (let times = 0; times < 3; times++) expect((await send()).ok).toBe(true);
    expect(await send()).toMatchObject({ error: { code: "too_many_attempts" } });
    expect(await confirmations()).toHaveLength(4);
    await confirm(tokenIn((await confirmations())[0]));
    expect(await awaitsEmailConfirmation(shop.deps, { actor })).toBe(false);
    expect(await send()).toEqual({ ok: true, value: null });
    expect(await confirmations()).toHaveLength(4);
  });
});
