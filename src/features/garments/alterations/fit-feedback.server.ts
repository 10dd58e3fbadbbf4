import { and, asc, count, desc, eq, isNull, sql } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { fitFeedback } from "#db/schema/alterations.server.ts";
import { measurementProfiles } from "#db/schema/measurement.server.ts";
import { orderItems, orders } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { isSignedIn } from "#features/base/identity/actor.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import type { AppliedCorrection, Correction } from "#features/garments/fit-memory/correction.ts";
import { appliedTo, causeOf, mergeReport } from "#features/garments/fit-memory/correction.ts";
import type { FitPerson } from "#features/garments/fit-memory/fit-memories.server.ts";
import {
  changeFitMemory,
  openFitMemory,
} from "#features/garments/fit-memory/fit-memories.server.ts";
import type { Garment } from "#features/garments/garment/garment.ts";
import { obstacleTo } from "#features/garments/garment/line-standing.ts";
import { findGarmentFacts } from "#features/garments/garment/line-standing-queries.server.ts";
import { lockGarment } from "#features/garments/garment/stored-garments.server.ts";
import { listSewnDeviations } from "#features/garments/quality-control/check-quality.server.ts";
import { findCutCorrections } from "#features/garments/quality-control/quality-targets.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import type { Auth } from "#platform/auth.server.ts";
import type { Clock } from "#platform/clock.server.ts";
import type { FileStore } from "#platform/file-store.server.ts";
import { sealedColumn } from "#platform/sealed-column.server.ts";
import type { Sealed, SecretBox } from "#platform/secrets.server.ts";
import type { FitFeedback } from "./feedback-input.ts";
import { feedbackSchema } from "./feedback-input.ts";
import { encodeImages, findImagesProblem, storeImages } from "./fit-images.server.ts";
import type { GarmentKey } from "./garment-access.server.ts";
import { findGarmentWithCustomer, findMyGarment } from "./garment-access.server.ts";

type Deps = {
  db: Database;
  measurementBox: SecretBox;
  auth: Auth;
  files: FileStore;
  clock: Clock;
};

type Row = { id: string; garmentId: string };

/** A report; bound to the row, so that a report moved to another garment does not open. */
export const feedbackColumn = sealedColumn({
  table: fitFeedback,
  column: "sealed",
  location: ({ garmentId, id }: Row) => `fit feedback ${id} of ${garmentId}`,
  schema: feedbackSchema,
});

export type StoredFeedback = FitFeedback & { id: string; createdAt: Date };

export function openFeedback(
  box: SecretBox,
  row: Row & { sealed: Sealed | null; createdAt: Date },
): StoredFeedback | null {
  const feedback = feedbackColumn.open(box, row);
  return feedback && { ...feedback, id: row.id, createdAt: row.createdAt };
}

/** What applies for a garment now: its newest report; null without one and once removed. Does not check who asks. */
export async function findNewestFeedback(
  { db, measurementBox }: { db: Queryable; measurementBox: SecretBox },
  garmentId: string,
): Promise<StoredFeedback | null> {
  const [row] = await db
    .select()
    .from(fitFeedback)
    .where(eq(fitFeedback.garmentId, garmentId))
    .orderBy(desc(fitFeedback.createdAt), desc(fitFeedback.id))
    .limit(1);
  return row ? openFeedback(measurementBox, row) : null;
}

/** Null when the measured person of the contract was deleted: nothing is remembered about them. */
async function personOf(
  tx: Transaction,
  { label, measuredByLink, profileId }: FitPerson,
): Promise<FitPerson | null> {
  if (measuredByLink) return { label, profileId: null, measuredByLink };
  if (profileId === null) return { label, profileId: null };
  const isThere = await tx.$count(measurementProfiles, eq(measurementProfiles.id, profileId));
  return isThere > 0 ? { label, profileId } : null;
}

/** A report with all that fit memory needs to know of its garment. */
export type OpenReport = {
  specification: FitSpecification;
  /** The garment type whose memory it changes. */
  garmentType: string;
  /** The corrections after this report. */
  mergeInto: (before: readonly Correction[]) => Correction[];
};

/**
 * Opens what a report teaches. What quality control found sewn off the pattern is taken out, and so is a correction that the
 * pattern could not reach. Null when the contract holds no measurements any more: such a report teaches nothing.
 */
