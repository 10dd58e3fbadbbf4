import { afterEach, beforeEach, expect, test } from "vitest";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { testAuth } from "#tests/support/identity.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { findMyProfile } from "./my-profile.server.ts";
import { unsubscribe, unsubscribeToken, unsubscribeUrl } from "./unsubscribe.server.ts";

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

async function customer() {
  const userId = await createCustomer(database.db, {
    email: "asha@example.com",
    emailNotifications: true,
  });
  const actor = { role: "customer", userId, name: "Asha", email: "asha@example.com" } as const;
  const preferences = async () => {
    const found = await findMyProfile(database.db, { actor });
    return found.ok && [found.value.emailNotifications, found.value.orderUpdates];
  };
  return { userId, preferences };
}

test("a link of the shop ends one kind of email without signing in, any number of times", async () => {
  const auth = testAuth(database.db);
  const { userId, preferences } = await customer();
  const token = unsubscribeToken(auth, { userId, topic: "order-updates" });
  const deps = { db: database.db, auth };
  for (const _press of [1, 2]) {
    expect(await unsubscribe(deps, { token })).toEqual({ ok: true, value: "order-updates" });
    expect(await preferences()).toEqual([true, false]);
  }
  expect(unsubscribeUrl(auth, "https://shop.example", { userId, topic: "order-updates" })).toBe(
    `https://shop.example/unsubscribe?token=${token}`,
  );
});

test("a changed, shortened or invented link ends nothing", async () => {
  const auth = testAuth(database.db);
  const { userId, preferences } = await customer();
  const token = unsubscribeToken(auth, { userId, topic: "order-updates" });
  const tampered = [
    token.replace("order-updates", "email-notifications"),
    token.slice(0, -2),
    `${token}.more`,
    token.replace(userId, "0198f000-0000-7000-8000-000000000001"),
    "nonsense",
    "",
    null,
  ];
  for (const each of tampered) {
    expect(await unsubscribe({ db: database.db, auth }, { token: each })).toEqual({
      ok: false,
      error: "unknown_link",
    });
  }
  expect(await preferences()).toEqual([true, true]);
});
