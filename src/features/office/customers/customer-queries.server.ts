import type { SQL } from "drizzle-orm";
import { asc, desc, eq, or, sql } from "drizzle-orm";
import { addressLines } from "#core/address-lines.server.ts";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { DELETED_EMAIL } from "#core/email.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { addresses, customerNotes } from "#db/schema/customers.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { textContains } from "#db/text-contains.server.ts";
import type { Admin } from "#features/base/identity/actor.ts";
import { addressColumns } from "#features/base/identity/address-book.server.ts";
import { asAdmin } from "#features/base/identity/guards.server.ts";
import { listUnfinishedContracts } from "#features/garments/contract/contract-queries.server.ts";
import type { InboxRow } from "#features/office/inbox/inbox-list-queries.server.ts";
import { listInboxOf } from "#features/office/inbox/inbox-list-queries.server.ts";
import { LINES_TO_SHIP } from "#features/orders/order/list/order-conditions.server.ts";
import type { ShownStatus } from "#features/orders/order/order.ts";
import { shownStatusOf } from "#features/orders/order/order.ts";
import { REFUND_OWED_MINOR, REFUNDS_OWED } from "#features/orders/order/owed-refunds.server.ts";
import { TRANSFERS_BACK } from "#features/sales/payments/transfer-back-queries.server.ts";
import type { CustomerFilter, CustomerSort } from "./customer-filter.ts";
import { CUSTOMERS_A_PAGE, phoneDigits } from "./customer-filter.ts";
import type { ErasureObstacles } from "./erasure-obstacles.ts";
/** A person with an account, order or message; one row per lower-case email. */
export type CustomerRow = {
  email: string;
  name: string;
  hasAccount: boolean;
  /** The first contact. */
  since: Date;
  /** Paid orders. */
  orderCount: number;
  /** Paid less refunded and less what the owner has yet to send back, by currency. */
  spent: readonly MoneyAmount[];
  lastOrderAt: Date | null;
};

type CustomerList = {
  rows: readonly CustomerRow[];
  total: number;
  page: number;
  pageCount: number;
};

const orderings: Record<CustomerSort, SQL> = {
  newest: sql.raw("since desc, email"),
  spent: sql.raw("usd desc, gyd desc, email"),
  orders: sql.raw("orders desc, since desc, email"),
};

/** An account's orders under any email. */
const everybody = sql`
  bought as (
    select coalesce(lower(p.email), lower(o.customer_email)) as email, min(o.created_at) as first,
           count(o.completed_at)::int as orders, max(o.completed_at) as last,
           coalesce(sum(o.total_amount_minor - o.refunded_minor - coalesce(owed.minor, 0)) filter (where o.completed_at is not null and o.currency = 'USD'), 0) as usd,
           coalesce(sum(o.total_amount_minor - o.refunded_minor - coalesce(owed.minor, 0)) filter (where o.completed_at is not null and o.currency = 'GYD'), 0) as gyd
      from orders o left join profiles p on p.id = o.user_id left join (${REFUNDS_OWED}) owed on owed.order_id = o.id
     where o.customer_email <> ${DELETED_EMAIL} group by 1
  ), heard as (
    select email, min(first) as since, bool_or(is_account) as "hasAccount" from (
      select lower(email) as email, created_at as first, true as is_account from profiles where role = 'customer'
      union all select email, first, false from bought
      union all select lower(email), created_at, false from guyana_sales_inquiries
      union all select lower(email), created_at, false from contact_messages) each
     group by email
  )`;