export async function openReport(
  deps: { db: Queryable; measurementBox: SecretBox },
  garment: Garment,
  feedback: StoredFeedback,
): Promise<OpenReport | null> {
  const contract = await openNewestContract(deps, garment.orderItemId);
  const specification = contract?.specification;
  const garmentType = contract?.terms.garment;
  if (!specification || !garmentType) return null;
  const about = {
    garmentId: garment.id,
    product: garment.line.productName,
    fit: specification.fit,
    applied: await findCutCorrections(deps, garment, specification),
    sewn: await listSewnDeviations(deps, garment.id),
    by: "customer" as const,
    at: feedback.createdAt.toISOString(),
  };
  return {
    specification,
    garmentType,
    mergeInto: (before) => mergeReport(before, about, feedback.points),
  };
}

/**
 * Makes one report part of the fit memory of its person, in the caller's transaction. A guest's waits for an account; until then
 * `guest-fit.server.ts` reads it for the guest's next order.
 */
async function mergeFeedback(
  tx: Transaction,
  deps: Pick<Deps, "measurementBox" | "clock">,
  garment: Garment,
  feedback: StoredFeedback,
): Promise<void> {
  if (!garment.userId) return;
  const reading = { db: tx, measurementBox: deps.measurementBox };
  const report = await openReport(reading, garment, feedback);
  const person = report && (await personOf(tx, report.specification));
  if (report && person) {
    await changeFitMemory(tx, deps, {
      userId: garment.userId,
      person,
      garment: report.garmentType,
      change: report.mergeInto,
    });
  }
  await tx
    .update(fitFeedback)
    .set({ mergedAt: deps.clock.now() })
    .where(eq(fitFeedback.id, feedback.id));
}

/** Stores a report and merges it, in the caller's transaction. */
export async function addFeedback(
  tx: Transaction,
  deps: Pick<Deps, "measurementBox" | "clock">,
  garment: Garment,
  feedback: FitFeedback,
): Promise<string> {
  const id = newId();
  const createdAt = deps.clock.now();
  const sealed = feedbackColumn.seal(deps.measurementBox, { id, garmentId: garment.id }, feedback);
  await tx.insert(fitFeedback).values({ id, garmentId: garment.id, sealed, createdAt });
  await mergeFeedback(tx, deps, garment, { ...feedback, id, createdAt });
  return id;
}

/** The most reports of one garment, of which the newest counts. */
export const MAX_REPORTS_OF_GARMENT = 30;

async function hasTooManyReports(db: Queryable, garmentId: string): Promise<boolean> {
  const [row] = await db
    .select({ count: count() })
    .from(fitFeedback)
    .where(eq(fitFeedback.garmentId, garmentId));
  return (row?.count ?? 0) >= MAX_REPORTS_OF_GARMENT;
}

export type FeedbackFailure =
  | { code: "forbidden" | "not_found" | "not_delivered" | "too_many_reports" }
  | { code: "images"; message: string };

/**
 * Stores what a customer says about a delivered garment, with photos, and changes the next garment of the same person and type.
 * A newer report replaces an earlier one of the same garment.
 */
export async function submitFeedback(
  deps: Deps,
  input: { key: GarmentKey; feedback: FitFeedback; images: readonly File[] },
): Promise<Result<null, FeedbackFailure>> {
  const found = await findMyGarment(deps, input.key);
  if (!found.ok) return fail({ code: found.error });
  const facts = await findGarmentFacts(deps.db, found.value);
  if (!facts || obstacleTo("fit_report", facts) !== null) return fail({ code: "not_found" });
  if (!found.value.deliveredAt) return fail({ code: "not_delivered" });
  const garment = found.value;
  if (await hasTooManyReports(deps.db, garment.id)) return fail({ code: "too_many_reports" });
  const images = await encodeImages(deps.db, garment.id, input.images);
  if (!images.ok) return fail({ code: "images", message: images.error });
  return inTransaction(deps.db, async (tx) => {
    // Forms that are sent at the same moment count each other.
    await lockGarment(tx, garment.id);
    if (await hasTooManyReports(tx, garment.id)) return fail({ code: "too_many_reports" as const });
    const message = await findImagesProblem(tx, garment.id, images.value.length);
    if (message !== null) return fail({ code: "images" as const, message });
    const feedbackId = await addFeedback(tx, deps, garment, input.feedback);
    await storeImages(tx, deps, {
      images: images.value,
      of: { feedbackId },
      kind: "fit",
      now: deps.clock.now(),
    });
    return ok(null);
  });
}

