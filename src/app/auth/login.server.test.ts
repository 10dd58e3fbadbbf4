import { asc } from "drizzle-orm";
import { createRequestHandler, RouterContextProvider } from "react-router";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { profiles, rateLimits } from "#db/schema/identity.server.ts";
import { refusalsWritten } from "#features/base/identity/record-refusal.server.ts";
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
    db,
    auth: testAuth(db),
    clock: systemClock,
    publicUrl: SHOP_ORIGIN,
    jobs: { send: async () => undefined },
    siteFacts: () => getSiteFacts(db),
    logger: { error: () => undefined },
  } as unknown as AppDeps;
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const table of [auditLog, rateLimits, profiles]) await database.db.delete(table);
  await createAccount(database.db, deps.auth, { role: "admin", ...ADMIN });
});

function post(
  path: string,
  fields: Record<string, string>,
  address = "203.0.113.7",
  cookie?: string,
) {
  const context = new RouterContextProvider();
  context.set(depsContext, deps);
  return createRequestHandler(build, "production")(
    formPost(path, fields, { address, cookie }),
    context,
  );
}

const entries = () =>
  database.db
    .select({ actor: auditLog.actorName, action: auditLog.action, after: auditLog.after })
    .from(auditLog)
    .orderBy(asc(auditLog.id));

test("Activity shows a sign-in with the username and one by email", async () => {
  expect((await post("/login", ADMIN)).headers.get("location")).toBe("/admin");
  const byEmail = { email: "rosa@example.com", password: ADMIN.password };
  expect((await post("/auth", byEmail)).status).toBe(302);
  const signedIn = { actor: "Rosa", action: "signed in to" };
  expect(await entries()).toMatchObject([
    { ...signedIn, after: { with: "password", newDevice: true } },
    { ...signedIn, after: { with: "password", newDevice: true } },
  ]);
});

test("Activity shows five wrong passwords and the attempts that were not looked at, each once with a count", async () => {
  const guess = () => post("/login", { ...ADMIN, password: "a-wrong-guess-1" });
  for (let count = 0; count < 5; count += 1) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
  expect((await guess()).status).toBe(429);
  await refusalsWritten(database.db);
  const refused = { actor: "Someone", action: "was refused as" };
  const fromThere = { name: "Rosa", clientIp: "203.0.113.7" };
  const limit = "Too many attempts, so this one was not looked at";
  expect(await entries()).toMatchObject([
    { ...refused, after: { ...fromThere, reason: "The password was wrong", attempts: 5 } },
    { ...refused, after: { ...fromThere, reason: limit, attempts: 2 } },
  ]);
  expect(JSON.stringify(await entries())).not.toContain("a-wrong-guess-1");
  // Another IP address is not locked out.
  expect((await post("/login", ADMIN, "203.0.113.8")).status).toBe(302);
});

test("while the database is away nobody signs in, with 503, and the username stays in the form", async () => {
  const gone = await createTestDatabase();
  await gone.close();
  const here = deps;
  deps = { ...deps, db: gone.db };
  const response = await post("/login", ADMIN);
  deps = here;
  expect(response.status).toBe(503);
  expect(response.headers.get("retry-after")).toBe("60");
  const { actionData } = await response.json();
  expect(actionData.login).toMatchObject({
    error: { "": ["Signing in is not possible at the moment. Please try again in a minute."] },
    initialValue: { username: ADMIN.username },
  });
  expect(JSON.stringify(actionData)).not.toContain(ADMIN.password);
});

test("the browser of a sign-in is known afterwards: strangers with its IP cannot lock it out", async () => {
  const cookie = cookieHeader((await post("/login", ADMIN)).headers.getSetCookie());
  for (let count = 0; count < 8; count += 1) await post("/login", { ...ADMIN, password: "wrong" });
  const again = async (sent?: string) => (await post("/login", ADMIN, undefined, sent)).status;
  expect(await again()).toBe(429);
  expect(await again(cookie)).toBe(302);
});