/** Matches name, email or phone number. */
function meant(search: string): SQL {
  const has = (...columns: readonly string[]) =>
    textContains(
      columns.map((each) => sql.raw(each)),
      search,
    );
  const digits = phoneDigits(search);
  const phone = (column: string) =>
    digits === null
      ? sql.raw("false")
      : sql`regexp_replace(${sql.raw(column)}, '\\D', '', 'g') like ${`%${digits}%`}`;
  return sql`(
    select lower(email) from profiles where ${has("name", "email")}
    union select coalesce(lower(p.email), lower(o.customer_email)) from orders o left join profiles p on p.id = o.user_id
     where ${has("o.customer_email", "(o.shipping_address->>'fullName')")} or ${phone("o.shipping_address->>'phone'")}
    union select lower(p.email) from addresses a join profiles p on p.id = a.user_id
     where ${has("a.full_name")} or ${phone("a.phone")}
    union select lower(email) from guyana_sales_inquiries
     where ${has("(first_name || ' ' || last_name)", "email")} or ${phone("phone")}
    union select lower(email) from contact_messages where ${has("full_name", "email")} or ${phone("phone")})`;
}

/** The account's, else the newest inquiry's, message's or order's. */
const nameOf = sql.raw(`coalesce(
  (select nullif(name, '') from profiles where lower(email) = shown.email and role = 'customer'),
  (select first_name || ' ' || last_name from guyana_sales_inquiries where lower(email) = shown.email order by created_at desc limit 1),
  (select full_name from contact_messages where lower(email) = shown.email order by created_at desc limit 1),
  (select nullif(shipping_address->>'fullName', '') from orders where lower(customer_email) = shown.email order by created_at desc limit 1), '')`);

type Shown = {
  email: string;
  name: string;
  hasAccount: boolean;
  since: string;
  orders: number;
  usd: string;
  gyd: string;
  last: string | null;
};

/** Amounts above zero; none is zero dollars. */
function amounts({ usd, gyd }: Pick<Shown, "usd" | "gyd">): MoneyAmount[] {
  const dollars = money(Number(usd));
  const guyanese = money(Number(gyd), "GYD");
  if (guyanese.minorUnits === 0) return [dollars];
  return dollars.minorUnits === 0 ? [guyanese] : [dollars, guyanese];
}

/** A page of customers for an admin; one statement. */
export const listCustomers = asAdmin(
  async (db: Queryable, input: { filter: CustomerFilter }): Promise<Result<CustomerList>> => {
    const { page, search, sort } = input.filter;
    const wanted = search === "" ? sql.raw("") : sql`where heard.email in ${meant(search)}`;
    const { rows } = await db.execute<{ total: number; shown: Shown[] }>(sql`
    with ${everybody}, found as materialized (
      select heard.*, coalesce(orders, 0) as orders, coalesce(usd, 0) as usd, coalesce(gyd, 0) as gyd, last
        from heard left join bought using (email) ${wanted}
    ), shown as (
      select row_number() over () as place, page.* from (
        select * from found order by ${orderings[sort]} limit ${CUSTOMERS_A_PAGE}
        offset least(${(page - 1) * CUSTOMERS_A_PAGE}::bigint,
                     greatest(0, ((select count(*) from found) - 1) / ${CUSTOMERS_A_PAGE}::int * ${CUSTOMERS_A_PAGE}::int))) page
    )
    select (select count(*)::int from found) as total,
           (select coalesce(json_agg(json_build_object('email', email, 'name', ${nameOf}, 'hasAccount', "hasAccount", 'since', since,
                   'orders', orders, 'usd', usd::text, 'gyd', gyd::text, 'last', last) order by place), '[]') from shown) as shown`);
    const { total = 0, shown = [] } = rows[0] ?? {};
    const pageCount = Math.max(1, Math.ceil(total / CUSTOMERS_A_PAGE));
    return ok({
      total,
      pageCount,
      page: Math.min(page, pageCount),
      rows: shown.map((row) => ({
        email: row.email,
        name: row.name,
        hasAccount: row.hasAccount,
        since: new Date(row.since),
        orderCount: row.orders,
        spent: amounts(row),
        lastOrderAt: row.last === null ? null : new Date(row.last),
      })),
    });
  },
);

