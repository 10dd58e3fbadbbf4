import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { newId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyText } from "#core/submitted-text.ts";
import type { Database, Queryable, Transaction } from "#db/client.server.ts";
import { qualityChecks } from "#db/schema/fit-memory.server.ts";
import { orderItems } from "#db/schema/orders.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdmin, asAtelier } from "#features/base/identity/guards.server.ts";
import type { StaffReadFailure } from "#features/body/measurement/measurement-reads.server.ts";
import { describeContract } from "#features/garments/contract/contract-description.ts";
import { readContractAsStaff } from "#features/garments/contract/contract-queries.server.ts";
import type { PointReport } from "#features/garments/fit-memory/correction.ts";
import { pointKey } from "#features/garments/fit-memory/fit-sections.ts";
import { findGarment } from "#features/garments/garment/garment-queries.server.ts";
import { lineName } from "#features/orders/order/line-description.ts";
import type { Clock } from "#platform/clock.server.ts";
import { sealedColumn } from "#platform/sealed-column.server.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import type { CheckedPoint, QualityVerdict } from "./quality-check.ts";
import {
  checkedPointSchema,
  deviationOf,
  isAgainstPattern,
  opensGate,
  verdictOf,
} from "./quality-check.ts";
import type { QualitySection } from "./quality-targets.server.ts";
import { findQualitySections } from "./quality-targets.server.ts";

type Deps = { db: Database; measurementBox: SecretBox; clock: Clock };
type ReadDeps = { db: Queryable; measurementBox: SecretBox };

export const MAX_QUALITY_REASON_LENGTH = 300;

const QUALITY_PURPOSE = "Quality control of the finished garment";

/** What was measured; bound to the row, so that a check moved to another garment does not open. */
export const qualityCheckColumn = sealedColumn({
  table: qualityChecks,
  column: "sealed",
  location: ({ garmentId, id }: { garmentId: string; id: string }) =>
    `quality check ${id} of ${garmentId}`,
  schema: z.array(checkedPointSchema),
});

export type QualityCheck = {
  id: string;
  verdict: QualityVerdict;
  reason: string;
  /** Empty when skipped, removed or unreadable. */
  points: readonly CheckedPoint[];
  staffName: string;
  createdAt: Date;
};

type StoredCheck = typeof qualityChecks.$inferSelect;

function openCheck(box: SecretBox, row: StoredCheck): QualityCheck {
  const points = qualityCheckColumn.open(box, row);
  const { createdAt, id, reason, staffName, verdict } = row;
  return { id, verdict, reason, staffName, createdAt, points: points ?? [] };
}

/** Newest first. Does not check who asks. */
export async function openQualityChecks(
  { db, measurementBox }: ReadDeps,
  garmentId: string,
): Promise<QualityCheck[]> {
  const rows = await db
    .select()
    .from(qualityChecks)
    .where(eq(qualityChecks.garmentId, garmentId))
    .orderBy(desc(qualityChecks.createdAt), desc(qualityChecks.id));
  return rows.map((row) => openCheck(measurementBox, row));
}

/**
 * What was sewn beyond the approved pattern by the newest check that was measured, point by point; empty without one. Checks of
 * before, whose targets were not the pattern's, say nothing about it.
 */
export async function listSewnDeviations(
  deps: ReadDeps,
  garmentId: string,
): Promise<PointReport[]> {
  const checks = await openQualityChecks(deps, garmentId);
  const points = checks.find((each) => each.points.length > 0)?.points ?? [];
  return points.filter(isAgainstPattern).map((each) => ({
    ...(each.component && { component: each.component }),
    point: each.point,
    mm: deviationOf(each),
  }));
}

export type QualityBlocker = "not_measured" | "outside_tolerance";

/**
 * What keeps a garment from being finished: nobody measured it, or the newest check found a measure outside its tolerance that the
 * atelier has not accepted. Null when it may be finished.
 */
export async function findQualityBlocker(
  db: Queryable,
  garmentId: string,
): Promise<QualityBlocker | null> {
  const [newest] = await db
    .select({ verdict: qualityChecks.verdict })
    .from(qualityChecks)
    .where(eq(qualityChecks.garmentId, garmentId))
    .orderBy(desc(qualityChecks.createdAt), desc(qualityChecks.id))
    .limit(1);
  if (newest && opensGate(newest.verdict)) return null;
  return newest?.verdict === "failed" ? "outside_tolerance" : "not_measured";
}

