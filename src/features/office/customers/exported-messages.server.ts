import { asc, desc, eq, sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { contactMessages, guyanaSalesInquiries, inboxReplies } from "#db/schema/inbox.server.ts";
import { backInStockRequests } from "#db/schema/inventory.server.ts";
import { mapMessageFields } from "#features/office/inbox/message-form.ts";

/** The shop's replies to what was written under this email, oldest first and without their authors. */
async function repliesTo(db: Queryable, email: string) {
  const rows = await db
    .select({
      inquiryId: inboxReplies.inquiryId,
      messageId: inboxReplies.messageId,
      reply: { answer: inboxReplies.body, respondedAt: inboxReplies.createdAt },
    })
    .from(inboxReplies)
    .leftJoin(guyanaSalesInquiries, eq(guyanaSalesInquiries.id, inboxReplies.inquiryId))
    .leftJoin(contactMessages, eq(contactMessages.id, inboxReplies.messageId))
    .where(eq(sql`lower(coalesce(${guyanaSalesInquiries.email}, ${contactMessages.email}))`, email))
    .orderBy(asc(inboxReplies.createdAt), asc(inboxReplies.id));
  const byEntry = Map.groupBy(rows, (row) => row.inquiryId ?? row.messageId);
  return (entryId: string) => (byEntry.get(entryId) ?? []).map(({ reply }) => reply);
}

async function messagesUnder(db: Queryable, email: string) {
  const rows = await db
    .select()
    .from(contactMessages)
    .where(eq(sql`lower(${contactMessages.email})`, email))
    .orderBy(desc(contactMessages.createdAt));
  return rows.map((row) => {
    // The email is the account's own.
    const { email: _email, ...fields } = mapMessageFields((name) => row[name]);
    return { id: row.id, entry: { kind: row.kind, ...fields, writtenAt: row.createdAt } };
  });
}

async function inquiriesUnder(db: Queryable, email: string) {
  return db
    .select({
      id: guyanaSalesInquiries.id,
      entry: {
        firstName: guyanaSalesInquiries.firstName,
        lastName: guyanaSalesInquiries.lastName,
        phone: guyanaSalesInquiries.phone,
        address: guyanaSalesInquiries.address,
        city: guyanaSalesInquiries.city,
        postalCode: guyanaSalesInquiries.postalCode,
        productName: guyanaSalesInquiries.productName,
        size: guyanaSalesInquiries.size,
        quantity: guyanaSalesInquiries.quantity,
        madeToMeasure: guyanaSalesInquiries.fit,
        notes: guyanaSalesInquiries.additionalNotes,
        writtenAt: guyanaSalesInquiries.createdAt,
      },
    })
    .from(guyanaSalesInquiries)
    .where(eq(sql`lower(${guyanaSalesInquiries.email})`, email))
    .orderBy(desc(guyanaSalesInquiries.createdAt));
}

async function waitingUnder(db: Queryable, email: string) {
  return db
    .select({
      product: products.name,
      size: productVariants.size,
      color: productVariants.color,
      askedAt: backInStockRequests.createdAt,
      respondedAt: backInStockRequests.notifiedAt,
    })
    .from(backInStockRequests)
    .innerJoin(productVariants, eq(productVariants.id, backInStockRequests.variantId))
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(eq(sql`lower(${backInStockRequests.email})`, email))
    .orderBy(desc(backInStockRequests.createdAt));
}

/**
 * What was written under the account's email in any case, with the replies. Nothing for an email that is not confirmed, because
 * it may be another person's.
 */
export async function exportMessages(
  db: Queryable,
  profile: { email: string; emailVerified: boolean },
) {
  if (!profile.emailVerified) return { messages: [], inquiries: [], backInStock: [] };
  const email = profile.email.toLowerCase();
  const messages = await messagesUnder(db, email);
  const inquiries = await inquiriesUnder(db, email);
  const repliesOf = await repliesTo(db, email);
  return {
    messages: messages.map(({ id, entry }) => ({ ...entry, answers: repliesOf(id) })),
    inquiries: inquiries.map(({ id, entry }) => ({ ...entry, answers: repliesOf(id) })),
    backInStock: await waitingUnder(db, email),
  };
}
