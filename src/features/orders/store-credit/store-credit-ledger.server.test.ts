import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { storeCreditAccounts, storeCreditEntries } from "#db/schema/store-credit.server.ts";
import type { SignedIn } from "#features/base/identity/actor.ts";
import { visitor } from "#features/base/identity/actor.ts";
import { HOME } from "#tests/support/addresses.ts";
import { fixedClock } from "#tests/support/clock.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { createTestDatabase } from "#tests/support/database.ts";
import { createOrder } from "#tests/support/orders.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import { creditTokenIn, giveStoreCredit, mailedCreditToken } from "#tests/support/store-credit.ts";
import { revokeStoreCredit } from "./issue-store-credit.server.ts";
import { ensureCreditAccount, writeCreditEntry } from "./store-credit-ledger.server.ts";
import {
  findCreditViewByToken,
  findMyCreditView,
  findSpendableCredit,
} from "./store-credit-queries.server.ts";

let database: TestDatabase;
let owner: SignedIn;

beforeAll(async () => {
  database = await createTestDatabase();
  const email = "rosa@example.com";
  const userId = await createCustomer(database.db, { email, role: "admin", name: "Rosa" });
  owner = { role: "admin", userId, name: "Rosa", email };
});
afterAll(() => database.close());

const deps = () => ({
  db: database.db,
  jobs: { send: async () => undefined } as never,
  clock: fixedClock("2026-11-20T12:00:00Z"),
  publicUrl: "https://shop.example",
});

const give = (email: string, dollars: number, key = randomUUID(), actor = owner) =>
  giveStoreCredit(deps(), {
    actor,
    email,
    orderId: null,
    note: "A gift",
    key,
    amount: money(dollars * 100),
  });

async function booksOf(accountId: string) {
  const [account] = await database.db
    .select()
    .from(storeCreditAccounts)
    .where(eq(storeCreditAccounts.id, accountId));
  const [sum] = await database.db
    .select({ minor: sql<string>`coalesce(sum(${storeCreditEntries.amountMinor}), 0)` })
    .from(storeCreditEntries)
    .where(eq(storeCreditEntries.accountId, accountId));
  return { balance: account?.balanceMinor, sum: Number(sum?.minor) };
}

// Specification 2.122
test("the balance is the sum of its entries and never negative, however concurrent changes interleave", async () => {
  const changes = fc.array(
    fc.integer({ min: -6_000, max: 4_000 }).filter((amount) => amount !== 0),
    {
      minLength: 1,
      maxLength: 12,
    },
  );
  await fc.assert(
    fc.asyncProperty(changes, async (amounts) => {
      const { db } = database;
      const email = `${randomUUID()}@example.com`;
      const account = await db.transaction((tx) =>
        ensureCreditAccount(tx, { email, currency: "USD" }),
      );
      const results = await Promise.all(
        amounts.map((amountMinor) =>
          db.transaction((tx) =>
            writeCreditEntry(tx, account.id, {
              kind: amountMinor > 0 ? "issue" : "spend",
              amountMinor,
            }),
          ),
        ),
      );
      const applied = amounts.filter((_, index) => results[index] !== null);
      const { balance, sum } = await booksOf(account.id);
      expect(balance).toBe(sum);
      expect(sum).toBe(applied.reduce((total, amount) => total + amount, 0));
      expect(balance).toBeGreaterThanOrEqual(0);
    }),
    { numRuns: 12 },
  );
});

test("the database itself refuses a negative balance", async () => {
  const given = await give("strict@example.com", 10);
  if (!given.ok) throw new Error(given.error);
  const overdrawn = database.db
    .update(storeCreditAccounts)
    .set({ balanceMinor: -1 })
    .where(eq(storeCreditAccounts.id, given.value.id));
  await expect(overdrawn).rejects.toMatchObject({
    cause: { constraint: "store_credit_accounts_never_negative" },
  });
});

// Specification 2.122
test("the owner gives credit once a press, and the customer has a mail with the private link", async () => {
  const key = randomUUID();
  const [first] = await Promise.all([
    give("Asha@Example.com", 50, key),
    give("asha@example.com", 50, key),
  ]);
  if (!first.ok) throw new Error(first.error);
  expect(first.value.balance).toEqual(money(5_000));
  const mails = await database.db
    .select()
    .from(mailOutbox)
    .where(eq(mailOutbox.recipient, "asha@example.com"));
  expect(mails).toHaveLength(1);
  const token = creditTokenIn(mails[0]?.textBody);
  expect(mails[0]?.textBody).toContain(`https://shop.example/store-credit/${token}`);
  const view = await findCreditViewByToken(database.db, token);
  expect(view?.entries).toMatchObject([{ kind: "issue", amount: money(5_000), actorName: "" }]);
  expect(await findCreditViewByToken(database.db, "f".repeat(64))).toBeNull();
});

