import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, sql } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Queryable } from "#db/client.server.ts";
import { contracts } from "#db/schema/contracts.server.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { measurementReads } from "#db/schema/measurement.server.ts";
import { measurementGroups, measurementLinks } from "#db/schema/measurement-links.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { fitSpecifications } from "#db/schema/specifications.server.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import { garmentTypeOf } from "#features/body/measurement/required-measurements.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { OrderableLink } from "./measurement-link.ts";
import { ORDER_CONSENT } from "./measurement-link.ts";
import { openLinkProfile } from "./sealed-links.server.ts";

/** Done and not shared, by a person who agreed that the atelier reads the numbers when the clothes are ordered. */
const isOrderable = () =>
  and(
    isNotNull(measurementLinks.doneAt),
    isNotNull(measurementLinks.sealed),
    isNull(measurementLinks.sharedAt),
    gte(measurementLinks.consentVersion, ORDER_CONSENT),
  );

/** The people whom a sender can order for without seeing a number. Reads no measurements. */
export async function listOrderableLinks(
  db: Queryable,
  senderId: string,
): Promise<OrderableLink[]> {
  return db
    .select({
      id: measurementLinks.id,
      personName: measurementLinks.personName,
      garment: measurementGroups.garment,
      occasion: measurementGroups.name,
    })
    .from(measurementLinks)
    .innerJoin(measurementGroups, eq(measurementGroups.id, measurementLinks.groupId))
    .where(and(eq(measurementGroups.userId, senderId), isOrderable()))
    .orderBy(asc(measurementLinks.createdAt), asc(measurementLinks.id));
}

/** The links whose person shared a copy with the sender's account; the copy has the link's id. */
export async function listSharedLinks(
  db: Queryable,
  senderId: string,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .select({ id: measurementLinks.id })
    .from(measurementLinks)
    .innerJoin(measurementGroups, eq(measurementGroups.id, measurementLinks.groupId))
    .where(and(eq(measurementGroups.userId, senderId), isNotNull(measurementLinks.sharedAt)));
  return new Set(rows.map(({ id }) => id));
}

/**
 * What the person of one of the sender's links measured, for a garment of the kind that they were asked for; null for another
 * kind, another account's link, and once it is shared, withdrawn or deleted. For the specification only: the sender must not
 * read it.
 */
export async function findLinkForOrder(
  { db, measurementBox }: { db: Queryable; measurementBox: SecretBox },
  { garment, linkId, senderId }: { senderId: string; linkId: string; garment: string },
): Promise<{ personName: string; measuredFor: string; profile: MeasurementProfile } | null> {
  if (!isId(linkId)) return null;
  const { id, personName, sealed } = measurementLinks;
  const [link] = await db
    .select({ id, personName, sealed, measuredFor: measurementGroups.garment })
    .from(measurementLinks)
    .innerJoin(measurementGroups, eq(measurementGroups.id, measurementLinks.groupId))
    .where(and(eq(id, linkId), eq(measurementGroups.userId, senderId), isOrderable()));
  if (!link || garmentTypeOf(link.measuredFor) !== garment) return null;
  const profile = openLinkProfile(measurementBox, link);
  return profile && { personName: link.personName, measuredFor: link.measuredFor, profile };
}

/**
 * What the person of a link has measured by now, whoever asks; null once it is shared, withdrawn or deleted. For the atelier's
 * contract and the person's own page: the sender must not read it.
 */
export async function findMeasuredByLink(
  { db, measurementBox }: { db: Queryable; measurementBox: SecretBox },
  linkId: string,
): Promise<MeasurementProfile | null> {
  const { id, sealed } = measurementLinks;
  const [link] = await db
    .select({ id, sealed })
    .from(measurementLinks)
    .where(and(eq(id, linkId), isOrderable()));
  return link ? openLinkProfile(measurementBox, link) : null;
}

/** The lines that were ordered with the numbers of a link, newest order first. */
export async function listLinesOfLink(db: Queryable, linkId: string): Promise<string[]> {
  const rows = await db
    .select({ id: orderItems.id })
    .from(fitSpecifications)
    .innerJoin(orderItems, eq(orderItems.specificationId, fitSpecifications.id))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(eq(fitSpecifications.linkId, linkId))
    .orderBy(desc(orders.createdAt), asc(orderItems.position));
  return rows.map(({ id }) => id);
}

/** Empties what was specified with these people's numbers, in carts too. What is ordered is in its contract. */
export async function eraseSpecificationsOfLinks(
  tx: Queryable,
  linkIds: readonly string[],
): Promise<void> {
  await tx
    .update(fitSpecifications)
    .set({ sealed: null })
    .where(
      and(inArray(fitSpecifications.linkId, [...linkIds]), isNotNull(fitSpecifications.sealed)),
    );
}

/** `staffName`: null after the account of the staff member is gone. */
type LinkRead = { garment: string; staffName: string | null; purpose: string; readAt: Date };

export type OrderedByLink = {
  /** Names of garments, newest first; nothing else of the order. */
  garments: string[];
  /** Each time that the atelier opened the numbers, newest first. */
  reads: readonly LinkRead[];
};

/** What was ordered with the numbers of a link, and when the atelier read them. For the measured person. */
export async function findOrderedByLink(db: Queryable, linkId: string): Promise<OrderedByLink> {
  const items = await db
    .select({ garment: orderItems.productName })
    .from(fitSpecifications)
    .innerJoin(orderItems, eq(orderItems.specificationId, fitSpecifications.id))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(
      and(
        eq(fitSpecifications.linkId, linkId),
        sql`${orders.status} not in ('cancelled', 'expired')`,
      ),
    )
    .orderBy(desc(orders.createdAt), asc(orderItems.position));
  const reads = await db
    .select({
      garment: orderItems.productName,
      staffName: profiles.name,
      purpose: measurementReads.purpose,
      readAt: measurementReads.readAt,
    })
    .from(fitSpecifications)
    .innerJoin(orderItems, eq(orderItems.specificationId, fitSpecifications.id))
    .innerJoin(contracts, eq(contracts.orderItemId, orderItems.id))
    .innerJoin(measurementReads, eq(measurementReads.subjectId, contracts.id))
    .leftJoin(profiles, eq(profiles.id, measurementReads.staffId))
    .where(and(eq(fitSpecifications.linkId, linkId), eq(measurementReads.subject, "contract")))
    .orderBy(desc(measurementReads.readAt));
  return {
    garments: items.map(({ garment }) => garment),
    reads,
  };
}
