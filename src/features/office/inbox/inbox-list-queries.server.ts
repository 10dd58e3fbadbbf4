import type { SQL } from "drizzle-orm";
import { asc, eq, sql } from "drizzle-orm";
import { canWriteTo } from "#core/email.ts";
import { isId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { products } from "#db/schema/catalog.server.ts";
import { contactMessages, guyanaSalesInquiries, inboxReplies } from "#db/schema/inbox.server.ts";
import { mailOutbox } from "#db/schema/mail.server.ts";
import { textContains } from "#db/text-contains.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import type { EmailStatus } from "#features/base/mail/outbox.ts";
import { SHOWN_STATUS } from "#features/base/mail/outbox-queries.server.ts";
import type { EntryKind, EntryStatus, InboxFilter } from "./inbox-entry.ts";
import { ENTRIES_A_PAGE } from "./inbox-entry.ts";
import type { InquiredFit } from "./inquired-fit.server.ts";
import type { MessageDetail } from "./message-form.ts";
import { messageDetails } from "./message-form.ts";

/** `path` is null when the product is deleted. `fit`: made to measure; `isMeasured` until the measurements are deleted. */
export type RequestedProduct = {
  name: string;
  path: string | null;
  image: { id: string; focalX: number; focalY: number } | null;
  size: string;
  colorName: string;
  quantity: number;
  fit: (InquiredFit & { isMeasured: boolean }) | null;
};

/** The status is null for an erased email. */
export type InboxReply = {
  id: string;
  authorName: string;
  body: string;
  createdAt: Date;
  mail: { id: string; status: EmailStatus; lastError: string | null } | null;
};

export type InboxEntry = {
  id: string;
  kind: EntryKind;
  name: string;
  /** A reply greets the person by it. */
  calledBy: string;
  email: string;
  canBeMailed: boolean;
  phone: string;
  /** Empty for messages. */
  address: readonly string[];
  about: string;
  details: readonly MessageDetail[];
  text: string;
  status: EntryStatus;
  createdAt: Date;
  respondedAt: Date | null;
  closedAt: Date | null;
  product: RequestedProduct | null;
  replies: readonly InboxReply[];
};

const productImage = sql<RequestedProduct["image"]>`(
  select json_build_object('id', m.id, 'focalX', m.focal_x, 'focalY', m.focal_y)
    from product_images i join media m on m.id = i.media_id where i.product_id = ${products.id}
   order by i.primary_image desc, i.position, i.id limit 1)`;

type Found = Omit<InboxEntry, "replies" | "canBeMailed">;

async function findInquiry(db: Queryable, id: string): Promise<Found | null> {
  const [row] = await db
    .select({
      inquiry: guyanaSalesInquiries,
      isOffered: sql<boolean>`${products.id} is not null and ${products.deletedAt} is null`,
      productImage,
    })
    .from(guyanaSalesInquiries)
    .leftJoin(products, eq(products.id, guyanaSalesInquiries.productId))
    .where(eq(guyanaSalesInquiries.id, id));
  if (!row) return null;
  const { inquiry } = row;
  const { firstName, lastName, email, phone, status, createdAt, respondedAt, closedAt } = inquiry;
  const town = [inquiry.city, inquiry.postalCode].filter(Boolean).join(", ");
  return {
    id,
    email,
    phone,
    status,
    createdAt,
    respondedAt,
    closedAt,
    kind: "inquiry",
    name: `${firstName} ${lastName}`.trim(),
    calledBy: firstName,
    address: [...inquiry.address.split("\n"), town],
    about: inquiry.productName,
    details: [],
    text: inquiry.additionalNotes,
    product: {
      name: inquiry.productName,
      path: row.isOffered ? `/product/${inquiry.productId}` : null,
      image: row.productImage,
      size: inquiry.size,
      colorName: inquiry.colorName,
      quantity: inquiry.quantity,
      fit: inquiry.fit && {
        options: inquiry.fit.options,
        unitPrice: money(
          inquiry.fit.unitPriceMinor,
          inquiry.fit.currency === "GYD" ? "GYD" : "USD",
        ),
        extraDays: inquiry.fit.extraDays,
        isMeasured: inquiry.specificationId !== null,
      },
    },
  };
}

async function findMessage(db: Queryable, id: string): Promise<Found | null> {
  const [row] = await db.select().from(contactMessages).where(eq(contactMessages.id, id));
  if (!row) return null;
  const { kind, email, phone, status, createdAt, respondedAt, closedAt } = row;
  return {
    id,
    kind,
    email,
    phone,
    status,
    createdAt,
    respondedAt,
    closedAt,
    name: row.fullName,
    calledBy: row.fullName,
    address: [],
    about: row.subject,
    details: messageDetails(row),
    text: row.message,
    product: null,
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
      status: SHOWN_STATUS,
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

/** An entry with replies, for an admin. */
export const findInboxEntry = asAdmin(
  async (db: Queryable, input: { entryId: string }): Promise<Result<InboxEntry, "not_found">> => {
    if (!isId(input.entryId)) return fail("not_found");
    const found = (await findInquiry(db, input.entryId)) ?? (await findMessage(db, input.entryId));
    if (!found) return fail("not_found");
    const canBeMailed = canWriteTo(found.email);
    return ok({ ...found, canBeMailed, replies: await listReplies(db, found) });
  },
);

export type InboxRow = {
  id: string;
  kind: EntryKind;
  name: string;
  email: string;
  /** The product or subject; "" for volunteers. */
  about: string;
  excerpt: string;
  status: EntryStatus;
  createdAt: Date;
};

/** Only entries that match the search count. */
export type InboxCount = { kind: EntryKind; status: EntryStatus; count: number };

type InboxList = {
  rows: readonly InboxRow[];
  counts: readonly InboxCount[];
  /** On all pages of the filter. */
  total: number;
  /** At most the last page. */
  page: number;
  pageCount: number;
};

const EXCERPT = 200;

const entries = sql.raw(`(
  select id, 'inquiry' as kind, trim(first_name || ' ' || last_name) as name, email, product_name as about, additional_notes as text, status, created_at
    from guyana_sales_inquiries
  union all
  select id, kind, full_name, email, subject, message, status, created_at from contact_messages) as entries`);

/** The entry that is due next is first; the newest answered or closed ones follow. */
const NEAREST_FIRST = sql.raw(
  "status <> 'new', case when status = 'new' then created_at end, created_at desc, id desc",
);

function searched(search: string): SQL {
  if (search === "") return sql.raw("true");
  const columns = ["name", "email", "about", "text"].map((column) => sql.raw(column));
  return textContains(columns, search);
}

/** A page of the inbox for an admin, due next first; two statements. */
export const listInbox = asAdmin(
  async (db: Queryable, input: { filter: InboxFilter }): Promise<Result<InboxList>> => {
    const { filter } = input;
    const where = searched(filter.search);
    const counted = await db.execute<InboxCount>(
      sql`select kind, status, count(*)::int as count from ${entries} where ${where} group by kind, status`,
    );
    const { kind, status } = filter;
    const total = counted.rows
      .filter((row) => (!kind || row.kind === kind) && (!status || row.status === status))
      .reduce((sum, { count }) => sum + count, 0);
    const pageCount = Math.max(1, Math.ceil(total / ENTRIES_A_PAGE));
    const page = Math.min(filter.page, pageCount);
    const { rows } = await db.execute<Omit<InboxRow, "createdAt"> & { createdAt: string }>(sql`
    select id, kind, name, email, about, left(text, ${EXCERPT}::int) as excerpt, status, created_at as "createdAt"
      from ${entries} where ${where}${kind ? sql` and kind = ${kind}` : sql.raw("")}
       ${status ? sql`and status = ${status}` : sql.raw("")}
     order by ${NEAREST_FIRST} limit ${ENTRIES_A_PAGE} offset ${(page - 1) * ENTRIES_A_PAGE}`);
    return ok({
      rows: rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) })),
      counts: counted.rows,
      total,
      page,
      pageCount,
    });
  },
);

