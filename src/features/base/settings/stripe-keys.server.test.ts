import { eq, sql } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auditLog } from "#db/schema/audit.server.ts";
import { getSiteFacts } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { createSecretBox } from "#platform/secrets.server.ts";
import type { KeyVerdict, StripeAccount } from "#platform/stripe-account.server.ts";
import { createStripeAccount } from "#platform/stripe-account.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { STAND_IN_KEYS } from "#tests/support/stripe/keys.ts";
import { startStripeDouble } from "#tests/support/stripe/stripe-double.ts";
import { getAdminSettings } from "./admin-settings-queries.server.ts";
import { findStripeKeyring } from "./find-stripe-keyring.server.ts";
import { removeStripeKeys, saveStripeKeys } from "./save-stripe-keys.server.ts";
import { stripeModeOf } from "./stripe-keys.ts";
import { verifyStripeKeys } from "./verify-stripe-keys.server.ts";

const bench = adminSuite();
const secretBox = createSecretBox("k".repeat(40));
const PUBLIC = "pk_test_51NpublicPublicPublic";
const SECRET = "sk_test_51NneverToBeSeenAgainByAnybody4242";
/** Without prefix and hint. */
const HEART = "51NneverToBeSeenAgainByAnybody";

const publicUrl = "http://localhost:3000";

/** By default Stripe accepts every key. */
const stripeThat = (verdict?: KeyVerdict): StripeAccount => ({
  verify: async (key) => verdict ?? { response: "works", mode: stripeModeOf(key) ?? "test" },
  listen: async () => null,
  isListening: async () => false,
  stopListening: async () => undefined,
});

const save = (
  changes: Partial<Parameters<typeof saveStripeKeys>[1]> = {},
  stripe: StripeAccount = stripeThat(),
) =>
  saveStripeKeys(
    { ...bench, db: bench.db, secretBox, stripe, publicUrl },
    { actor: bench.actor, version: 0, publishableKey: PUBLIC, secretKey: SECRET, ...changes },
  );

function verify(version: number, verdict: KeyVerdict, box = secretBox) {
  const requested: string[] = [];
  const stripe = {
    verify: async (key: string) => {
      requested.push(key);
      return verdict;
    },
    listen: async () => null,
    isListening: async () => false,
    stopListening: async () => undefined,
  };
  const deps = { db: bench.db, secretBox: box, stripe, publicUrl };
  return { requested, response: verifyStripeKeys(deps, { actor: bench.actor, version }) };
}

