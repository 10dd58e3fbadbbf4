import { asc, desc, eq, inArray, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { cartLines, wishlistEntries } from "#db/schema/cart.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { addresses, measurementProfiles, profiles, sessions } from "#db/schema/identity.server.ts";
import { contactMessages, guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { returnRequests } from "#db/schema/returns.server.ts";
import { backInStockRequests } from "#db/schema/stock.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import { isSignedIn } from "#features/identity/actor.ts";

type OrderRow = typeof orders.$inferSelect;

const amount = (minorUnits: number) => (minorUnits / 100).toFixed(2);

async function ordersOf(db: Queryable, userId: string) {
  const rows: OrderRow[] = await db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt));
  if (rows.length === 0) return [];
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId));
  const lines = await db
    .select()
    .from(orderItems)
    .where(inArray(orderItems.orderId, own))
    .orderBy(asc(orderItems.position));
  const returns = await db
    .select()
    .from(returnRequests)
    .where(inArray(returnRequests.orderId, own));
  const linesOf = Map.groupBy(lines, (line) => line.orderId);
  const returnsOf = Map.groupBy(returns, (each) => each.orderId);
  return rows.map((order) => ({
    id: order.id,
    placedAt: order.createdAt,
    paidAt: order.completedAt,
    status: order.status,
    email: order.customerEmail,
    currency: order.currency,
    subtotal: amount(order.subtotalMinor),
    discount: amount(order.discountMinor),
    shipping: amount(order.shippingMinor),
    tax: amount(order.taxMinor),
    total: amount(order.totalMinor),
    refunded: amount(order.refundedMinor),
    shippingMethod: order.shippingMethod,
    shippingAddress: order.shippingAddress,
    lines: (linesOf.get(order.id) ?? []).map((line) => ({
      productName: line.productName,
      size: line.size,
      color: line.colorName,
      quantity: line.quantity,
      unitPrice: amount(line.unitPriceMinor),
      discount: amount(line.discountMinor),
    })),
    returns: (returnsOf.get(order.id) ?? []).map(
      ({ authorizationNumber, reason, note, createdAt }) => ({
        authorizationNumber,
        reason,
        note,
        announcedAt: createdAt,
      }),
    ),
  }));
}

/** The cart and the wishlist that follow the customer, what was taken out of them lately included: it is kept, so it is told. */
async function choicesOf(db: Queryable, userId: string) {
  return {
    cart: await db
      .select({
        product: products.name,
        size: cartLines.size,
        color: cartLines.color,
        quantity: cartLines.quantity,
        changedAt: cartLines.changedAt,
      })
      .from(cartLines)
      .innerJoin(products, eq(products.id, cartLines.productId))
      .where(eq(cartLines.userId, userId))
      .orderBy(desc(cartLines.changedAt)),
    wishlist: await db
      .select({
        product: products.name,
        saved: wishlistEntries.saved,
        changedAt: wishlistEntries.changedAt,
      })
      .from(wishlistEntries)
      .innerJoin(products, eq(products.id, wishlistEntries.productId))
      .where(eq(wishlistEntries.userId, userId))
      .orderBy(desc(wishlistEntries.changedAt)),
  };
}

/** What was written to the house under the account's email; nothing while nobody confirmed that the email is theirs. */
async function messagesOf(db: Queryable, profile: { email: string; emailVerified: boolean }) {
  if (!profile.emailVerified) return { messages: [], inquiries: [], backInStock: [] };
  const email = profile.email.toLowerCase();
  return {
    messages: await db
      .select({
        kind: contactMessages.kind,
        fullName: contactMessages.fullName,
        phone: contactMessages.phone,
        subject: contactMessages.subject,
        message: contactMessages.message,
        writtenAt: contactMessages.createdAt,
      })
      .from(contactMessages)
      .where(eq(sql`lower(${contactMessages.email})`, email))
      .orderBy(desc(contactMessages.createdAt)),
    inquiries: await db
      .select({
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
      })
      .from(guyanaSalesInquiries)
      .where(eq(sql`lower(${guyanaSalesInquiries.email})`, email))
      .orderBy(desc(guyanaSalesInquiries.createdAt)),
    backInStock: await db
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
      .orderBy(desc(backInStockRequests.createdAt)),
  };
}

/** Everything the shop keeps of the actor, for them to take along: money as decimals, measures in millimetres, no secret among it. */
export async function exportAccount(
  deps: { db: Queryable },
  input: { actor: Actor },
): Promise<Result<Record<string, unknown>, "forbidden">> {
  const { actor } = input;
  if (!isSignedIn(actor)) return fail("forbidden");
  const { db } = deps;
  const { userId } = actor;
  const [profile] = await db
    .select({
      firstName: profiles.firstName,
      lastName: profiles.lastName,
      email: profiles.email,
      emailVerified: profiles.emailVerified,
      emailNotifications: profiles.emailNotifications,
      orderUpdates: profiles.orderUpdates,
      createdAt: profiles.createdAt,
    })
    .from(profiles)
    .where(eq(profiles.id, userId));
  if (!profile) return fail("forbidden");
  const book = await db.select().from(addresses).where(eq(addresses.userId, userId));
  return ok({
    profile,
    addresses: book.map(({ id: _id, userId: _userId, ...address }) => address),
    orders: await ordersOf(db, userId),
    measurements: await db
      .select({
        label: measurementProfiles.label,
        measures: measurementProfiles.measures,
        consentAt: measurementProfiles.consentAt,
        updatedAt: measurementProfiles.updatedAt,
      })
      .from(measurementProfiles)
      .where(eq(measurementProfiles.userId, userId)),
    sessions: await db
      .select({
        device: sessions.userAgent,
        address: sessions.ipAddress,
        signedInAt: sessions.createdAt,
        lastUsedAt: sessions.updatedAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    ...(await choicesOf(db, userId)),
    ...(await messagesOf(db, profile)),
  });
}