/**
 * Merges the reports of the actor's garments that were made before the order belonged to the account, oldest first. Idempotent;
 * called before a memory is shown or used.
 */
export async function mergeWaitingFeedback(
  deps: Pick<Deps, "db" | "measurementBox" | "clock">,
  { actor }: { actor: Actor },
): Promise<void> {
  if (!isSignedIn(actor)) return;
  const isWaiting = and(eq(orders.userId, actor.userId), isNull(fitFeedback.mergedAt));
  const waiting = await deps.db
    .select({ id: fitFeedback.id })
    .from(fitFeedback)
    .innerJoin(garments, eq(garments.id, fitFeedback.garmentId))
    .innerJoin(orderItems, eq(orderItems.id, garments.orderItemId))
    .innerJoin(orders, eq(orders.id, orderItems.orderId))
    .where(isWaiting)
    .orderBy(asc(fitFeedback.createdAt), asc(fitFeedback.id));
  for (const { id } of waiting) {
    await deps.db.transaction(async (tx) => {
      const [row] = await tx
        .select()
        .from(fitFeedback)
        .where(and(eq(fitFeedback.id, id), isNull(fitFeedback.mergedAt)))
        .for("update");
      const garment = row && (await findGarmentWithCustomer(tx, row.garmentId));
      const feedback = row && openFeedback(deps.measurementBox, row);
      if (garment && feedback) await mergeFeedback(tx, deps, garment, feedback);
    });
  }
}

/**
 * What a garment that replaces this one is cut with: of a customer with an account, what her fit memory holds now, without what she
 * removed; of a guest, the corrections of the contract and what was reported about the garment. Does not check who asks.
 */
export async function correctionsOfRemake(
  tx: Transaction,
  { measurementBox }: Pick<Deps, "measurementBox">,
  garment: Garment,
  { specification, terms }: { specification: FitSpecification; terms: { garment: string | null } },
): Promise<AppliedCorrection[]> {
  const reading = { db: tx, measurementBox };
  const { fit } = specification;
  if (garment.userId) {
    // Fit memory is kept by type, so a contract that names none has no memory.
    if (terms.garment === null) return [];
    const memory = await openFitMemory(reading, {
      userId: garment.userId,
      person: specification,
      garment: terms.garment,
    });
    return appliedTo(memory?.corrections ?? [], fit);
  }
  const feedback = await findNewestFeedback(reading, garment.id);
  const applied = specification.corrections ?? [];
  if (!feedback) return applied;
  const before = applied.map((each) => ({
    ...each,
    fit,
    cause: causeOf(each.point),
    by: "customer" as const,
  }));
  const report = await openReport(reading, garment, feedback);
  return report ? appliedTo(report.mergeInto(before), fit) : applied;
}

/**
 * Takes a garment's reports out of its person's fit memory, because what was wrong is not about the body. The reports stay for the
 * atelier.
 */
export async function forgetGarmentReports(
  tx: Transaction,
  deps: Pick<Deps, "measurementBox">,
  garment: Garment,
): Promise<void> {
  const reading = { db: tx, measurementBox: deps.measurementBox };
  const contract = await openNewestContract(reading, garment.orderItemId);
  const person = contract?.specification && (await personOf(tx, contract.specification));
  if (!garment.userId || !person || !contract?.terms.garment) return;
  await changeFitMemory(tx, deps, {
    userId: garment.userId,
    garment: contract.terms.garment,
    person,
    change: (before) => before.filter(({ garmentId }) => garmentId !== garment.id),
  });
}

/** Removes what customers said about the garments of orders, in the transaction that makes them anonymous. */
export async function removeFeedbackOfOrders(
  tx: Transaction,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return;
  const ids = sql.param([...orderIds]);
  await tx.execute(sql`update fit_feedback f set sealed = null
    from garments g join order_items i on i.id = g.order_item_id
    where g.id = f.garment_id and i.order_id = any(${ids}::uuid[])`);
}