export type UnansweredEntry = Pick<InboxRow, "id" | "kind" | "name" | "about" | "createdAt">;

/** Lists unanswered entries, oldest first, for the reminder. */
export async function listUnanswered(db: Queryable): Promise<UnansweredEntry[]> {
  const { rows } = await db.execute<Omit<UnansweredEntry, "createdAt"> & { createdAt: string }>(sql`
    select id, kind, name, about, created_at as "createdAt" from ${entries} where status = 'new' order by created_at, id`);
  return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
}

/** Unanswered entries for an admin, oldest first. */
export const listNearPromise = asAdmin(
  async (db: Queryable, input: { most: number; besides?: string }): Promise<Result<InboxRow[]>> => {
    const others = input.besides ? sql`and id <> ${input.besides}::uuid` : sql.raw("");
    const { rows } = await db.execute<Omit<InboxRow, "createdAt"> & { createdAt: string }>(sql`
    select id, kind, name, email, about, left(text, ${EXCERPT}::int) as excerpt, status, created_at as "createdAt"
      from ${entries} where status = 'new' ${others} order by created_at, id limit ${input.most}`);
    return ok(rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) })));
  },
);

const MAX_OF_ONE = 100;

/** Messages of an email (lower case), newest first, for an admin. */
export const listInboxOf = asAdmin(
  async (
    db: Queryable,
    input: { email: string },
  ): Promise<Result<(InboxRow & { phone: string })[]>> => {
    const { email } = input;
    type Row = Omit<InboxRow, "createdAt"> & { phone: string; createdAt: string };
    const { rows } = await db.execute<Row>(sql`
    select id, 'inquiry' as kind, trim(first_name || ' ' || last_name) as name, email, product_name as about,
           left(additional_notes, ${EXCERPT}::int) as excerpt, status, created_at as "createdAt", phone
      from guyana_sales_inquiries where lower(email) = ${email}
    union all
    select id, kind, full_name, email, subject, left(message, ${EXCERPT}::int), status, created_at, phone
      from contact_messages where lower(email) = ${email}
     order by "createdAt" desc limit ${MAX_OF_ONE}`);
    return ok(rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) })));
  },
);
