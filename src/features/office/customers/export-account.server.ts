import { asc, desc, eq, sql } from "drizzle-orm";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { cartLines, wishlistEntries } from "#db/schema/cart.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { addresses } from "#db/schema/customers.server.ts";
import { shipmentItems, shipments } from "#db/schema/fulfillment.server.ts";
import { profiles, sessions } from "#db/schema/identity.server.ts";
import { contactMessages, guyanaSalesInquiries, inboxReplies } from "#db/schema/inbox.server.ts";
import { backInStockRequests } from "#db/schema/inventory.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { returnRequestItems, returnRequests } from "#db/schema/returns.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { listSentGroups } from "#features/body/links/sent-links.server.ts";
import { listMyReads } from "#features/body/measurement/measurement-reads.server.ts";
import { listProfiles } from "#features/body/measurement/profiles.server.ts";
import { exportFit } from "#features/garments/alterations/export-fit.server.ts";
import { listDetails, listMeasurements } from "#features/garments/contract/contract-changes.ts";
import { openContractsOfOrder } from "#features/garments/contract/contract-queries.server.ts";
import { exportPatterns } from "#features/garments/order-patterns/customer-drawings.server.ts";
import { exportGarments } from "#features/garments/garment/garment-queries.server.ts";
import type { OpenedProposal } from "#features/garments/proposals/proposal-queries.server.ts";
import { openProposalsOfLine } from "#features/garments/proposals/proposal-queries.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import {
  customerView,
  hiddenNumbersMessage,
} from "#features/garments/specification/specification.ts";
import { listOwnSpecifications } from "#features/garments/specification/specification-queries.server.ts";
import { mapMessageFields } from "#features/office/inbox/message-form.ts";
import { findMyCreditView } from "#features/orders/store-credit/store-credit-queries.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";

const amount = (minorUnits: number) => (minorUnits / 100).toFixed(2);

const item = {
  productName: orderItems.productName,
  size: orderItems.size,
  color: orderItems.colorName,
};