/** An account as staff see it, without sessions, measurements or password. */
type CustomerAccount = {
  name: string;
  isStaff: boolean;
  emailVerified: boolean;
  emailNotifications: boolean;
  orderUpdates: boolean;
  createdAt: Date;
};

export type CustomerNote = {
  id: string;
  authorName: string;
  isOwn: boolean;
  note: string;
  createdAt: Date;
};

type CustomerOrder = {
  id: string;
  status: ShownStatus;
  createdAt: Date;
  total: MoneyAmount;
  refunded: MoneyAmount;
  /** Decided refunds by transfer that the owner has not sent yet. */
  refundOwed: MoneyAmount;
};

export type Customer = {
  email: string;
  name: string;
  phones: readonly string[];
  account: CustomerAccount | null;
  addresses: readonly (DeliveryAddress & { isDefault: boolean; lines: readonly string[] })[];
  orders: readonly CustomerOrder[];
  returns: readonly {
    id: string;
    orderId: string;
    authorizationNumber: string;
    status: string;
    createdAt: Date;
  }[];
  entries: readonly InboxRow[];
  notes: readonly CustomerNote[];
  obstacles: ErasureObstacles;
};

const MAX_SHOWN = 100;

async function findAccount(db: Queryable, email: string) {
  const [row] = await db
    .select({
      id: profiles.id,
      name: profiles.name,
      isStaff: sql<boolean>`${profiles.role} = 'admin'`,
      emailVerified: profiles.emailVerified,
      emailNotifications: profiles.emailNotifications,
      orderUpdates: profiles.orderUpdates,
      createdAt: profiles.createdAt,
    })
    .from(profiles)
    .where(eq(sql`lower(${profiles.email})`, email));
  return row ?? null;
}

/** Condition: the orders of an email and its account. */
export function ordersOf(email: string, userId: string | null) {
  const byEmail = eq(sql`lower(${orders.customerEmail})`, email);
  return userId ? or(byEmail, eq(orders.userId, userId)) : byEmail;
}

async function listOrdersOf(db: Queryable, email: string, userId: string | null) {
  return db
    .select({
      id: orders.id,
      status: orders.status,
      createdAt: orders.createdAt,
      totalMinor: orders.totalMinor,
      refundedMinor: orders.refundedMinor,
      refundOwedMinor: REFUND_OWED_MINOR,
      currency: orders.currency,
      address: orders.shippingAddress,
    })
    .from(orders)
    .where(ordersOf(email, userId))
    .orderBy(desc(orders.createdAt))
    .limit(MAX_SHOWN);
}

function toCustomerOrder({
  createdAt,
  currency: stored,
  id,
  refundOwedMinor,
  refundedMinor,
  status,
  totalMinor,
}: Awaited<ReturnType<typeof listOrdersOf>>[number]): CustomerOrder {
  const currency = stored === "GYD" ? "GYD" : "USD";
  return {
    id,
    createdAt,
    status: shownStatusOf({ status, totalMinor, refundedMinor, refundOwedMinor }),
    total: money(totalMinor, currency),
    refunded: money(refundedMinor, currency),
    refundOwed: money(refundOwedMinor, currency),
  };
}

async function listReturnsOf(db: Queryable, email: string, userId: string | null) {
  return db
    .select({
      id: returnRequests.id,
      orderId: returnRequests.orderId,
      authorizationNumber: returnRequests.authorizationNumber,
      status: returnRequests.status,
      createdAt: returnRequests.createdAt,
    })
    .from(returnRequests)
    .innerJoin(orders, eq(orders.id, returnRequests.orderId))
    .where(ordersOf(email, userId))
    .orderBy(desc(returnRequests.createdAt))
    .limit(MAX_SHOWN);
}

async function listAddressesOf(db: Queryable, userId: string | null) {
  if (!userId) return [];
  return db
    .select(addressColumns)
    .from(addresses)
    .where(eq(addresses.userId, userId))
    .orderBy(desc(addresses.isDefault), asc(addresses.createdAt));
}

