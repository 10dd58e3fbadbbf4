import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { inspect } from "node:util";
import { gunzipSync } from "node:zlib";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { sql } from "drizzle-orm";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { ActionFields, FormFieldValue } from "#app/web/admin-action.ts";
import { formEntries } from "#app/web/admin-action.ts";
import type { AppDeps } from "#app/web/context.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { systemClock } from "#platform/clock.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import { createStripeAccount } from "#platform/stripe-account.server.ts";
import { guardedHost, routesBelow } from "#tests/support/account-host.ts";
import type { StoredShop } from "#tests/support/backups.ts";
import { backUp, createStoredShop } from "#tests/support/backups.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { SHOP_ORIGIN, testAuth, testEnv } from "#tests/support/identity.ts";
import { createCustomer, openSession } from "#tests/support/sessions.ts";
import type { ShopHost } from "#tests/support/shop-host.ts";
import { startShopHost } from "#tests/support/shop-host.ts";
import routeTable from "../routes.ts";

const FRAME = "shell/admin-layout.tsx";
const adminRoutes = routesBelow((await routeTable) as RouteConfigEntry[], [FRAME]);

const PUBLISHABLE = "pk_test_51NpublicPublicPublic";
const SECRET = "sk_test_51NneverToBeSeenAgainByAnybody4242";
/** The secret without prefix and hint; searched for as plain text and base64. */
const HEART = "51NneverToBeSeenAgainByAnybody";
const HIDDEN = [0, 1, 2].map((shift) =>
  Buffer.from(`${"x".repeat(shift)}${HEART}`)
    .toString("base64")
    .slice(4, 36),
);

let database: TestDatabase;
let shop: StoredShop;
let host: ShopHost;
let cookie: string;
let provider: ReturnType<typeof createServer>;
const log: string[] = [];
/** Collects headers and bodies of all responses. */
const reported: string[] = [];

/** False makes the provider refuse the key. */
let isKnown = true;