// Specification 2.122
test("credit that was given a hundred years ago is still there and is spent in full", async () => {
  const { db } = database;
  const given = await give("patient@example.com", 50);
  if (!given.ok) throw new Error(given.error);
  const { id } = given.value;
  const token = await mailedCreditToken(db, given.value.email);
  const longAgo = { createdAt: new Date("1926-11-20T12:00:00Z") };
  await db.update(storeCreditAccounts).set(longAgo).where(eq(storeCreditAccounts.id, id));
  await db.update(storeCreditEntries).set(longAgo).where(eq(storeCreditEntries.accountId, id));
  const view = await findCreditViewByToken(db, token);
  expect(view).toMatchObject({ balance: money(5_000), entries: [{ at: longAgo.createdAt }] });
  const spent = await db.transaction((tx) =>
    writeCreditEntry(tx, id, { kind: "spend", amountMinor: -5_000 }),
  );
  expect(spent).not.toBeNull();
  expect(await booksOf(id)).toEqual({ balance: 0, sum: 0 });
});

test("credit under the key of another customer's is given and mailed to each", async () => {
  const key = randomUUID();
  const emails = ["first-key@example.com", "second-key@example.com"];
  for (const email of emails) {
    expect(await give(email, 20, key)).toMatchObject({
      ok: true,
      value: { balance: { minorUnits: 2_000 } },
    });
  }
  for (const email of emails) {
    expect(await database.db.$count(mailOutbox, eq(mailOutbox.recipient, email))).toBe(1);
  }
});

test("only an admin gives credit, with an amount, a reason and an email", async () => {
  const stranger = visitor as unknown as SignedIn;
  expect(await give("a@example.com", 10, randomUUID(), stranger)).toMatchObject({
    error: "forbidden",
  });
  for (const dollars of [0, -5, 10_001]) {
    expect(await give("a@example.com", dollars)).toMatchObject({ error: "amount" });
  }
  expect(await give("", 10)).toMatchObject({ error: "no_email" });
  expect(await give("deleted-account@shop.invalid", 10)).toMatchObject({ error: "no_email" });
});

test("credit that was given by mistake is taken back, but never what is spent already", async () => {
  const email = "revoked@example.com";
  await give(email, 30);
  const receive = (minor: number, key: string = randomUUID()) =>
    revokeStoreCredit(deps(), { actor: owner, email, amount: money(minor), note: "Typo", key });
  expect(await receive(3_001)).toEqual({ ok: false, error: "used" });
  for (const key of ["one", "one"]) {
    expect(await receive(1_000, key)).toMatchObject({ value: { balance: money(2_000) } });
  }
});

test("a signed-in customer has the credit of their own email only once it is confirmed", async () => {
  const email = "kim@example.com";
  await give(email, 20);
  const unconfirmed = await createCustomer(database.db, { email, name: "Kim" });
  const actor = { role: "customer", userId: unconfirmed, name: "Kim", email } as const;
  await database.db.execute(
    sql`update profiles set email_verified = false where id = ${unconfirmed}`,
  );
  expect(await findMyCreditView(database.db, { actor })).toBeNull();
  await database.db.execute(
    sql`update profiles set email_verified = true where id = ${unconfirmed}`,
  );
  expect((await findMyCreditView(database.db, { actor }))?.balance).toEqual(money(2_000));
  const spendable = { actor, token: null, currency: "USD" };
  expect((await findSpendableCredit(database.db, spendable))?.balance).toEqual(money(2_000));
  expect(await findSpendableCredit(database.db, { ...spendable, actor: visitor })).toBeNull();
});

test("the mail greets by the name of the newest paid order, and never by one that a stranger gave with an unpaid order", async () => {
  const { db } = database;
  const customerEmail = "mira@example.com";
  const orderFor = async (fullName: string, day: string, status: "completed" | "pending") => {
    const createdAt = new Date(`${day}T12:00:00Z`);
    const id = await createOrder(db, { customerEmail, createdAt, status });
    await db
      .update(orders)
      .set({ shippingAddress: { ...HOME, fullName } })
      .where(eq(orders.id, id));
  };
  await orderFor("Mira Singh", "2026-11-01", "completed");
  await orderFor("Open evil.example", "2026-11-10", "pending");
  await give("Mira@Example.com", 5);
  const [mail] = await db.select().from(mailOutbox).where(eq(mailOutbox.recipient, customerEmail));
  expect(mail?.textBody).toContain("Dear Mira Singh,");
});
