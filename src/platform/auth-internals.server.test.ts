import { createEmailVerificationToken } from "better-auth/api";
import { signJWT } from "better-auth/crypto";
import { expect, test } from "vitest";
import { profiles } from "#db/schema/identity.server.ts";
import { accountShop, ROSA } from "#tests/support/customers.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { formPost, testAuth, testEnv } from "#tests/support/identity.ts";
import { authRequest } from "./auth.server.ts";
import { findResetTokenOwner, readConfirmationToken } from "./auth-internals.server.ts";

test("better-auth still keeps a reset token where its owner is looked up", async () => {
  const changed =
    "better-auth stores reset tokens differently: adapt src/platform/auth-internals.server.ts";
  await using database = await createTestDatabase();
  await accountShop(database).register();
  const tokens: string[] = [];
  const noMail = async () => undefined;
  const auth = testAuth(database.db, testEnv(), {
    resetPassword: async (_account, token) => void tokens.push(token),
    confirmEmail: noMail,
    alreadyRegistered: noMail,
    passwordChanged: noMail,
    providerJoined: noMail,
  });
  const request = authRequest(formPost("/auth/forgot", {}), "/request-password-reset", {
    email: ROSA.email,
  });
  expect((await auth.handler(request)).status).toBe(200);
  const [account] = await database.db.select({ id: profiles.id }).from(profiles);
  const [token = ""] = tokens;
  expect(token, changed).toMatch(/^[\w-]{16,64}$/);
  const ownerAfter = (minutes: number) =>
    findResetTokenOwner(auth, token, new Date(Date.now() + minutes * 60_000));
  expect(await ownerAfter(59), changed).toBe(account?.id);
  expect(await ownerAfter(61), changed).toBeNull();
  expect(await findResetTokenOwner(auth, `${token}x`, new Date()), changed).toBeNull();
});

test("better-auth still signs an email's confirmation as it is read, and no token of another purpose is one", async () => {
  await using database = await createTestDatabase();
  const tokens: string[] = [];
  const noMail = async () => undefined;
  const auth = testAuth(database.db, testEnv(), {
    resetPassword: noMail,
    confirmEmail: async (_account, token) => void tokens.push(token),
    alreadyRegistered: noMail,
    passwordChanged: noMail,
    providerJoined: noMail,
  });
  const body = { ...ROSA, email: "Rosa@Example.com", name: "Rosa" };
  const request = authRequest(formPost("/auth", {}), "/sign-up/email", body);
  expect((await auth.handler(request)).status).toBe(200);
  const [token = ""] = tokens;
  const secret = auth.options.secret;
  expect(await readConfirmationToken(auth, token)).toBe(ROSA.email);
  const forged = [
    `${token}x`,
    await createEmailVerificationToken("another-secret-of-thirty-two-letters", ROSA.email),
    await createEmailVerificationToken(secret, ROSA.email, undefined, -1),
    await createEmailVerificationToken(secret, ROSA.email, "other@example.com"),
    await signJWT({ sub: ROSA.email }, secret),
  ];
  for (const each of forged) expect(await readConfirmationToken(auth, each)).toBeNull();
});
