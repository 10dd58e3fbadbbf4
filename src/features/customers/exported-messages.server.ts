import { asc, desc, eq, sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { inboxReplies } from "#db/schema/customer-notes.server.ts";
import { contactMessages, guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { backInStockRequests } from "#db/schema/stock.server.ts";

/** What the shop answered to everything written under an email, the oldest first, by what it answers; who of the shop wrote it is theirs. */
async function answersTo(db: Queryable, email: string) {
  const rows = await db
    .select({
      inquiryId: inboxReplies.inquiryId,
      messageId: inboxReplies.messageId,
      answer: { answer: inboxReplies.body, answeredAt: inboxReplies.createdAt },
    })
    .from(inboxReplies)
    .leftJoin(guyanaSalesInquiries, eq(guyanaSalesInquiries.id, inboxReplies.inquiryId))
    .leftJoin(contactMessages, eq(contactMessages.id, inboxReplies.messageId))
    .where(eq(sql`lower(coalesce(${guyanaSalesInquiries.email}, ${contactMessages.email}))`, email))
    .orderBy(asc(inboxReplies.createdAt), asc(inboxReplies.id));
  const byEntry = Map.groupBy(rows, (row) => row.inquiryId ?? row.messageId);
  return (entryId: string) => (byEntry.get(entryId) ?? []).map(({ answer }) => answer);
}

async function messagesUnder(db: Queryable, email: string) {
  return db
    .select({
      id: contactMessages.id,
      entry: {
        kind: contactMessages.kind,
        fullName: contactMessages.fullName,
        phone: contactMessages.phone,
        subject: contactMessages.subject,
        message: contactMessages.message,
        writtenAt: contactMessages.createdAt,
      },
    })
    .from(contactMessages)
    .where(eq(sql`lower(${contactMessages.email})`, email))
    .orderBy(desc(contactMessages.createdAt));
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
      answeredAt: backInStockRequests.notifiedAt,
    })
    .from(backInStockRequests)
    .innerJoin(productVariants, eq(productVariants.id, backInStockRequests.variantId))
    .innerJoin(products, eq(products.id, productVariants.productId))
    .where(eq(sql`lower(${backInStockRequests.email})`, email))
    .orderBy(desc(backInStockRequests.createdAt));
}

/**
 * What was written to the house under the account's email, in capitals or small letters, and what the house answered; nothing while nobody
 * confirmed that the email is theirs.
 */
export async function exportMessages(
  db: Queryable,
  profile: { email: string; emailVerified: boolean },
) {
  if (!profile.emailVerified) return { messages: [], inquiries: [], backInStock: [] };
  const email = profile.email.toLowerCase();
  const messages = await messagesUnder(db, email);
  const inquiries = await inquiriesUnder(db, email);
  const answers = await answersTo(db, email);
  return {
    messages: messages.map(({ id, entry }) => ({ ...entry, answers: answers(id) })),
    inquiries: inquiries.map(({ id, entry }) => ({ ...entry, answers: answers(id) })),
    backInStock: await waitingUnder(db, email),
  };
}
