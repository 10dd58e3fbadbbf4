import { asc } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { profiles } from "#db/schema/identity.server.ts";
import {
  awaitsEmailConfirmation,
  requestEmailConfirmation,
} from "#features/base/identity/register-customer.server.ts";
import { accountShop, cookieAfter, ROSA, tokenIn } from "#tests/support/customers.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { emailForLibrary, emailFromLibrary } from "./auth-emails.server.ts";

test("every email, in lower case, comes through the library's check and back", () => {
  const email = fc.oneof(
    fc.emailAddress(),
    fc.string({ unit: "grapheme" }).filter((text) => text.isWellFormed() && text !== ""),
  );
  fc.assert(
    fc.property(email, (written) => {
      const given = emailForLibrary(written);
      expect(z.email().safeParse(given).success).toBe(true);
      expect(emailFromLibrary(given)).toBe(written.toLowerCase());
    }),
  );
});

test.each(["rosa@example.com", "rosa@email.invalid", "xyz@email.invalid", "abc@email.invalid", ""])(
  "%j, which the library was not given, stays as it is",
  (email) => expect(emailFromLibrary(email)).toBe(email),
);

test.each(["info@xn--e1afmkfd.xn--p1ai", "a!b@example.com", "Rosa@Example.com"])(
  "better-auth still makes one account of %s, signs in to it and mails its links there",
  async (email) => {
    await using database = await createTestDatabase();
    const shop = accountShop(database);
    const stored = email.toLowerCase();
    expect(await shop.register({ email })).toEqual({ ok: true, value: null });
    expect(await shop.register({ email })).toEqual({ ok: true, value: null });
    const accounts = await database.db
      .select({ email: profiles.email, userId: profiles.id, name: profiles.name })
      .from(profiles)
      .orderBy(asc(profiles.email));
    expect(accounts).toEqual([expect.objectContaining({ email: stored })]);
    expect(await shop.mailsTo(stored, "account-already-registered")).toHaveLength(1);
    const signedIn = await shop.signIn({ email });
    expect(cookieAfter(signedIn)).not.toBe("");
    const [{ name = "", userId = "" } = {}] = accounts;
    const actor = { role: "customer", userId, name, email: stored } as const;
    expect(await awaitsEmailConfirmation(shop.deps, { actor })).toBe(true);
    expect(await requestEmailConfirmation(shop.deps, { actor })).toEqual({ ok: true, value: null });
    const links = await shop.mailsTo(stored, "account-confirm-email");
    expect(links.map((mail) => tokenIn(mail) !== "")).toEqual([true, true]);
    await shop.deps.auth.api.requestPasswordReset({ body: { email } });
    expect(await shop.mailsTo(stored, "account-reset-password")).toHaveLength(1);
    expect(await shop.signIn({ email, password: `${ROSA.password}x` })).toMatchObject({
      error: { code: "invalid_credentials" },
    });
  },
);

test("every way in which the library reads or changes rows names people by the email as it is stored", async () => {
  await using database = await createTestDatabase();
  const { deps } = accountShop(database);
  const { adapter } = await deps.auth.$context;
  const model = "user";
  const email = "info@xn--e1afmkfd.xn--p1ai";
  const stored = { email };
  const removals = ["delete", "deleteMany", "consumeOne"] as const;
  for (const [index, given] of [email, emailForLibrary(email), emailForLibrary(email)].entries()) {
    const where = [{ field: "email", value: given }];
    const oneOf = [{ field: "email", operator: "in" as const, value: ["x@example.com", given] }];
    const data = { name: "Rosa", email: given, emailVerified: true };
    expect(await adapter.create({ model, data })).toMatchObject(stored);
    expect(await adapter.findOne({ model, where })).toMatchObject(stored);
    expect(await adapter.findMany({ model, where })).toMatchObject([stored]);
    expect(await adapter.findMany({ model, where: oneOf })).toMatchObject([stored]);
    expect(await adapter.count({ model, where })).toBe(1);
    const update = { name: "Rosa Persaud", email: given };
    expect(await adapter.update({ model, where, update })).toMatchObject(stored);
    await adapter.updateMany({ model, where, update: { name: "Asha", email: given } });
    expect(await adapter.findMany({ model })).toMatchObject([{ ...stored, name: "Asha" }]);
    // What the library does in a transaction goes the same way.
    await adapter.transaction(async (inner) => {
      expect(await inner.count({ model, where })).toBe(1);
      await inner[removals[index] ?? "delete"]({ model, where });
    });
    expect(await adapter.count({ model })).toBe(0);
  }
});
