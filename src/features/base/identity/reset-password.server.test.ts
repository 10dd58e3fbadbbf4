import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { addresses } from "#db/schema/customers.server.ts";
import {
  passkeys,
  passwordResetRequests,
  profiles,
  verifications,
} from "#db/schema/identity.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import {
  drainResetRequests,
  sendResetLink,
} from "#features/office/customers/account-emails.server.ts";
import { accountShop, cookieAfter, ROSA, tokenIn } from "#tests/support/customers.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { formPost, SHOP_ORIGIN } from "#tests/support/identity.ts";
import { addMeasuredPerson, measuredPerson } from "#tests/support/measurements.ts";
import { findResetLink, requestPasswordReset, resetPassword } from "./reset-password.server.ts";
import { findActor } from "./sessions.server.ts";

const NEW_PASSWORD = "cotton-by-candlelight-7";
const dead = { ok: false, error: { code: "dead_link" } };

let database: TestDatabase;
let shop: ReturnType<typeof accountShop>;

beforeEach(async () => {
  database = await createTestDatabase();
  shop = accountShop(database);
  await shop.register();
  shop.requested.length = 0;
});

afterEach(() => database.close());

const send = (email = ROSA.email, address = "203.0.113.7") =>
  requestPasswordReset(shop.deps, {
    email,
    request: formPost("/auth/forgot", {}, { address }),
  });

async function runJobs(): Promise<void> {
  for (const { name, payload } of shop.requested.splice(0)) {
    if (name === "send-reset-link") {
      await sendResetLink(shop.deps, payload as { requestId: string });
    }
  }
}

const links = () => shop.mailsTo(ROSA.email, "account-reset-password");

async function newLink(): Promise<string> {
  await send();
  await runJobs();
  return tokenIn((await links()).at(-1));
}

const reset = (token: string, password = NEW_PASSWORD, origin?: string) =>
  resetPassword(shop.deps, {
    token,
    password,
    request: formPost("/auth/reset", {}, origin ? { origin } : {}),
  });

describe("a forgotten password", () => {
  test("costs the same response and work for an email without an account, and sends nothing", async () => {
    const responses: unknown[] = [];
    for (const email of [ROSA.email, "nobody@example.com"]) {
      responses.push(await send(email));
      expect(shop.requested.map((job) => job.name)).toEqual(["send-reset-link"]);
      expect(await database.db.select().from(passwordResetRequests)).toHaveLength(1);
      await runJobs();
      shop.requested.length = 0;
      expect(await database.db.select().from(passwordResetRequests)).toEqual([]);
    }
    expect(responses[0]).toEqual(responses[1]);
    expect(await links()).toHaveLength(1);
    expect(await shop.mailsTo("nobody@example.com", "account-reset-password")).toEqual([]);
  });

  test("survives a lost job: the scheduled drain repeats it", async () => {
    await send();
    shop.requested.length = 0;
    await drainResetRequests(shop.deps);
    await runJobs();
    expect(await links()).toHaveLength(1);
  });

  test("that waited longer than its link is valid is dropped", async () => {
    await send();
    await database.db
      .update(passwordResetRequests)
      .set({ createdAt: sql`now() - interval '61 minutes'` });
    await runJobs();
    expect(await links()).toEqual([]);
    expect(await database.db.select().from(passwordResetRequests)).toEqual([]);
  });

  test("leaves no readable link in the table", async () => {
    const token = await newLink();
    const rows = await database.db.select().from(verifications);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("the mailed link", () => {
  test("sets a new password, ends every session and confirms the email", async () => {
    const elsewhere = cookieAfter(await shop.signIn());
    expect((await reset(await newLink())).ok).toBe(true);
    const request = new Request(SHOP_ORIGIN, { headers: { cookie: elsewhere } });
    expect(await findActor(shop.deps, request)).toEqual({ role: "visitor" });
    expect(await shop.signIn()).toMatchObject({ ok: false });
    expect((await shop.signIn({ password: NEW_PASSWORD })).ok).toBe(true);
    const [account] = await database.db.select().from(profiles);
    expect(account?.emailVerified).toBe(true);
    expect(await shop.mailsTo(ROSA.email, "account-password-changed")).toHaveLength(1);
  });

  test("of an account that nobody had confirmed ends what a stranger left in it, and leaves a confirmed account's", async () => {
    const [account] = await database.db.select({ id: profiles.id }).from(profiles);
    const userId = account?.id ?? "";
    const plant = async () => {
      await database.db.insert(passkeys).values({
        userId,
        name: "Planted",
        credentialId: randomUUID(),
        publicKey: "key",
        counter: 0,
        transports: [],
      });
      await database.db
        .insert(addresses)
        .values({ userId, fullName: "Another", line1: "9 Back Lane", city: "Linden" });
      await addMeasuredPerson(database.db, userId, measuredPerson("Another"));
    };
    const left = async () => [
      await database.db.$count(passkeys),
      await database.db.$count(addresses),
      await database.db.$count(measurementProfiles, eq(measurementProfiles.userId, userId)),
    ];
    await plant();
    expect((await reset(await newLink())).ok).toBe(true);
    expect(await left()).toEqual([0, 0, 0]);
    await plant();
    expect((await reset(await newLink(), "another-evening-by-the-sea")).ok).toBe(true);
    expect(await left()).toEqual([1, 1, 1]);
  });

  test("works once and ends the account's other links", async () => {
    const other = await newLink();
    const token = await newLink();
    expect((await reset(token)).ok).toBe(true);
    expect(await reset(token, "a-third-password-1")).toEqual(dead);
    expect(await reset(other, "a-third-password-1")).toEqual(dead);
    expect((await shop.signIn({ password: NEW_PASSWORD })).ok).toBe(true);
  });

  test("works once even when used twice concurrently", async () => {
    const token = await newLink();
    const both = await Promise.all([
      reset(token, "first-password-1"),
      reset(token, "second-password-2"),
    ]);
    expect(both.filter((each) => each.ok)).toHaveLength(1);
  });

  test("works for an hour", async () => {
    const token = await newLink();
    expect(await findResetLink(shop.deps, token)).toMatchObject({ email: ROSA.email });
    await database.db.update(verifications).set({ expiresAt: sql`now() - interval '1 second'` });
    expect(await findResetLink(shop.deps, token)).toBeNull();
    expect(await reset(token)).toEqual(dead);
  });

  test.each(["", "nonsense", "x".repeat(24), "reset-password:x", "' or 1=1 --", "%"])(
    "is refused when it is malformed: %j",
    async (token) => {
      await newLink();
      expect(await findResetLink(shop.deps, token)).toBeNull();
      expect(await reset(token)).toEqual(dead);
    },
  );

  test("survives a refused password, whose reasons are returned", async () => {
    const token = await newLink();
    for (const weak of ["short", ROSA.email, "password123", "x".repeat(129)]) {
      expect(await reset(token, weak)).toMatchObject({
        error: { code: "weak_password", reasons: expect.stringMatching(/^Please|^This/) },
      });
    }
    expect((await reset(token)).ok).toBe(true);
  });

  test("does nothing from another site", async () => {
    const token = await newLink();
    expect(await reset(token, NEW_PASSWORD, "https://evil.example")).toEqual({
      ok: false,
      error: { code: "foreign_origin" },
    });
    expect((await reset(token)).ok).toBe(true);
  });
});