async function linesOf(db: Queryable, userId: string) {
  const rows = await db
    .select({
      orderId: orderItems.orderId,
      line: {
        ...item,
        quantity: orderItems.quantity,
        unitPriceMinor: orderItems.unitPriceMinor,
        discountMinor: orderItems.discountMinor,
      },
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(orderItems.position));
  const reported = rows.map(({ orderId, line: { unitPriceMinor, discountMinor, ...line } }) => ({
    orderId,
    line: { ...line, unitPrice: amount(unitPriceMinor), discount: amount(discountMinor) },
  }));
  return Map.groupBy(reported, ({ orderId }) => orderId);
}

/** Oldest first, with their items. */
async function shipmentsOf(db: Queryable, userId: string) {
  const rows = await db
    .select({
      id: shipments.id,
      orderId: shipments.orderId,
      parcel: {
        carrier: shipments.carrier,
        trackingNumber: shipments.trackingNumber,
        trackingUrl: shipments.trackingUrl,
        shippedAt: shipments.shippedAt,
        deliveredAt: shipments.deliveredAt,
      },
    })
    .from(shipments)
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(shipments.shippedAt), asc(shipments.id));
  const packed = await db
    .select({ id: shipments.id, product: { ...item, quantity: shipmentItems.quantity } })
    .from(shipmentItems)
    .innerJoin(shipments, eq(shipments.id, shipmentItems.shipmentId))
    .innerJoin(orders, eq(orders.id, shipments.orderId))
    .innerJoin(orderItems, eq(orderItems.id, shipmentItems.orderItemId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(orderItems.position));
  const itemsOf = Map.groupBy(packed, ({ id }) => id);
  const reported = rows.map(({ id, orderId, parcel: shipment }) => ({
    orderId,
    parcel: { ...shipment, pieces: (itemsOf.get(id) ?? []).map((each) => each.product) },
  }));
  return Map.groupBy(reported, ({ orderId }) => orderId);
}

/** Oldest first, with items, without staff notes. */
async function returnsOf(db: Queryable, userId: string) {
  const rows = await db
    .select({
      id: returnRequests.id,
      orderId: returnRequests.orderId,
      announced: {
        authorizationNumber: returnRequests.authorizationNumber,
        reason: returnRequests.reason,
        note: returnRequests.note,
        status: returnRequests.status,
        announcedAt: returnRequests.createdAt,
        receivedAt: returnRequests.receivedAt,
        closedAt: returnRequests.closedAt,
      },
    })
    .from(returnRequests)
    .innerJoin(orders, eq(orders.id, returnRequests.orderId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(returnRequests.createdAt), asc(returnRequests.id));
  const returned = await db
    .select({
      id: returnRequests.id,
      product: {
        ...item,
        quantity: returnRequestItems.quantity,
        received: returnRequestItems.receivedQuantity,
      },
    })
    .from(returnRequestItems)
    .innerJoin(returnRequests, eq(returnRequests.id, returnRequestItems.returnRequestId))
    .innerJoin(orders, eq(orders.id, returnRequests.orderId))
    .innerJoin(orderItems, eq(orderItems.id, returnRequestItems.orderItemId))
    .where(eq(orders.userId, userId))
    .orderBy(asc(orderItems.position));
  const itemsOf = Map.groupBy(returned, ({ id }) => id);
  const reported = rows.map(({ id, orderId, announced }) => ({
    orderId,
    announced: { ...announced, pieces: (itemsOf.get(id) ?? []).map((each) => each.product) },
  }));
  return Map.groupBy(reported, ({ orderId }) => orderId);
}

type ReadDeps = { db: Queryable; measurementBox: SecretBox; clock: Clock };

/** Values in mm, degrees and grams, and the same as people read them. The caller has the customer's view. */
function readable(specification: FitSpecification | null) {
  if (!specification) return { specification, asText: null };
  const measured = listMeasurements(specification).map(({ confidence, label, text }) => {
    return [label, `${text}: ${confidence}`] as const;
  });
  const details = listDetails(specification).map(({ label, text }) => [label, text] as const);
  const hidden = hiddenNumbersMessage(specification);
  const asText = Object.fromEntries([...measured, ...details]);
  return { specification, asText: hidden ? { ...asText, Measurements: hidden } : asText };
}

/** Every version, with its measurements and patterns while they are stored, and every proposal with its answer. */
async function contractsOf(deps: ReadDeps, orderId: string) {
  const versions = await openContractsOfOrder(deps, orderId);
  const lines = Map.groupBy(versions, ({ orderItemId }) => orderItemId);
  const contracts: unknown[] = [];
  for (const [orderItemId, all] of lines) {
    const contents = all.flatMap(({ specification, terms, version }) =>
      specification ? [[version, { specification, terms }] as const] : [],
    );
    const proposals = await openProposalsOfLine(deps, orderItemId, new Map(contents), customerView);
    const proposed = ({
      respondedAt,
      changes,
      createdAt,
      note,
      reason,
      status,
    }: OpenedProposal) => {
      return { proposedAt: createdAt, status, respondedAt, note, reason, changes };
    };
    const drafted = await exportPatterns(deps, orderItemId);
    for (const { createdAt, hash, specification, state, terms, version } of all) {
      const agreed = { version, agreedAt: createdAt, state, hash, terms };
      const about = proposals.filter(({ baseVersion }) => baseVersion === version);
      const patterns = drafted
        .filter(({ contractVersion }) => contractVersion === version)
        .flatMap(({ pattern }) => (specification?.measuredByLink ? [] : pattern));
      contracts.push({
        ...agreed,
        ...readable(specification),
        proposals: about.map(proposed),
        patterns,
      });
    }
  }
  return contracts;
}

/** Newest first, without other accounts' orders under the email. */
async function exportOrders(deps: ReadDeps, userId: string) {
  const { db } = deps;
  const rows = await db
    .select()
    .from(orders)
    .where(eq(orders.userId, userId))
    .orderBy(desc(orders.createdAt));
  const lines = await linesOf(db, userId);
  const shipments = await shipmentsOf(db, userId);
  const returns = await returnsOf(db, userId);
  const contracts = new Map<string, unknown[]>();
  const garments = new Map<string, unknown[]>();
  for (const { id, madeToMeasure } of rows) {
    if (!madeToMeasure) continue;
    contracts.set(id, await contractsOf(deps, id));
    garments.set(id, await exportGarments(db, id));
  }
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
    companyTaxNumber: order.buyerTaxNumber,
    lines: (lines.get(order.id) ?? []).map(({ line }) => line),
    shipments: (shipments.get(order.id) ?? []).map(({ parcel: shipment }) => shipment),
    returns: (returns.get(order.id) ?? []).map(({ announced }) => announced),
    contracts: contracts.get(order.id) ?? [],
    garments: garments.get(order.id) ?? [],
  }));
}

