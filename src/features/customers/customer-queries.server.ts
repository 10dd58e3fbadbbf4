import { asc, desc, eq, or, sql } from "drizzle-orm";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { customerNotes } from "#db/schema/customer-notes.server.ts";
import { addresses, profiles } from "#db/schema/identity.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isAdmin } from "#features/identity/actor.ts";
import { addressColumns } from "#features/identity/address-queries.server.ts";
import type { InboxRow } from "#features/inbox/inbox-list-queries.server.ts";
import { listInboxOf } from "#features/inbox/inbox-list-queries.server.ts";
import type { OrderStatus } from "#features/orders/order.ts";
import { findObstacles } from "./erasure-obstacles.server.ts";
import type { ErasureObstacles } from "./erasure-obstacles.ts";

/** An account as the owner may see it: no session, no measures, no password. */
export type CustomerAccount = {
  name: string;
  isStaff: boolean;
  emailVerified: boolean;
  emailNotifications: boolean;
  orderUpdates: boolean;
  createdAt: Date;
};

/** What somebody of the shop wrote about a customer. */
export type CustomerNote = {
  id: string;
  authorName: string;
  isOwn: boolean;
  note: string;
  createdAt: Date;
};

/** Everything the owner may know of one customer. */
export type Customer = {
  email: string;
  name: string;
  phones: readonly string[];
  account: CustomerAccount | null;
  addresses: readonly (DeliveryAddress & { isDefault: boolean })[];
  orders: readonly { id: string; status: OrderStatus; createdAt: Date; total: MoneyAmount }[];
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

const MOST_SHOWN = 100;

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

/** The orders of an address and of its account, as a condition. */
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
      currency: orders.currency,
      address: orders.shippingAddress,
    })
    .from(orders)
    .where(ordersOf(email, userId))
    .orderBy(desc(orders.createdAt))
    .limit(MOST_SHOWN);
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
    .limit(MOST_SHOWN);
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

/** One customer by mail address, for an admin; body measures stay with the atelier and are not told here. */
export async function findCustomer(
  db: Queryable,
  input: { actor: Actor; email: string },
): Promise<Result<Customer, "forbidden" | "not_found">> {
  const { actor } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  const email = input.email.toLowerCase();
  const found = await findAccount(db, email);
  const { id: userId = null, ...account } = found ?? {};
  const [bought, returns, written, kept, notes] = await Promise.all([
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
    ...kept.map(({ phone }) => phone),
    ...entries.map(({ phone }) => phone),
    ...bought.map(({ address }) => address?.phone ?? ""),
  ];
  return ok({
    email,
    name: found?.name || entries[0]?.name || sentTo?.fullName || "",
    phones: [...new Set(phones.filter(Boolean))],
    account: found && (account as CustomerAccount),
    addresses: kept,
    orders: bought.map(({ totalMinor, currency, address: _, ...order }) => ({
      ...order,
      total: money(totalMinor, currency === "GYD" ? "GYD" : "USD"),
    })),
    returns,
    entries,
    notes,
    obstacles: await findObstacles(db, { email, userId, isStaff: found?.isStaff ?? false }),
  });
}