export type QualityForm = {
  garment: {
    id: string;
    number: number;
    orderId: string;
    orderItemId: string;
    /** With its wearer. */
    name: string;
    garmentType: string;
  };
  sections: readonly QualitySection[];
  /** Newest first. */
  checks: readonly QualityCheck[];
};

/**
 * What a finished garment should measure and what it measured before. For the atelier alone; the read is an entry that the
 * customer sees.
 */
export const openQualityForm = asAtelier(
  async (
    deps: Deps,
    input: { actor: Admin; garmentId: string },
  ): Promise<Result<QualityForm, StaffReadFailure>> => {
    const { actor, garmentId } = input;
    const garment = await findGarment(deps.db, garmentId);
    if (!garment) return fail("not_found");
    const read = await readContractAsStaff(deps, {
      actor,
      orderItemId: garment.orderItemId,
      purpose: QUALITY_PURPOSE,
    });
    if (!read.ok) return read;
    const contract = read.value.at(-1);
    const specification = contract?.specification ?? null;
    return ok({
      garment: {
        id: garment.id,
        number: garment.number,
        orderId: garment.orderId,
        orderItemId: garment.orderItemId,
        name: contract ? lineName(describeContract(contract)) : garment.name,
        garmentType: garment.garmentType,
      },
      sections: await findQualitySections(deps, garment, specification),
      checks: await openQualityChecks(deps, garmentId),
    });
  },
);

type NewCheck = {
  garmentId: string;
  verdict: QualityVerdict;
  reason: string;
  points: readonly CheckedPoint[];
};

async function addCheck(
  tx: Transaction,
  deps: Pick<Deps, "measurementBox" | "clock">,
  actor: SignedIn,
  { garmentId, points, reason, verdict }: NewCheck,
): Promise<void> {
  const id = newId();
  const sealed =
    points.length > 0
      ? qualityCheckColumn.seal(deps.measurementBox, { id, garmentId }, [...points])
      : null;
  await tx.insert(qualityChecks).values({
    id,
    garmentId,
    verdict,
    reason,
    sealed,
    staffId: actor.userId,
    staffName: actor.name,
    createdAt: deps.clock.now(),
  });
  await recordChanges(tx, actor, [
    {
      action: "checked",
      subject: "garment measurements",
      subjectId: garmentId,
      before: null,
      after: { name: "a finished garment", verdict },
    },
  ]);
}

export type QualityFailure = StaffReadFailure | "nothing_measured";

function checkedPoints(
  { targets }: QualitySection,
  measured: Readonly<Record<string, number>>,
): CheckedPoint[] {
  return targets.flatMap((target) => {
    const length = measured[pointKey(target)];
    return length === undefined ? [] : [{ ...target, measured: length }];
  });
}

/**
 * Records what a finished garment measures, in whole mm by `pointKey`, beside what its pattern and its body measure. Outside a
 * tolerance the garment stays unfinished, unless the atelier accepts it with a reason. 'nothing_measured' unless every component
 * has a measure.
 */
export const checkQuality = asAdmin(
  async (
    deps: Deps,
    input: {
      actor: Admin;
      garmentId: string;
      measured: Readonly<Record<string, number>>;
      acceptedBecause: string;
    },
  ): Promise<Result<QualityVerdict, QualityFailure>> => {
    const { actor, garmentId, measured } = input;
    const form = await openQualityForm(deps, { actor, garmentId });
    if (!form.ok) return form;
    const bySection = form.value.sections.map((section) => checkedPoints(section, measured));
    if (bySection.some((points) => points.length === 0)) return fail("nothing_measured");
    const points = bySection.flat();
    const reason = tidyText(input.acceptedBecause).slice(0, MAX_QUALITY_REASON_LENGTH);
    const found = verdictOf(points);
    const verdict = found === "failed" && reason !== "" ? "accepted" : found;
    await deps.db.transaction((tx) =>
      addCheck(tx, deps, actor, {
        garmentId,
        verdict,
        reason: found === "failed" ? reason : "",
        points,
      }),
    );
    return ok(verdict);
  },
);

/** Removes what was measured, in the transaction that makes the orders anonymous. */
export async function removeQualityMeasures(
  tx: Transaction,
  orderIds: readonly string[],
): Promise<void> {
  if (orderIds.length === 0) return;
  const ids = sql.param([...orderIds]);
  await tx.execute(sql`update ${qualityChecks} q set sealed = null
    from ${garments} g join ${orderItems} i on i.id = g.order_item_id
    where g.id = q.garment_id and i.order_id = any(${ids}::uuid[])`);
}