/** The payment provider quotes the key in every response. */
async function startRecorder(): Promise<string> {
  provider = createServer((request, response) => {
    const key = request.headers.authorization ?? "";
    if (isKnown) {
      response.writeHead(200, { "content-type": "application/json", "request-id": key });
      response.end(JSON.stringify({ object: "balance", livemode: false, note: key }));
      return;
    }
    const error = { message: `Invalid API Key provided: ${key}`, code: "api_key_expired" };
    response.writeHead(401, { "content-type": "application/json", "request-id": key });
    response.end(JSON.stringify({ error }));
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
  const address = provider.address();
  return `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

const logger = pino({ level: "trace" }, { write: (line: string) => void log.push(line) });

/** Logs errors as the shop's entry does; without it React Router prints them to the console. */
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation((error: unknown) => {
    log.push(inspect(error, { depth: 9 }));
    logger.error({ err: error }, "request failed");
  });
});

beforeAll(async () => {
  database = await createTestDatabase();
  shop = createStoredShop(database);
  const { db } = database;
  const auth = testAuth(db);
  const userId = await createCustomer(db, { email: "owner@example.com", role: "admin" });
  const session = await openSession(auth, userId);
  cookie = `${session.cookieName}=${session.cookieValue}`;
  const deps = {
    db,
    auth,
    logger,
    files: shop.files,
    jobs: { send: async () => undefined },
    content: { settle: async () => undefined },
    secretBox: createSecretBox("k".repeat(32)),
    stripe: createStripeAccount(await startRecorder()),
    siteFacts: () => getSiteFacts(db),
    clock: systemClock,
    env: testEnv(),
    publicUrl: SHOP_ORIGIN,
  } as unknown as AppDeps;
  const render = await guardedHost(adminRoutes, deps);
  host = await startShopHost({ publicUrl: SHOP_ORIGIN, render, logger, rateLimits: "off" });
});
afterAll(async () => {
  await host[Symbol.asyncDispose]();
  provider.close();
  shop.remove();
  await database.close();
});

async function send(path: string, method = "GET", body?: ActionFields) {
  const standing = { cookie, host: new URL(SHOP_ORIGIN).host, origin: SHOP_ORIGIN };
  const headers = {
    ...standing,
    ...(body && { "content-type": "application/x-www-form-urlencoded" }),
  };
  const response = await host.request(path, {
    method,
    headers,
    body: body && String(new URLSearchParams(formEntries(body))),
  });
  const text = response.body.toString("latin1");
  reported.push(`${JSON.stringify(response.headers)}\n${text}`);
  return { status: response.status, text };
}

type Submitted = { version?: FormFieldValue; publishableKey?: string; secretKey?: FormFieldValue };

/** Posts the settings with these keys, as a browser does with its script and without. */
const keys = (changes: Submitted, path = "/admin.data?tab=settings&part=integrations") => {
  const { version, ...entered } = {
    version: 0,
    publishableKey: PUBLISHABLE,
    secretKey: SECRET,
    ...changes,
  };
  return send(path, "POST", {
    intent: "save-stripe-keys",
    version: { integrations: version },
    integrations: entered,
  });
};

function expectSilence(text: string, what: string): void {
  for (const trace of [HEART, ...HIDDEN]) expect(text.includes(trace), what).toBe(false);
}

// One way from saving the key to the backup: each test needs what the one before has stored.
describe("the owner's secret key", { shuffle: false }, () => {
  test("is saved, refused, verified and asked about, and no answer holds it", async () => {
    // Saves the keys, then tries every reason for a refusal.
    expect((await keys({})).text).toContain("Stripe keys saved successfully");
    isKnown = false;
    const refusals: Submitted[] = [
      { version: 1 },
      { version: 0 },
      { version: 1, publishableKey: "pk_live_1" },
      { version: 1, publishableKey: "" },
      { version: 1, publishableKey: SECRET },
      { version: 1, secretKey: [SECRET] },
      { version: 1, secretKey: `${SECRET} ${SECRET}` },
      { version: SECRET },
    ];
    for (const changes of refusals) {
      expect((await keys(changes)).status, JSON.stringify(changes)).toBeGreaterThanOrEqual(400);
    }
    const verify = { intent: "verify-stripe-keys", version: { integrations: 1 } };
    expect((await send("/admin.data?tab=settings", "POST", verify)).text).toContain("revoked");
    expect(reported.length).toBe(refusals.length + 2);
    for (const each of reported) expectSilence(each, each);
  });

  test.each(adminRoutes)(
    "$path tells nothing of it: page, data, loader alone, or as a write",
    async ({ path, id }) => {
      const address = path.replace(":id", "0198f000-0000-7000-8000-000000000009");
      const parts = ["general", "footer", "integrations", "seo", "shipping", "notices"];
      const queries = path === "/admin" ? parts.map((part) => `?tab=settings&part=${part}`) : [""];
      for (const query of queries) {
        const before = reported.length;
        await send(address + query);
        await send(`${address}.data${query}`);
        const alone = new URLSearchParams(query);
        alone.set("_routes", id);
        await send(`${address}.data?${alone}`);
        await send(address + query, "POST", {
          intent: "save-settings",
          version: { integrations: 1 },
          integrations: { publishableKey: "pk_live_1", secretKey: SECRET },
          secretKey: SECRET,
        });
        expect(reported).toHaveLength(before + 4);
        for (const each of reported.slice(before)) expectSilence(each, each.slice(0, 500));
      }
    },
  );

  test("appears in the settings only as a hint, which proves that the test reads them", () => {
    expect(reported.join("\n")).toContain("4242");
  });

  test("is in no line of the log after any failure", async () => {
    const breaking = sql`alter table site_settings add constraint never check (version < 2) not valid`;
    await database.db.execute(breaking);
    isKnown = true;
    const broken = await keys({ version: 1 });
    expect(broken.status).toBe(500);
    expectSilence(broken.text, "the answer");
    await database.db.execute(sql`alter table site_settings drop constraint never`);
    expect(log.join("\n")).toContain(PUBLISHABLE);
    expectSilence(log.join("\n"), "the log");
  });

  test("is in no table, the log of changes among them, and in no backup as plain text", async () => {
    const { rows } = await database.db.execute<{ row: string }>(sql`
      select (xpath('/row/c/text()', query_to_xml(format('select coalesce(json_agg(t), ''[]'') as c from %I.%I t', schemaname, tablename), false, true, '')))[1]::text as row
        from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`);
    const tables = rows.map(({ row }) => row).join("\n");
    expect(tables).toContain(PUBLISHABLE);
    expectSilence(tables, "a table");
    const file = shop.pathOf("shop.tar.gz");
    await backUp(shop, file, { embedded: true });
    const backup = gunzipSync(readFileSync(file)).toString("latin1");
    expect(backup).toContain(PUBLISHABLE);
    expectSilence(backup, "the backup");
  });
});
