import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import type { Queryable } from "#db/client.server.ts";
import { alterationRequests, fitFeedback } from "#db/schema/alterations.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import type { AppliedCorrection, Correction } from "#features/garments/fit-memory/correction.ts";
import { appliedTo } from "#features/garments/fit-memory/correction.ts";
import { isSameName } from "#features/garments/fit-memory/fit-memories.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { teachesFit } from "./alteration-rules.ts";
import type { OpenReport } from "./fit-feedback.server.ts";
import { openFeedback, openReport } from "./fit-feedback.server.ts";
import { findGarmentWithCustomer } from "./garment-access.server.ts";

type Deps = { db: Queryable; measurementBox: SecretBox };

/** More garments of one email are an account's matter; the newest count. */
const MAX_GARMENTS = 20;

/** What became of the requests about a garment: a fault of sewing, shrinkage or shipping teaches nothing about the fit. */
async function isAboutFit(db: Queryable, garmentId: string): Promise<boolean> {
  const rows = await db
    .select({ cause: alterationRequests.cause })
    .from(alterationRequests)
    .where(eq(alterationRequests.garmentId, garmentId));
  return rows.every(({ cause }) => cause === null || teachesFit(cause));
}

/**
 * What guests with this email reported about their garments, the newest report of each garment, oldest first. Nothing is stored
 * beyond the reports themselves: with them goes what they teach, and an account that adopts the orders merges them into its own
 * fit memory. Does not check who asks: what it finds may only become part of an order of the same email, and a guest reads the
 * contract of an order in a browser that has proven this email with a code.
 */
export async function listGuestReports(deps: Deps, email: string): Promise<readonly OpenReport[]> {
  const { db, measurementBox } = deps;
  const ofEmail = eq(sql`lower(${orders.customerEmail})`, email.trim().toLowerCase());
  const rows = await db
    .select({ report: fitFeedback })
    .from(fitFeedback)
    .innerJoin(garments, eq(garments.id, fitFeedback.garmentId))
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(and(ofEmail, isNull(orders.userId), isNotNull(fitFeedback.sealed)))
    .orderBy(desc(fitFeedback.createdAt), desc(fitFeedback.id));
  const newest = rows.filter(
    ({ report }, index) =>
      rows.findIndex((each) => each.report.garmentId === report.garmentId) === index,
  );
  const opened: OpenReport[] = [];
  for (const { report } of newest.slice(0, MAX_GARMENTS).reverse()) {
    const garment = await findGarmentWithCustomer(db, report.garmentId);
    const feedback = openFeedback(measurementBox, report);
    if (!garment || !feedback || !(await isAboutFit(db, garment.id))) continue;
    const readable = await openReport(deps, garment, feedback);
    if (readable) opened.push(readable);
  }
  return opened;
}

/** The corrections that these reports make for the next garment of a person of this name, of this type and fit. */
export function correctionsOfGuest(
  reports: readonly OpenReport[],
  { garment, label, fit }: Pick<FitSpecification, "label" | "fit"> & { garment: string | null },
): AppliedCorrection[] {
  const corrections = reports
    .filter(
      ({ garmentType, specification }) =>
        garmentType === garment && isSameName(specification.label, label),
    )
    .reduce<readonly Correction[]>((before, { mergeInto }) => mergeInto(before), []);
  return appliedTo(corrections, fit);
}
