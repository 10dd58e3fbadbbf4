import { pino } from "pino";
import { RouterContextProvider } from "react-router";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { passkeys } from "#db/schema/identity.server.ts";
import { refusalsWritten } from "#features/base/identity/record-refusal.server.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import {
  ADMIN,
  cookieHeader,
  createAccount,
  formPost,
  SHOP_ORIGIN,
  testAuth,
} from "#tests/support/identity.ts";
import { createPasskeyDevice } from "#tests/support/passkey-device.ts";
import { action } from "./passkey.ts";

let database: TestDatabase;
let deps: AppDeps;
beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  deps = {
    db,
    auth: testAuth(db),
    clock: systemClock,
    publicUrl: SHOP_ORIGIN,
    jobs: { send: async () => undefined },
    logger: pino({ level: "silent" }),
    siteFacts: () => getSiteFacts(db),
  } as unknown as AppDeps;
});
afterAll(async () => {
  await refusalsWritten(database.db);
  await database.close();
});

async function post(body: unknown) {
  const request = new Request(`${SHOP_ORIGIN}/login/passkey`, {
    method: "POST",
    headers: { origin: SHOP_ORIGIN, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  const context = new RouterContextProvider();
  context.set(depsContext, deps);
  const response = await action({ request, context } as unknown as Parameters<typeof action>[0]);
  return response as unknown as {
    data: { challengeId: string; options: { challenge: string }; next: string } | null;
    init: { status?: number; headers: HeadersInit };
  };
}

test("a passkey signs its admin in once for each challenge, at the shop's own origin only", async () => {
  const userId = await createAccount(database.db, deps.auth, { role: "admin", ...ADMIN });
  const own = createPasskeyDevice(SHOP_ORIGIN);
  await database.db
    .insert(passkeys)
    .values({ userId, name: "Phone", credentialId: own.id, publicKey: own.stored });
  const begin = async () => {
    const { data } = await post({ intent: "begin" });
    if (!data) throw new Error("No challenge");
    return data;
  };
  const finish = (challengeId: string, response: unknown) =>
    post({ intent: "finish", challengeId, response, next: "/admin/orders" });

  const phished = await begin();
  const elsewhere = own.response(phished.options.challenge, "https://shop.evil.example");
  expect((await finish(phished.challengeId, elsewhere)).init.status).toBe(401);

  const { challengeId, options } = await begin();
  const result = own.response(options.challenge);
  const entered = await finish(challengeId, result);
  expect(entered.data).toEqual({ next: "/admin/orders" });
  const cookie = cookieHeader(new Headers(entered.init.headers).getSetCookie());
  expect(await findActor(deps, formPost("/admin", {}, { cookie }))).toMatchObject({ userId });
  expect((await finish(challengeId, result)).init.status).toBe(401);
  expect(
    (await finish((await begin()).challengeId, createPasskeyDevice(SHOP_ORIGIN).response("x"))).init
      .status,
  ).toBe(401);
});
