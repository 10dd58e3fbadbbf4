import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { authAccounts, sessions } from "#db/schema/identity.server.ts";
import { accountSuite } from "#tests/support/account-suite.ts";
import { createAccount, testAuth } from "#tests/support/identity.ts";
import { openSession } from "#tests/support/sessions.ts";
import { visitor } from "./actor.ts";
import { confirmIdentity, findConfirmation } from "./confirm-identity.server.ts";

const bench = accountSuite();

const PASSWORD = "linen-on-sunday-4";
const MINUTE_MS = 60_000;

async function signedIn(way: "password" | "google") {
  const { clock, db } = bench;
  const auth = testAuth(db);
  const deps = { auth, db, clock };
  const account = { role: "customer", username: "asha", password: PASSWORD } as const;
  const userId = await createAccount(db, auth, account);
  if (way === "google") {
    const changes = { providerId: "google", password: null };
    await db.update(authAccounts).set(changes).where(eq(authAccounts.userId, userId));
  }
  const { id: sessionId } = await openSession(auth, userId);
  await db.update(sessions).set({ createdAt: clock.now() }).where(eq(sessions.id, sessionId));
  const actor = { role: "customer", userId, name: "asha", email: "asha@example.com" } as const;
  return { deps, person: { actor, sessionId } };
}

test("an account with a password confirms by the password, however recent its sign-in is", async () => {
  const { deps, person } = await signedIn("password");
  expect(await findConfirmation(deps, person)).toBe("password");
  for (const password of ["", "guess-and-try-1", `${PASSWORD} `]) {
    expect(await confirmIdentity(deps, { ...person, password })).toEqual({
      ok: false,
      error: { code: "wrong_password" },
    });
  }
  expect((await confirmIdentity(deps, { ...person, password: PASSWORD })).ok).toBe(true);
});

test("five wrong passwords in a quarter of an hour end the guessing, also for the right one", async () => {
  const { deps, person } = await signedIn("password");
  for (let guess = 0; guess < 5; guess += 1) {
    await confirmIdentity(deps, { ...person, password: `guess-and-try-${guess}` });
  }
  const right = { ...person, password: PASSWORD };
  expect(await confirmIdentity(deps, right)).toMatchObject({
    ok: false,
    error: { code: "too_many_attempts" },
  });
  bench.clock.advance(15 * MINUTE_MS);
  expect((await confirmIdentity(deps, right)).ok).toBe(true);
});

test("an account without a password confirms by a sign-in of the last ten minutes", async () => {
  const { deps, person } = await signedIn("google");
  expect(await findConfirmation(deps, person)).toBe("recent_sign_in");
  expect((await confirmIdentity(deps, { ...person, password: "" })).ok).toBe(true);
  bench.clock.advance(10 * MINUTE_MS);
  expect(await findConfirmation(deps, person)).toBe("sign_in_again");
  expect(await confirmIdentity(deps, { ...person, password: "" })).toEqual({
    ok: false,
    error: { code: "sign_in_again" },
  });
});

test("a session of another account and a visitor confirm nothing", async () => {
  const { deps, person } = await signedIn("google");
  const sessionId = "0198f000-0000-7000-8000-000000000009";
  expect((await confirmIdentity(deps, { ...person, sessionId, password: "" })).ok).toBe(false);
  expect(await confirmIdentity(deps, { ...person, actor: visitor, password: "" })).toEqual({
    ok: false,
    error: { code: "forbidden" },
  });
});
