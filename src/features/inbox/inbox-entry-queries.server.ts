import { asc, eq, sql } from "drizzle-orm";
import { isEmail } from "#core/email.ts";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { contactMessages, guyanaSalesInquiries, inboxReplies } from "#db/schema/inbox.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import type { EmailStatus } from "#features/mail/outbox.ts";
import type { EntryKind, EntryStatus } from "./inbox-entry.ts";
import type { MessageDetail } from "./message-form.ts";
import { messageDetails } from "./message-form.ts";

/** The piece that an inquiry asks for; `path` is null when it is not in the shop any more. */
export type RequestedProduct = {
  name: string;
  path: string | null;
  picture: { id: string; focalX: number; focalY: number } | null;
  size: string;
  colorName: string;
  quantity: number;
};

/** An answer with what became of its mail; null when the mail was erased since. */
export type InboxReply = {
  id: string;
  authorName: string;
  body: string;
  createdAt: Date;
  mail: { id: string; status: EmailStatus; lastError: string | null } | null;
};

/** An entry with everything that was sent. */
export type InboxEntry = {
  id: string;
  kind: EntryKind;
  name: string;
  /** How an answer may begin. */
  calledBy: string;
  email: string;
  /** Whether a mail can be sent there at all. */
  canBeMailed: boolean;
  phone: string;
  /** Lines; empty for messages. */
  address: readonly string[];
  about: string;
  /** Further fields of the form, with their labels. */
  details: readonly MessageDetail[];
  words: string;
  status: EntryStatus;
  createdAt: Date;
  answeredAt: Date | null;
  closedAt: Date | null;
  piece: RequestedProduct | null;
  replies: readonly InboxReply[];
};

const picture = sql<RequestedProduct["picture"]>`(
  select json_build_object('id', m.id, 'focalX', m.focal_x, 'focalY', m.focal_y)
    from product_images i join media m on m.id = i.media_id where i.product_id = ${products.id}
   order by i.primary_image desc, i.position, i.id limit 1)`;

type Found = Omit<InboxEntry, "replies" | "canBeMailed">;

async function findInquiry(db: Queryable, id: string): Promise<Found | null> {
  const [row] = await db
    .select({
      inquiry: guyanaSalesInquiries,
      isOffered: sql<boolean>`${products.id} is not null and ${products.deletedAt} is null`,
      picture,
    })
    .from(guyanaSalesInquiries)
    .leftJoin(products, eq(products.id, guyanaSalesInquiries.productId))
    .where(eq(guyanaSalesInquiries.id, id));
  if (!row) return null;
  const { inquiry } = row;
  const { firstName, lastName, email, phone, status, createdAt, answeredAt, closedAt } = inquiry;
  const town = [inquiry.city, inquiry.postalCode].filter(Boolean).join(", ");
  return {
    ...{ id, email, phone, status, createdAt, answeredAt, closedAt },
    kind: "inquiry",
    name: `${firstName} ${lastName}`,
    calledBy: firstName,
    address: [...inquiry.address.split("\n"), town],
    about: inquiry.productName,
    details: [],
    words: inquiry.additionalNotes,
    piece: {
      name: inquiry.productName,
      path: row.isOffered ? `/product/${inquiry.productId}` : null,
      picture: row.picture,
      size: inquiry.size,
      colorName: inquiry.colorName,
      quantity: inquiry.quantity,
    },
  };
}

async function findMessage(db: Queryable, id: string): Promise<Found | null> {
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
  if (!row) return null;
  const { kind, email, phone, status, createdAt, answeredAt, closedAt } = row;
  return {
    ...{ id, kind, email, phone, status, createdAt, answeredAt, closedAt },
    name: row.fullName,
    calledBy: row.fullName,
    address: [],
    about: row.subject,
    details: messageDetails(row),
    words: row.message,
    piece: null,
  };
}

async function listReplies(db: Queryable, entry: Found): Promise<InboxReply[]> {
  const owner = entry.kind === "inquiry" ? inboxReplies.inquiryId : inboxReplies.messageId;
  const rows = await db
    .select({
      id: inboxReplies.id,
      authorName: inboxReplies.authorName,
      body: inboxReplies.body,
      createdAt: inboxReplies.createdAt,
      mailId: mailOutbox.id,
      status: mailOutbox.status,
      lastError: mailOutbox.lastError,
    })
    .from(inboxReplies)
    .leftJoin(mailOutbox, eq(mailOutbox.id, inboxReplies.mailId))
    .where(eq(owner, entry.id))
    .orderBy(asc(inboxReplies.createdAt), asc(inboxReplies.id));
  return rows.map(({ mailId, status, lastError, ...reply }) => ({
    ...reply,
    mail: mailId && status ? { id: mailId, status, lastError } : null,
  }));
}

/** One inquiry or message with its answers, for an admin. */
export async function findInboxEntry(
  db: Queryable,
  input: { actor: Actor; entryId: string },
): Promise<Result<InboxEntry, "forbidden" | "not_found">> {
  if (!isAdmin(input.actor)) return fail("forbidden");
  if (!isId(input.entryId)) return fail("not_found");
  const found = (await findInquiry(db, input.entryId)) ?? (await findMessage(db, input.entryId));
  if (!found) return fail("not_found");
  const canBeMailed = isEmail(found.email);
  return ok({ ...found, canBeMailed, replies: await listReplies(db, found) });
}