/** Oldest first, without the author. */
async function repliesTo(db: Queryable, email: string) {
  const rows = await db
    .select({
      inquiryId: inboxReplies.inquiryId,
      messageId: inboxReplies.messageId,
      answer: { answer: inboxReplies.body, respondedAt: inboxReplies.createdAt },
    })
    .from(inboxReplies)
    .leftJoin(guyanaSalesInquiries, eq(guyanaSalesInquiries.id, inboxReplies.inquiryId))
    .leftJoin(contactMessages, eq(contactMessages.id, inboxReplies.messageId))
    .where(eq(sql`lower(coalesce(${guyanaSalesInquiries.email}, ${contactMessages.email}))`, email))
    .orderBy(asc(inboxReplies.createdAt), asc(inboxReplies.id));
  const byEntry = Map.groupBy(rows, (row) => row.inquiryId ?? row.messageId);
  return (entryId: string) => (byEntry.get(entryId) ?? []).map(({ answer: reply }) => reply);
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

/** Requires a confirmed email, in any case. Includes replies. */
async function exportMessages(db: Queryable, profile: { email: string; emailVerified: boolean }) {
  if (!profile.emailVerified) return { messages: [], inquiries: [], backInStock: [] };
  const email = profile.email.toLowerCase();
  const messages = await messagesUnder(db, email);
  const inquiries = await inquiriesUnder(db, email);
  const results = await repliesTo(db, email);
  return {
    messages: messages.map(({ id, entry }) => ({ ...entry, answers: results(id) })),
    inquiries: inquiries.map(({ id, entry }) => ({ ...entry, answers: results(id) })),
    backInStock: await waitingUnder(db, email),
  };
}

/** Includes recent removals, because they are stored. */
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

/** The account's email must be confirmed. */
async function creditOf(db: Queryable, actor: Actor) {
  const credit = await findMyCreditView(db, actor);
  if (!credit) return null;
  return {
    balance: amount(credit.balance.minorUnits),
    currency: credit.balance.currency,
    entries: credit.entries.map(({ amount: changed, at, kind, note, orderId }) => ({
      kind,
      note,
      orderId,
      at,
      amount: amount(changed.minorUnits),
    })),
  };
}

/** Every reading in millimetres, degrees and grams, and who opened them. */
async function measurementsOf(deps: ReadDeps, actor: Actor) {
  const people = await listProfiles(deps, { actor });
  const reads = await listMyReads(deps.db, { actor });
  const sent = await listSentGroups(deps, { actor });
  const specified = await listOwnSpecifications(deps, { actor });
  return {
    specifications: specified.map(({ specification, ...rest }) => ({
      ...rest,
      ...readable(specification),
    })),
    measurementLinks: sent.ok
      ? sent.value.map(({ createdAt, garment, links, name }) => ({
          name,
          garment,
          createdAt,
          // What these people measured is theirs.
          people: links.map(({ createdAt: sentAt, personName, state }) => ({
            name: personName,
            state,
            sentAt,
          })),
        }))
      : [],
    measurements: people.ok
      ? people.value.map(({ profile, consentAt, consentVersion, retention, updatedAt }) => ({
          ...(profile ?? { unreadable: true }),
          consentAt,
          consentVersion,
          retention,
          updatedAt,
        }))
      : [],
    fit: await exportFit(deps, { actor }),
    measurementReads: reads.ok
      ? reads.value.map(({ purpose, readAt, staffName, subject }) => ({
          subject,
          by: staffName,
          purpose,
          readAt,
        }))
      : [],
  };
}

/** Everything stored about the actor: money as decimals, measurements in millimetres, no secrets. */
export async function exportAccount(
  deps: ReadDeps,
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
    orders: await exportOrders(deps, userId),
    ...(await measurementsOf(deps, actor)),
    sessions: await db
      .select({
        device: sessions.userAgent,
        address: sessions.ipAddress,
        signedInAt: sessions.createdAt,
        lastUsedAt: sessions.updatedAt,
      })
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    storeCredit: await creditOf(db, actor),
    ...(await choicesOf(db, userId)),
    ...(await exportMessages(db, profile)),
  });
}