async function listNotes(db: Queryable, email: string, actorId: string): Promise<CustomerNote[]> {
  return db
    .select({
      id: customerNotes.id,
      authorName: customerNotes.authorName,
      isOwn: sql<boolean>`${customerNotes.authorId} is not distinct from ${actorId}::uuid`,
      note: customerNotes.note,
      createdAt: customerNotes.createdAt,
    })
    .from(customerNotes)
    .where(eq(customerNotes.email, email))
    .orderBy(desc(customerNotes.createdAt), desc(customerNotes.id));
}

/** A customer by email, for an admin, without measurements. */
export const findCustomer = asAdmin(
  async (
    db: Queryable,
    input: { actor: Admin; email: string },
  ): Promise<Result<Customer, "not_found">> => {
    const { actor } = input;
    const email = input.email.toLowerCase();
    const found = await findAccount(db, email);
    const { id: userId = null, ...account } = found ?? {};
    const [bought, returns, written, stored, notes] = await Promise.all([
      listOrdersOf(db, email, userId),
      listReturnsOf(db, email, userId),
      listInboxOf(db, { actor, email }),
      listAddressesOf(db, userId),
      listNotes(db, email, actor.userId),
    ]);
    const entries = written.ok ? written.value : [];
    if (!found && bought.length + entries.length + notes.length === 0) return fail("not_found");
    const [sentTo] = bought.flatMap(({ address }) => (address?.fullName ? [address] : []));
    const phones = [
      ...stored.map(({ phone }) => phone),
      ...entries.map(({ phone }) => phone),
      ...bought.map(({ address }) => address?.phone ?? ""),
    ];
    return ok({
      email,
      name: found?.name || entries[0]?.name || sentTo?.fullName || "",
      phones: [...new Set(phones.filter(Boolean))],
      account: found && (account as CustomerAccount),
      addresses: stored.map((each) => ({ ...each, lines: addressLines({ ...each, phone: "" }) })),
      orders: bought.map(toCustomerOrder),
      returns,
      entries,
      notes,
      obstacles: await findObstacles(db, { email, userId, isStaff: found?.isStaff ?? false }),
    });
  },
);

/** Counts what prevents erasing a person, and what warns. */
export async function findObstacles(
  db: Queryable,
  person: { email: string; userId: string | null; isStaff: boolean },
): Promise<ErasureObstacles> {
  const { email, userId, isStaff } = person;
  const isTheirs = sql`(lower(o.customer_email) = ${email} or o.user_id = ${userId}::uuid)`;
  const { rows } = await db.execute<Omit<ErasureObstacles, "isStaff" | "unfinished">>(sql`
    select (select count(*)::int from orders o where o.status = 'pending' and ${isTheirs}) as "beingPaid",
           (select count(*)::int from orders o where o.status = 'completed' and ${isTheirs}
             and o.id in (select order_id from (${LINES_TO_SHIP}) to_ship)) as "toShip",
           (select count(*)::int from return_requests r join orders o on o.id = r.order_id
             where r.status in ('announced', 'received') and ${isTheirs}) as "openReturns",
           (select coalesce(sum(owed.minor), 0)::float8 from (${TRANSFERS_BACK}) as owed join orders o on o.id = owed.order_id
             where ${isTheirs}) as "owedBackMinor",
           (select coalesce(sum(balance_minor), 0)::float8 from store_credit_accounts where email = ${email}) as "creditMinor"`);
  const unfinished = await listUnfinishedContracts(
    db,
    sql`(lower(${orders.customerEmail}) = ${email} or ${orders.userId} = ${userId}::uuid)`,
  );
  const none = { beingPaid: 0, toShip: 0, openReturns: 0, owedBackMinor: 0, creditMinor: 0 };
  return { isStaff, ...none, ...rows[0], unfinished: unfinished.length };
}
