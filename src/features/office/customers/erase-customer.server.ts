import type { SQL } from "drizzle-orm";
import { and, eq, inArray, like, ne, notInArray, or, sql } from "drizzle-orm";
import { DELETED_EMAIL, emailAsStored } from "#core/email.ts";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { withLongStatements } from "#db/client.server.ts";
import { auditLog } from "#db/schema/audit.server.ts";
import { customerNotes } from "#db/schema/customers.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import {
  passwordResetRequests,
  profiles,
  staffInvitations,
  verifications,
} from "#db/schema/identity.server.ts";
import { contactMessages, guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { backInStockRequests } from "#db/schema/inventory.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { orders, savedOrderViews } from "#db/schema/orders.server.ts";
import { paymentEvents, testPaymentSessions } from "#db/schema/payments.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { storeCreditAccounts, storeCreditEntries } from "#db/schema/store-credit.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Actor, Admin } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { eraseAttempts } from "#features/base/identity/attempts.server.ts";
import { asConfirmedAdmin } from "#features/base/identity/guards.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSiteShell } from "#features/catalog/site-shell/site-shell-queries.server.ts";
import { reportDeletedCustomer } from "#features/garments/production/customer-deleted.server.ts";
import { deleteSpecificationsOfAccount } from "#features/garments/specification/old-specifications.server.ts";
import { deleteEntries } from "#features/office/inbox/old-entries.server.ts";
import { claimGuestOrders } from "#features/orders/order/claim-orders.server.ts";
import { createCreditLink } from "#features/orders/store-credit/store-credit-ledger.server.ts";
import { findMyCreditView } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { requestProviderCustomerDeletion } from "#features/sales/payments/provider-customers.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { JobQueue } from "#platform/job-queue.server.ts";
import { goodbyeEmail } from "./account-email.ts";
import { findObstacles, ordersOf } from "./customer-queries.server.ts";
import { eraseFromOrders } from "./erase-orders.server.ts";
import type { EraseCustomerFailure } from "./erasure-obstacles.ts";

/** If confirmed; donations stay without it. */
async function eraseByEmail(tx: Transaction, email: string): Promise<void> {
  const lower = email.toLowerCase();
  await tx.delete(contactMessages).where(eq(sql`lower(${contactMessages.email})`, lower));
  const requested = eq(sql`lower(${guyanaSalesInquiries.email})`, lower);
  await deleteEntries(tx, guyanaSalesInquiries, requested);
  await tx.delete(customerNotes).where(eq(customerNotes.email, lower));
  await tx.delete(backInStockRequests).where(eq(sql`lower(${backInStockRequests.email})`, lower));
  await tx
    .delete(passwordResetRequests)
    .where(eq(sql`lower(${passwordResetRequests.email})`, lower));
  // Store credit never expires: it stays with its private links.
  const credit = tx
    .select({ id: storeCreditAccounts.id })
    .from(storeCreditAccounts)
    .where(eq(storeCreditAccounts.email, lower));
  await tx
    .update(storeCreditEntries)
    .set({ note: "" })
    .where(inArray(storeCreditEntries.accountId, credit));
  await tx
    .update(storeCreditAccounts)
    .set({ email: null })
    .where(eq(storeCreditAccounts.email, lower));
  await tx
    .update(donations)
    .set({ email: DELETED_EMAIL })
    .where(eq(sql`lower(${donations.email})`, lower));
  await tx
    .delete(mailOutbox)
    .where(
      and(
        ne(mailOutbox.status, "queued"),
        or(
          eq(sql`lower(${mailOutbox.recipient})`, lower),
          eq(sql`lower(${mailOutbox.replyTo})`, lower),
        ),
      ),
    );
}

/** Emails that are owed because of money. */
const OWED = [
  "order-confirmation",
  "refund-promised",
  "refund",
  "refund-failed",
  "return",
  "donation-receipt",
  "store-credit",
  "deposit-owed",
  "deposit-undone",
  "transfer-late",
];

/**
 * Cancels unsent emails: with a confirmed email all but those about money, else only those about the account,
 * because the rest may belong to the email's owner.
 */
async function eraseWaitingMails(
  tx: Transaction,
  account: { email: string; isConfirmed: boolean },
): Promise<void> {
  await tx
    .delete(mailOutbox)
    .where(
      and(
        eq(mailOutbox.status, "queued"),
        eq(sql`lower(${mailOutbox.recipient})`, account.email.toLowerCase()),
        account.isConfirmed
          ? notInArray(mailOutbox.kind, OWED)
          : like(mailOutbox.kind, "account-%"),
      ),
    );
}

/** Ends every link and code emailed to the account, and what waits for one of its passkeys. */
async function eraseVerifications(tx: Transaction, userId: string): Promise<void> {
  const { identifier, value } = verifications;
  const namesAccount = sql`${userId} = any(regexp_split_to_array(${identifier}, '[|:]'))`;
  await tx.delete(verifications).where(or(eq(value, userId), namesAccount));
}

/** Wrong email, an order being paid, a deposit that has not gone back yet, or a staff account. */
export type DeleteAccountFailure =
  | "forbidden"
  | "not_confirmed"
  | "order_pending"
  | "deposit_owed"
  | "staff";

/**
 * Deletes the actor's account (decision A4): personal data, sessions, addresses, measurements, messages;
 * orders stay anonymous; a last email confirms; the office is told of garments in work. One transaction; a job deletes
 * the provider's customer. The submitted email confirms.
 */
export async function deleteAccount(
  deps: { db: Database; jobs: JobQueue; publicUrl: string },
  input: { actor: Actor; submittedEmail: string },
): Promise<Result<null, DeleteAccountFailure>> {
  const { actor } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  // Anonymises guest orders of the same person too.
  await claimGuestOrders(deps, { actor });
  return withLongStatements(deps.db, async (tx) => {
    const [profile] = await tx
      .select({
        email: profiles.email,
        verified: profiles.emailVerified,
        role: profiles.role,
      })
      .from(profiles)
      .where(eq(profiles.id, actor.userId))
      .for("update");
    if (!profile) return fail("forbidden" as const);
    if (profile.role === "admin") return fail("staff" as const);
    if (emailAsStored(input.submittedEmail).toLowerCase() !== profile.email.toLowerCase()) {
      return fail("not_confirmed" as const);
    }
    const [pending] = await tx
      .select({ id: orders.id })
      .from(orders)
      .where(and(eq(orders.userId, actor.userId), eq(orders.status, "pending")))
      .limit(1);
    if (pending) return fail("order_pending" as const);
    // Of an unconfirmed email anybody may have the account: neither what its owner did as a guest nor what is counted for her is theirs.
    const ownEmail = profile.verified ? profile.email.toLowerCase() : "";
    // Nobody could say any more to whom it goes back.
    const { owedBackMinor } = await findObstacles(tx, {
      email: ownEmail,
      userId: actor.userId,
      isStaff: false,
    });
    if (owedBackMinor > 0) return fail("deposit_owed" as const);
    const credit = await findMyCreditView(tx, { actor });
    await deleteSpecificationsOfAccount(tx, actor.userId);
    const orderIds = await eraseFromOrders(tx, eq(orders.userId, actor.userId));
    await reportDeletedCustomer(tx, deps, orderIds);
    if (profile.verified) {
      await eraseByEmail(tx, profile.email);
      await eraseWaiting(tx, { email: profile.email.toLowerCase(), userId: actor.userId });
    }
    await eraseWaitingMails(tx, { email: profile.email, isConfirmed: profile.verified });
    await eraseVerifications(tx, actor.userId);
    await eraseAccountChanges(tx, actor.userId);
    await eraseAttempts(tx, { email: ownEmail, userId: actor.userId });
    await tx.delete(profiles).where(eq(profiles.id, actor.userId));
    await requestProviderCustomerDeletion(tx, deps.jobs);
    await sayGoodbye(tx, deps, { credit, email: profile.email, userId: actor.userId });
    return ok(null);
  });
}

/** The last email, with the link to store credit that is left. */
async function sayGoodbye(
  tx: Transaction,
  { jobs, publicUrl }: { jobs: JobQueue; publicUrl: string },
  account: { credit: Awaited<ReturnType<typeof findMyCreditView>>; email: string; userId: string },
): Promise<void> {
  const { credit, email, userId } = account;
  const { general } = await getSiteShell(tx);
  const left = credit && credit.balance.minorUnits > 0 ? credit : null;
  await enqueueEmail(tx, jobs, {
    ...goodbyeEmail({
      ...general,
      siteUrl: publicUrl,
      credit: left && {
        balance: left.balance,
        url: `${publicUrl}${await createCreditLink(tx, left.id)}`,
      },
    }),
    dedupeKey: `account-deleted:${userId}`,
    recipient: email,
  });
}

type Person = { email: string; userId: string | null };

/** Erases emails to, from or about the person. */
async function eraseMails(
  tx: Transaction,
  { email }: Person,
  about: readonly string[],
): Promise<void> {
  // The id stands between colons.
  const parts = sql`string_to_array(${mailOutbox.dedupeKey}, ':')`;
  await tx
    .delete(mailOutbox)
    .where(
      or(
        eq(sql`lower(${mailOutbox.recipient})`, email),
        eq(sql`lower(${mailOutbox.replyTo})`, email),
        sql`${parts} && ${sql.param([...about])}::text[]`,
      ),
    );
}

/** Condition: a JSON value is this email. Quotes make it the whole value. */
const hasValue = (column: unknown, email: string) =>
  sql`position(${JSON.stringify(email)} in lower(${column}::text)) > 0`;

/** Condition: an email in the text is this one, between characters emails cannot contain. */
const namesEmail = (text: SQL, email: string) =>
  sql`${email} = any(regexp_split_to_array(lower(${text}), '[[:space:],;:<>"()\\[\\]{}\\\\]+'))`;

/** Who did what and when stays, without personal values. */
async function eraseFromLog(tx: Transaction, email: string): Promise<void> {
  await tx
    .update(auditLog)
    .set({ before: null, after: null })
    .where(or(hasValue(auditLog.before, email), hasValue(auditLog.after, email)));
}

/** What was changed of the account's ways in: its entries name its email, confirmed or not. */
async function eraseAccountChanges(tx: Transaction, userId: string): Promise<void> {
  await tx
    .update(auditLog)
    .set({ before: null, after: null })
    .where(and(eq(auditLog.subject, "customer"), eq(auditLog.subjectId, userId)));
}

/** Refused attempts at the account: its email of then may be another one. */
async function eraseRefusals(tx: Transaction, userId: string): Promise<void> {
  await tx
    .delete(auditLog)
    .where(and(eq(auditLog.subject, "refusal"), eq(auditLog.subjectId, userId)));
}

/** Saved searches for exactly this email. */
async function eraseSavedSearches(tx: Transaction, email: string): Promise<void> {
  const views = await tx
    .select({ id: savedOrderViews.id, query: savedOrderViews.query })
    .from(savedOrderViews);
  const isAbout = (query: string) =>
    [...new URLSearchParams(query).values()].some((value) =>
      value
        .toLowerCase()
        .split(/[\s,;:<>"()[\]\\]+/)
        .includes(email),
    );
  const ids = views.filter(({ query }) => isAbout(query)).map(({ id }) => id);
  if (ids.length > 0) await tx.delete(savedOrderViews).where(inArray(savedOrderViews.id, ids));
}

/** Links, payment messages, log values and lists that name the person. */
async function eraseWaiting(tx: Transaction, { email, userId }: Person): Promise<void> {
  await tx
    .delete(verifications)
    .where(namesEmail(sql`${verifications.identifier} || ' ' || ${verifications.value}`, email));
  if (userId) {
    await eraseVerifications(tx, userId);
    await eraseRefusals(tx, userId);
  }
  await tx.delete(staffInvitations).where(eq(sql`lower(${staffInvitations.email})`, email));
  const says = (column: unknown) => hasValue(column, email);
  await tx.update(paymentEvents).set({ payload: {} }).where(says(paymentEvents.payload));
  await tx
    .update(testPaymentSessions)
    .set({
      // The rest is needed to read the session for a refund.
      request: sql`${testPaymentSessions.request} || jsonb_build_object('customerEmail', ${DELETED_EMAIL}::text)`,
      outcome: sql`${testPaymentSessions.outcome} - 'email' || '{"address": null, "buyerTaxNumber": ""}'::jsonb`,
    })
    .where(or(says(testPaymentSessions.request), says(testPaymentSessions.outcome)));
  await eraseSavedSearches(tx, email);
  await eraseFromLog(tx, email);
}

/** Messages and returns, which identify emails about them. */
async function idsOfWritten(tx: Transaction, { email, userId }: Person): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id::text from ${guyanaSalesInquiries} where lower(email) = ${email}
    union all select id::text from ${contactMessages} where lower(email) = ${email}
    union all select id::text from ${donations} where lower(email) = ${email}
    union all select r.authorization_number from ${returnRequests} r join orders o on o.id = r.order_id
     where lower(o.customer_email) = ${email} or o.user_id = ${userId}::uuid
    union all select r.id::text from inbox_replies r
      left join guyana_sales_inquiries i on i.id = r.inquiry_id left join contact_messages m on m.id = r.message_id
     where lower(i.email) = ${email} or lower(m.email) = ${email}
    union all select s.id::text from shipments s join orders o on o.id = s.order_id
     where lower(o.customer_email) = ${email} or o.user_id = ${userId}::uuid`);
  return rows.map(({ id }) => id);
}

/** Returns the orders, and what the log may keep. */
async function erase(tx: Transaction, person: Person) {
  const { email, userId } = person;
  const written = await idsOfWritten(tx, person);
  if (userId) await deleteSpecificationsOfAccount(tx, userId);
  const orderIds = await eraseFromOrders(tx, ordersOf(email, userId));
  await eraseMails(tx, person, [...written, ...orderIds]);
  await eraseByEmail(tx, email);
  await eraseWaiting(tx, person);
  await eraseAttempts(tx, person);
  if (userId) await tx.delete(profiles).where(eq(profiles.id, userId));
  return { orderIds, logged: { hadAccount: userId !== null, orders: orderIds.length } };
}

/**
 * Erases a person on request, with or without an account (decision A4): everything identifying; orders and
 * donations stay anonymous. One transaction; a job deletes the provider's customer. The submitted email
 * confirms; nobody but the office is told, of garments in work; the log names no one.
 */
export const eraseCustomer = asConfirmedAdmin(
  async (
    deps: { db: Database; jobs: JobQueue; clock: Clock; publicUrl: string },
    input: { actor: Admin; email: string; submittedEmail: string; isUnfinishedKnown: boolean },
  ): Promise<Result<null, EraseCustomerFailure>> => {
    const { actor } = input;
    const email = input.email.toLowerCase();
    if (emailAsStored(input.submittedEmail).toLowerCase() !== tidyLine(email))
      return fail("not_confirmed");
    return withLongStatements(deps.db, async (tx) => {
      const [profile] = await tx
        .select({ id: profiles.id, role: profiles.role })
        .from(profiles)
        .where(eq(sql`lower(${profiles.email})`, email))
        .for("update");
      const person = { email, userId: profile?.id ?? null };
      const isStaff = profile?.role === "admin";
      const obstacles = await findObstacles(tx, { ...person, isStaff });
      if (isStaff) return fail("staff" as const);
      if (obstacles.beingPaid > 0) return fail("order_pending" as const);
      const { creditMinor, openReturns, owedBackMinor, toShip, unfinished } = obstacles;
      const isUnfinished = toShip + openReturns + unfinished + creditMinor + owedBackMinor > 0;
      if (isUnfinished && !input.isUnfinishedKnown) return fail("unfinished" as const);
      const { logged, orderIds } = await erase(tx, person);
      await reportDeletedCustomer(tx, deps, orderIds);
      await requestProviderCustomerDeletion(tx, deps.jobs);
      await recordChanges(tx, actor, [
        {
          action: "erased",
          subject: "customer",
          subjectId: newId(),
          before: null,
          after: { name: "a person on request", ...logged },
        },
      ]);
      return ok(null);
    });
  },
);
