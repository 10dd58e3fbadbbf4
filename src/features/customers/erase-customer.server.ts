import { eq, or, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine } from "#core/submitted-text.ts";
import type { Database, Transaction } from "#db/client.server.ts";
import { donations } from "#db/schema/donations.server.ts";
import { profiles, verifications } from "#db/schema/identity.server.ts";
import { contactMessages, guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { paymentEvents, savedOrderViews, testPaymentSessions } from "#db/schema/orders.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { recordChanges } from "#features/audit/record-change.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { requestProviderCustomerDeletion } from "#features/payments/delete-provider-customers.server.ts";
import type { JobQueue } from "#platform/jobs.server.ts";
import { ordersOf } from "./customer-queries.server.ts";
import { eraseByEmail, eraseFromOrders, eraseVerifications } from "./erase-traces.server.ts";
import { findObstacles } from "./erasure-obstacles.server.ts";
import type { EraseCustomerFailure } from "./erasure-obstacles.ts";

type Person = { email: string; userId: string | null };

/** Mails to, from or about the person, whatever became of them. */
async function eraseMails(
  tx: Transaction,
  { email }: Person,
  about: readonly string[],
): Promise<void> {
  const isAbout = about.map((id) => sql`${mailOutbox.dedupeKey} like ${`%${id}%`}`);
  await tx
    .delete(mailOutbox)
    .where(
      or(
        eq(sql`lower(${mailOutbox.recipient})`, email),
        eq(sql`lower(${mailOutbox.replyTo})`, email),
        ...isAbout,
      ),
    );
}

/** Links that were mailed to the person, what payment messages said of them, and lists kept to find them. */
async function eraseWaiting(tx: Transaction, { email, userId }: Person): Promise<void> {
  await tx
    .delete(verifications)
    .where(
      sql`position(${email} in lower(${verifications.identifier} || ' ' || ${verifications.value})) > 0`,
    );
  if (userId) await eraseVerifications(tx, userId);
  const says = (column: unknown) =>
    sql`position(${JSON.stringify(email)} in lower(${column}::text)) > 0`;
  await tx.update(paymentEvents).set({ payload: {} }).where(says(paymentEvents.payload));
  await tx
    .update(testPaymentSessions)
    .set({ request: {}, outcome: null })
    .where(or(says(testPaymentSessions.request), says(testPaymentSessions.outcome)));
  const search = encodeURIComponent(email).toLowerCase();
  await tx
    .delete(savedOrderViews)
    .where(sql`position(${search} in lower(${savedOrderViews.query})) > 0`);
}

/** The ids of what the person wrote and of the returns they announced, by which mails about them are known. */
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

/** Takes everything away that says who the person is; what the log may keep of it. */
async function erase(tx: Transaction, person: Person) {
  const { email, userId } = person;
  const written = await idsOfWritten(tx, person);
  const orderIds = await eraseFromOrders(tx, ordersOf(email, userId));
  await eraseMails(tx, person, [...written, ...orderIds]);
  await eraseByEmail(tx, email);
  await eraseWaiting(tx, person);
  if (userId) await tx.delete(profiles).where(eq(profiles.id, userId));
  return { hadAccount: userId !== null, orders: orderIds.length };
}

/**
 * Erases a person on request, with an account or without (decision A4 for those who ask by letter): everything that says who they are
 * goes, orders and gifts stay for the books without it, all in one transaction; the customer at the payment provider follows by a job. The typed address is the confirmation; no mail says so,
 * because the address is gone. The log keeps that somebody was erased and how much, never who.
 */
export async function eraseCustomer(
  deps: { db: Database; jobs: JobQueue },
  input: { actor: Actor; email: string; submittedEmail: string; isUnfinishedKnown: boolean },
): Promise<Result<null, EraseCustomerFailure>> {
  const { actor } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const email = input.email.toLowerCase();
  if (tidyLine(input.submittedEmail).toLowerCase() !== tidyLine(email))
    return fail("not_confirmed");
  return deps.db.transaction(async (tx) => {
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
    const isUnfinished = obstacles.toShip + obstacles.openReturns > 0;
    if (isUnfinished && !input.isUnfinishedKnown) return fail("unfinished" as const);
    const after = await erase(tx, person);
    await requestProviderCustomerDeletion(tx, deps.jobs);
    await recordChanges(tx, actor, [
      {
        action: "erased",
        subject: "customer",
        subjectId: newId(),
        before: null,
        after: { name: "a person on request", ...after },
      },
    ]);
    return ok(null);
  });
}
