import { createRequestHandler, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { profiles, rateLimits } from "#db/schema/identity.server.ts";
import { getSiteFacts } from "#features/settings/site-settings-queries.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { ADMIN, createAccount, formPost, SHOP_ORIGIN, testAuth } from "#tests/support/identity.ts";
import { routeBuild, routesByPath } from "#tests/support/route-build.ts";
import * as auth from "./auth.tsx";
import * as login from "./login.tsx";

let database: TestDatabase;
let deps: AppDeps;

const build = routeBuild(
  routesByPath({
    login: { ...login, clientAction: undefined },
    auth: { ...auth, clientAction: undefined },
  }),
  ({ loaderData, actionData }) => ({ loaderData, actionData }),
);

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  deps = {
    ...{ db, auth: testAuth(db), clock: systemClock, publicUrl: SHOP_ORIGIN },
    ...{ jobs: { send: async () => undefined }, siteFacts: () => getSiteFacts(db) },
    logger: { error: () => undefined },
  } as unknown as AppDeps;
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [auditLog, rateLimits, profiles]) await database.db.delete(table);
  await createAccount(database.db, deps.auth, { role: "admin", ...ADMIN });
});

function post(path: string, fields: Record<string, string>, address = "203.0.113.7") {
  const context = new RouterContextProvider();
  context.set(depsContext, deps);
  return createRequestHandler(build, "production")(formPost(path, fields, { address }), context);
}

const entries = () =>
  database.db
    .select({ actor: auditLog.actorName, action: auditLog.action, after: auditLog.after })
    .from(auditLog);

test("a sign-in with the username stands in Activity, and one by email too", async () => {
  expect((await post("/login", ADMIN)).headers.get("location")).toBe("/admin");
  const byEmail = { email: "rosa@example.com", password: ADMIN.password };
  expect((await post("/auth", byEmail)).status).toBe(302);
  const signedIn = { actor: "Rosa", action: "signed in to" };
  expect(await entries()).toMatchObject([
    { ...signedIn, after: { with: "password", newDevice: true } },
    { ...signedIn, after: { with: "password", newDevice: true } },
  ]);
});

test("a wrong password stands nowhere; the lockout after five of them stands in Activity once", async () => {
  const guess = () => post("/login", { ...ADMIN, password: "a-wrong-guess-1" });
  for (let count = 0; count < 5; count += 1) expect((await guess()).status).toBe(401);
  expect(await entries()).toEqual([]);
  expect((await guess()).status).toBe(429);
  expect((await guess()).status).toBe(429);
  expect(await entries()).toMatchObject([
    {
      ...{ actor: "Someone", action: "was locked out of" },
      after: { name: "Rosa", clientIp: "203.0.113.7" },
    },
  ]);
  // Another address is not locked out.
  expect((await post("/login", ADMIN, "203.0.113.8")).status).toBe(302);
});
