import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newId } from "#core/ids.ts";
import { hashSecret } from "#core/secret-hash.server.ts";
import { contractProposals, contracts } from "#db/schema/contracts.server.ts";
import { customerNotes } from "#db/schema/customers.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import {
  passwordResetRequests,
  profiles,
  rateLimits,
  staffInvitations,
  verifications,
} from "#db/schema/identity.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import { measurementGroups, measurementLinks } from "#db/schema/measurement-links.server.ts";
import { orderItems, orderNotes, savedOrderViews } from "#db/schema/orders.server.ts";
import { patternDrafts } from "#db/schema/patterns.server.ts";
import { paymentEvents, testPaymentSessions } from "#db/schema/payments.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import { accountKey } from "#features/base/identity/attempts.server.ts";
import { adminSuite } from "#tests/support/admin-suite.ts";
import { createContractedOrder } from "#tests/support/contracts.ts";
import { addInquiry, addMessage } from "#tests/support/inbox.ts";
import {
  addMeasuredPerson,
  measuredPerson,
  testMeasurementBox,
} from "#tests/support/measurements.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { deleteAccount, eraseCustomer } from "./erase-customer.server.ts";

const bench = adminSuite();

const tablesOf = async () => {
  const { rows } = await bench.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
         where table_schema = 'public' and table_type = 'BASE TABLE'`,
  );
  expect(rows.length).toBeGreaterThan(40);
  return rows.map(({ name }) => name);
};

/** Every row of every table, as `table: json`. */
async function allRows(tables: readonly string[]): Promise<Set<string>> {
  const each = tables.map(
    (name) =>
      sql`select ${`${name}: `}::text || to_jsonb(t)::text as row from ${sql.identifier(name)} t`,
  );
  const { rows } = await bench.db.execute<{ row: string }>(sql.join(each, sql` union all `));
  return new Set(rows.map(({ row }) => row));
}

let authorization = 0;

/** A person, a link, an unused specification, and an ordered one with contract, proposal and reads. */
async function liveMeasured(email: string, userId: string | null): Promise<void> {
  const { db, actor } = bench;
  const specify = async (owner: string | null) => {
    const id = randomUUID();
    await db.insert(fitSpecifications).values({
      id,
      userId: owner,
      garment: "suit",
      choices: [],
      hash: "0".repeat(64),
      sealed: testMeasurementBox().seal(newId(), id),
    });
    return id;
  };
  const { orderItemId } = await createContractedOrder(db, { userId, customerEmail: email });
  const specificationId = await specify(userId);
  await db.update(orderItems).set({ specificationId }).where(eq(orderItems.id, orderItemId));
  await db.insert(contractProposals).values({
    orderItemId,
    baseVersion: 1,
    tokenHash: hashSecret(newId()),
    status: "declined",
    respondedAt: new Date(),
    reason: testMeasurementBox().seal(newId(), orderItemId),
  });
  await db.insert(patternDrafts).values({
    orderItemId,
    component: "jacket",
    version: 1,
    contractVersion: 1,
    packages: {},
    status: "ready",
    origin: "order",
    drawingHash: newId().replaceAll("-", "").repeat(2),
    sealed: testMeasurementBox().seal(newId(), orderItemId),
  });
  const [contract] = await db
    .select({ subjectId: contracts.id })
    .from(contracts)
    .where(eq(contracts.orderItemId, orderItemId));
  if (!contract) throw new Error("The order has no contract");
  const read = { staffId: actor.userId, readAt: new Date(), purpose: `Cutting for "${email}"` };
  await db.insert(measurementReads).values({ subject: "contract", ...contract, userId, ...read });
  if (userId === null) return;
  await specify(userId);
  const profileId = await addMeasuredPerson(db, userId, measuredPerson("Asha", { chest: 913 }));
  await db
    .insert(measurementReads)
    .values({ subject: "profile", subjectId: profileId, userId, ...read });
  const [group] = await db
    .insert(measurementGroups)
    .values({ userId, name: "Wedding", garment: "suit" })
    .returning({ groupId: measurementGroups.id });
  if (!group) throw new Error("The group was not written");
  await db.insert(measurementLinks).values({
    ...group,
    tokenHash: hashSecret(newId()),
    personName: "Bibi",
    expiresAt: new Date(),
    sealedToken: testMeasurementBox().seal(newId(), group.groupId),
  });
}

/** Nothing that was measured of the erased person is left; what bookkeeping needs of the contract is. */
function expectNothingMeasured(rows: readonly string[], left: ReadonlySet<string>) {
  const gone = ["fit_specifications", "measurement_profiles", "measurement_groups"];
  const tables = [...gone, "measurement_links", "measurement_reads"];
  const measured = rows.filter((row) => tables.some((name) => row.startsWith(`${name}: `)));
  expect(measured.length).toBeGreaterThan(1);
  expect(measured.filter((row) => left.has(row))).toEqual([]);
  const parsed = (name: string, all: readonly string[]) =>
    all
      .filter((row) => row.startsWith(`${name}: `))
      .map((row) => JSON.parse(row.slice(name.length + 2)) as Record<string, unknown>);
  const after = (name: string) => {
    const ids = parsed(name, rows).map(({ id }) => id);
    return parsed(name, [...left]).filter(({ id }) => ids.includes(id));
  };
  const [before] = parsed("contracts", rows);
  const { hash, terms } = before ?? {};
  expect(after("contracts")).toMatchObject([{ hash, terms, sealed: null }]);
  expect(after("contract_proposals")).toMatchObject([{ sealed: null, reason: null }]);
  expect(after("pattern_drafts")).toMatchObject([{ sealed: null, drawing_hash: null }]);
}

/** One row in each table that can name an email. */
async function live(email: string, hasAccount: boolean): Promise<void> {
  const { db, actor } = bench;
  const userId = hasAccount ? await createCustomer(db, { email, name: "A customer" }) : null;
  const sessionId = `cs_${newId()}`;
  const orderId = await createOrder(db, {
    userId,
    customerEmail: email,
    status: "refunded",
    completedAt: new Date(),
    payment: { sessionId },
  });
  await liveMeasured(email, userId);
  authorization += 1;
  const number = `RA-${authorization}`;
  await db.insert(returnRequests).values({
    orderId,
    authorizationNumber: number,
    reason: "defective",
    status: "refunded",
    note: "a note",
  });
  await db.insert(orderNotes).values({ orderId, authorName: "Rosa", note: "a note" });
  await addInquiry(db, { email });
  await addMessage(db, { email, message: "Hello" });
  await db
    .insert(customerNotes)
    .values({ email: email.toLowerCase(), authorName: "Rosa", note: "a note" });
  await db.insert(donations).values({ amountMinor: 100, email, status: "completed" });
  await db.insert(passwordResetRequests).values({ email });
  const expiresAt = new Date();
  await db.insert(staffInvitations).values({ email, tokenHash: hashSecret(newId()), expiresAt });
  await db.insert(verifications).values([
    { identifier: email, value: newId(), expiresAt },
    { identifier: `change-email:${newId()}`, value: JSON.stringify({ email }), expiresAt },
  ]);
  await db.insert(savedOrderViews).values([
    { name: newId(), query: `q=${encodeURIComponent(email)}&status=completed` },
    { name: newId(), query: new URLSearchParams({ status: "new", q: ` ${email}` }).toString() },
  ]);
  await db.insert(paymentEvents).values({
    provider: "test",
    eventId: newId(),
    type: "refunded",
    processedAt: new Date(),
    payload: { billing_details: { email } },
  });
  await db.insert(testPaymentSessions).values({
    id: newId(),
    status: "paid",
    request: { customerEmail: email },
    outcome: { email },
    expiresAt,
  });
  for (const account of [accountKey(email), ...(userId ? [userId] : [])]) {
    const keys = [`192.0.2.7|/sign-in|${account}|slowed`, `account|sign-in|${account}`];
    await db
      .insert(rateLimits)
      .values(keys.map((key) => ({ key, count: 1, lastRequest: Date.now() })));
  }
  const mail = (dedupeKey: string, recipient: string, replyTo: string | null = null) => ({
    dedupeKey,
    kind: "any",
    recipient,
    replyTo,
    subject: "A subject",
    textBody: "text",
    htmlBody: "html",
    status: "sent" as const,
  });
  await db
    .insert(mailOutbox)
    .values([
      mail(`return:${number}`, "shop@example.com"),
      mail(newId(), email),
      mail(newId(), "shop@example.com", email),
    ]);
  const subject = "mail" as const;
  await recordChanges(db, actor, [
    {
      action: "sent again",
      subject,
      subjectId: newId(),
      before: null,
      after: { recipient: email },
    },
    {
      action: "invited",
      subject: "account",
      subjectId: newId(),
      before: null,
      after: { name: email },
    },
  ]);
}

async function eraseOne(emails: readonly string[], erased: string, hasAccount: boolean) {
  const tables = await tablesOf();
  const rowsOf = new Map<string, string[]>();
  let before = await allRows(tables);
  for (const email of emails) {
    await live(email, hasAccount);
    const after = await allRows(tables);
    rowsOf.set(
      email,
      [...after].filter((row) => !before.has(row)),
    );
    before = after;
  }
  const [account] = await bench.db.select().from(profiles).where(eq(profiles.email, erased));
  const done = await eraseCustomer(
    {
      ...bench,
      db: bench.db,
      jobs: { send: async () => undefined },
      publicUrl: "https://shop.example",
    },
    { actor: bench.actor, email: erased, submittedEmail: erased, isUnfinishedKnown: true },
  );
  expect(done).toEqual({ ok: true, value: null });
  const left = await allRows(tables);
  for (const email of emails.filter((each) => each !== erased)) {
    const rows = rowsOf.get(email) ?? [];
    expect(rows.length).toBeGreaterThan(18);
    expect(
      rows.filter((row) => !left.has(row)),
      `${email} lost rows to ${erased}`,
    ).toEqual([]);
  }
  for (const key of [accountKey(erased), ...(account ? [account.id] : [])]) {
    expect([...left].filter((row) => row.includes(key))).toEqual([]);
  }
  const named = new RegExp(`"${erased.replace(/[^\w@]/g, "\\$&")}"`, "i");
  expectNothingMeasured(rowsOf.get(erased) ?? [], left);
  expect((rowsOf.get(erased) ?? []).some((row) => named.test(row))).toBe(true);
  expect(
    [...left].filter((row) => named.test(row)),
    `${erased} is still named`,
  ).toEqual([]);
}

test.each([
  ["ann@example.com", "joann@example.com"],
  ["ann@example.com", "ann@example.com.gy"],
  ["ann@example.com", "ann@example.community"],
  ["ann@example.com", "jo.ann@example.com"],
  ["ann@example.com", "jo+ann@example.com"],
  ["ann@example.com", "o'ann@example.com"],
  ["a_n@example.com", "axn@example.com"],
  ["a%n@example.com", "abcn@example.com"],
])("erasing %s never touches %s", async (erased, other) => {
  await eraseOne([erased, other], erased, true);
});

test("erasing an email leaves every row of every email that contains it or is contained in it byte-equal", async () => {
  const part = fc.stringMatching(/^[a-z0-9][a-z0-9_+'%-]{0,3}[a-z0-9]$/);
  const sets = fc
    .record({
      local: part,
      prefixes: fc.uniqueArray(fc.tuple(part, fc.constantFrom("", ".", "+", "-")), {
        minLength: 1,
        maxLength: 3,
        selector: ([text]) => text,
      }),
      suffix: part,
      inner: fc.boolean(),
      hasAccount: fc.boolean(),
    })
    .map(({ local, prefixes, suffix, inner, hasAccount }) => {
      const run = newId().slice(-6);
      const base = `${local}@x${run}.example`;
      const longer = prefixes.map(([text, joint]) => `${text}${joint}${base}`);
      const emails = [
        ...new Set([base, ...longer, `${base}.gy`, `${local}${suffix}@x${run}.example`]),
      ];
      return { emails, erased: inner ? base : (longer[0] ?? base), hasAccount };
    });
  await fc.assert(
    fc.asyncProperty(sets, ({ emails, erased, hasAccount }) =>
      eraseOne(emails, erased, hasAccount),
    ),
    { numRuns: 15 },
  );
}, 120_000);

test("an account that deletes itself takes its log values, invitations and searches with it, and nobody else's", async () => {
  const { db } = bench;
  const own = "ann@example.com";
  const other = "joann@example.com";
  const tables = await tablesOf();
  await live(own, true);
  const before = await allRows(tables);
  await live(other, true);
  const others = [...(await allRows(tables))].filter((row) => !before.has(row));
  const [profile] = await db
    .update(profiles)
    .set({ emailVerified: true })
    .where(eq(profiles.email, own))
    .returning({ userId: profiles.id, name: profiles.name });
  if (!profile) throw new Error("no account");
  const deps = {
    ...bench,
    db,
    jobs: { send: async () => undefined },
    publicUrl: "https://shop.test",
  };
  const actor = { role: "customer" as const, email: own, ...profile };
  expect(await deleteAccount(deps, { actor, submittedEmail: own })).toEqual({
    ok: true,
    value: null,
  });
  const left = await allRows(tables);
  expect(others.filter((row) => !left.has(row))).toEqual([]);
  expectNothingMeasured([...before], left);
  for (const key of [accountKey(own), profile.userId]) {
    expect([...left].filter((row) => row.includes(`|${key}`))).toEqual([]);
  }
  const goodbye = [...left].filter((row) => row.includes(`"${own}"`));
  expect(goodbye).toHaveLength(1);
  expect(goodbye[0]).toContain("account-deleted");
});