async function wholeDatabase(): Promise<string> {
  const tables = await bench.db.execute<{ name: string }>(
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables
         where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  expect(tables.rows.length).toBeGreaterThan(30);
  for (const { name } of tables.rows) {
    const { rows } = await bench.db.execute(sql.raw(`select t::text as row from ${name} t`));
    texts.push(JSON.stringify(rows));
  }
  return texts.join("\n");
}

describe("the payment provider's keys", () => {
  // Specification 3.16, 7.40
  test("are saved, and only a hint of the secret one is ever told again", async () => {
    expect(await save()).toEqual({ ok: true, value: { mode: "test" } });
    const settings = await getAdminSettings(bench.db, { actor: bench.actor });
    expect(settings).toMatchObject({
      ok: true,
      value: {
        stripe: {
          version: 1,
          publishableKey: PUBLIC,
          secretHint: "sk_test_••••4242",
          mode: "test",
        },
      },
    });
  });

  // Specification 3.19
  test("the secret one is found nowhere: no table, no log of changes, no answer, no page", async () => {
    const results: unknown[] = [await save()];
    results.push(await save({ version: 1, secretKey: "" }));
    results.push(await save({ version: 0 }));
    results.push(await save({ version: 2, publishableKey: "pk_live_1" }));
    results.push(await verify(2, { response: "wrong" }).response);
    results.push(await getAdminSettings(bench.db, { actor: bench.actor }));
    results.push(await getSiteFacts(bench.db));
    const everything = `${JSON.stringify(results)}\n${await wholeDatabase()}`;
    expect(everything).toContain(PUBLIC);
    expect(everything).toContain("sk_test_••••4242");
    expect(everything).not.toContain(HEART);
    expect(everything).not.toContain(Buffer.from(HEART).toString("base64url").slice(4, 30));
  });

  test("a query that fails quotes no key: what goes to the database is sealed", async () => {
    await bench.db.execute(sql`alter table site_settings add constraint never check (version < 1)`);
    const failure = await save().then(
      () => null,
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(Error);
    const { message, cause, stack } = failure as Error;
    expect(`${message} ${stack} ${JSON.stringify(cause)} ${cause}`).not.toContain(HEART);
  });

  test("an empty secret key keeps the stored one", async () => {
    await save();
    expect(await save({ version: 1, publishableKey: "pk_test_2", secretKey: "" })).toMatchObject({
      ok: true,
    });
    const { requested, response } = verify(2, { response: "works", mode: "test" });
    expect(await response).toEqual({
      ok: true,
      value: { response: "works", listening: "not_public" },
    });
    expect(requested).toEqual([SECRET]);
  });

  test.each([
    [{ secretKey: "" }, "missing_keys"],
    [{ publishableKey: "" }, "missing_keys"],
    [{ publishableKey: "pk_live_1" }, "key_mismatch"],
    [{ version: 7 }, "conflict"],
  ])("%j is refused as %s, and nothing is stored", async (changes, error) => {
    expect(await save(changes)).toEqual({ ok: false, error });
    const settings = await getAdminSettings(bench.db, { actor: bench.actor });
    expect(settings).toMatchObject({ value: { stripe: { secretHint: null } } });
    expect(await bench.db.select().from(auditLog)).toEqual([]);
  });

  test.each([
    [{ publishableKey: "hello", secretKey: "world" }, "wrong_key"],
    [{ secretKey: "world" }, "key_mismatch"],
    [{ secretKey: STAND_IN_KEYS.wrong }, "wrong_key"],
    [{ secretKey: STAND_IN_KEYS.expired }, "revoked_key"],
    [{ secretKey: STAND_IN_KEYS.restricted }, "restricted_key"],
    [{ publishableKey: "pk_live_1", secretKey: STAND_IN_KEYS.wrong }, "key_mismatch"],
    [{ secretKey: STAND_IN_KEYS.live }, "key_mismatch"],
  ])("%j are refused as %s after asking Stripe, and the stored ones stay", async (keys, error) => {
    await using double = await startStripeDouble();
    const stripe = createStripeAccount(double.origin);
    expect(await save({ secretKey: STAND_IN_KEYS.good }, stripe)).toMatchObject({ ok: true });
    expect(await save({ version: 1, ...keys }, stripe)).toEqual({ ok: false, error });
    const { current } = await findStripeKeyring({ db: bench.db, secretBox, env: {} });
    expect(current).toMatchObject({ secretKey: STAND_IN_KEYS.good });
  });

  test("are not stored while Stripe cannot be reached", async () => {
    const nowhere = createStripeAccount("http://127.0.0.1:9");
    expect(await save({}, nowhere)).toEqual({ ok: false, error: "away" });
    expect(await findStripeKeyring({ db: bench.db, secretBox, env: {} })).toEqual({
      current: null,
      earlier: [],
    });
  });

  test("are removed with the endpoint at Stripe, and no table holds them any more", async () => {
    await using double = await startStripeDouble();
    const stripe = createStripeAccount(double.origin);
    const { clock, db, jobs } = bench;
    const deps = { db, clock, jobs, secretBox, stripe, publicUrl: "https://atelier.gy" };
    const keys = { publishableKey: PUBLIC, secretKey: STAND_IN_KEYS.good };
    await saveStripeKeys(deps, { actor: bench.actor, version: 0, ...keys });
    expect(double.books.webhookEndpoints.size).toBe(1);
    expect(await removeStripeKeys(deps, { actor: bench.actor, version: 7 })).toMatchObject({
      error: "conflict",
    });
    expect(await removeStripeKeys(deps, { actor: bench.actor, version: 1 })).toMatchObject({
      ok: true,
    });
    expect(double.books.webhookEndpoints.size).toBe(0);
    expect(await findStripeKeyring({ db: bench.db, secretBox, env: {} })).toEqual({
      current: null,
      earlier: [],
    });
    const [entry] = await bench.db.select().from(auditLog).where(eq(auditLog.action, "removed"));
    expect(entry).toMatchObject({ actorName: "Rosa", after: null });
  });

  test("are nobody's business but an admin's", async () => {
    await save();
    for (const actor of bench.strangers) {
      expect(await save({ actor, version: 1 })).toEqual({ ok: false, error: "forbidden" });
      const requested = () => Promise.reject(new Error("asked"));
      const stripe = {
        verify: requested,
        listen: requested,
        isListening: requested,
        stopListening: requested,
      };
      const removal = { ...bench, db: bench.db, secretBox, stripe, publicUrl };
      expect(await removeStripeKeys(removal, { actor, version: 1 })).toMatchObject({ ok: false });
      const { clock, db } = bench;
      const deps = { db, clock, secretBox, stripe, publicUrl: "https://atelier.gy" };
      expect(await verifyStripeKeys(deps, { actor, version: 1 })).toMatchObject({ ok: false });
    }
  });
});

describe("a shop on the web that verifies its keys", () => {
  const publicUrl = "https://atelier.gy";
  const url = `${publicUrl}/payments/events`;
  const SIGNING = "whsec_neverToBeReadByAnybody4242";

  function provider(
    change: { listen?: () => Promise<{ id: string; secret: string } | null> } = {},
  ) {
    const registered: string[] = [];
    const stripe = {
      verify: async () => ({ response: "works", mode: "test" }) as const,
      async listen(_key: string, at: string) {
        registered.push(at);
        return change.listen ? change.listen() : { id: "we_1", secret: SIGNING };
      },
      isListening: async () => true,
      stopListening: async () => undefined,
    };
    const request = (version: number) =>
      verifyStripeKeys(
        { db: bench.db, secretBox, stripe, publicUrl },
        { actor: bench.actor, version },
      );
    return { registered, request: request };
  }
  const reported = { ok: true, value: { response: "works", listening: "registered" } };
  const ring = () => findStripeKeyring({ db: bench.db, secretBox, env: {} });

  // Specification 7.44
  test("registers its own endpoint once and keeps the secret sealed", async () => {
    await save();
    const { request, registered } = provider();
    expect(await request(1)).toEqual(reported);
    expect(await request(1)).toEqual(reported);
    expect(registered).toEqual([url]);
    expect(await wholeDatabase()).not.toContain("neverToBeReadByAnybody");
    expect((await ring()).current).toMatchObject({ mode: "test", webhookSecrets: [SIGNING] });
  });

  test("is told in words when the provider would not, and works on", async () => {
    await save();
    const { request } = provider({ listen: async () => null });
    expect(await request(1)).toMatchObject({ value: { listening: "not_registered" } });
    expect((await ring()).current).toMatchObject({ webhookSecrets: [] });
  });

  test("keeps the earlier mode's key and endpoint when it changes the mode, and finds them when it changes back", async () => {
    await save();
    await provider().request(1);
    const live = { publishableKey: "pk_live_1", secretKey: "sk_live_51NofTheOtherMode" };
    expect(await save({ version: 1, ...live })).toMatchObject({ ok: true });
    expect(await ring()).toMatchObject({
      current: { mode: "live", webhookSecrets: [] },
      earlier: [{ mode: "test", secretKey: SECRET, webhookSecrets: [SIGNING] }],
    });
    await save({ version: 2 });
    expect(await ring()).toMatchObject({
      current: { mode: "test", webhookSecrets: [SIGNING] },
      earlier: [{ mode: "live", secretKey: live.secretKey }],
    });
  });

  test("with keys in the environment takes those, and the saved ones wait", async () => {
    await save();
    const env = { STRIPE_SECRET_KEY: "sk_live_env", STRIPE_WEBHOOK_SECRET: "whsec_env" };
    expect(await findStripeKeyring({ db: bench.db, secretBox, env })).toMatchObject({
      current: { mode: "live", secretKey: "sk_live_env", webhookSecrets: ["whsec_env"] },
      earlier: [{ mode: "test", secretKey: SECRET }],
    });
  });
});

describe("verifying the stored keys", () => {
  test.each([
    [{ response: "works", mode: "test" }, "works"],
    [{ response: "works", mode: "live" }, "mixed"],
    [{ response: "wrong" }, "wrong"],
    [{ response: "revoked" }, "revoked"],
    [{ response: "away" }, "away"],
  ] satisfies [KeyVerdict, string][])(
    "%j is told as %s, and written down",
    async (said, reported) => {
      await save();
      expect(await verify(1, said).response).toMatchObject({
        ok: true,
        value: { response: reported },
      });
      const entries = await bench.db.select().from(auditLog).orderBy(auditLog.id);
      expect(entries.at(-1)).toMatchObject({ action: "verified", after: { response: reported } });
    },
  );

  // Specification 7.44
  test("asks nobody when there is no key, when it changed, or when it was sealed with another settings key", async () => {
    const works: KeyVerdict = { response: "works", mode: "test" };
    expect(await verify(1, works).response).toEqual({ ok: false, error: "missing_keys" });
    await save();
    expect(await verify(9, works).response).toEqual({ ok: false, error: "conflict" });
    const other = verify(1, works, createSecretBox("o".repeat(40)));
    expect(await other.response).toEqual({ ok: false, error: "sealed" });
    expect(other.requested).toEqual([]);
  });
});
