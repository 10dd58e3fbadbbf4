import { and, eq, isNull } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { bumpForStockAndImpact } from "#db/content-version.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { garments, makers } from "#db/schema/production.server.ts";
import type { Admin, SignedIn } from "#features/base/identity/actor.ts";
import { asAdminWithCode, requireAtelier } from "#features/base/identity/guards.server.ts";
import { cutCloth } from "#features/garments/cloth/cut-cloth.server.ts";
import { findGate } from "#features/garments/garment/cut-gate.server.ts";
import { listDueCloth } from "#features/garments/garment/due-cloth.server.ts";
import { canMove, hasReached, isBack } from "#features/garments/garment/garment.ts";
import type { Staff } from "#features/garments/garment/garment-events.server.ts";
import {
  findLastChange,
  isDeviceEventKnown,
  recordGarmentEvents,
  sumMinutes,
} from "#features/garments/garment/garment-events.server.ts";
import type {
  GarmentRow,
  ProductionDeps,
} from "#features/garments/garment/stored-garments.server.ts";
import {
  finishedAtAfter,
  lockGarment,
  lockGarments,
  setStage,
} from "#features/garments/garment/stored-garments.server.ts";
import { findQualityBlocker } from "#features/garments/quality-control/check-quality.server.ts";
import type { CurrentGarment, GarmentCommand, GarmentRefusal } from "./garment-command.ts";
import { reportStage } from "./report-stage.server.ts";

type Of<Kind extends GarmentCommand["kind"]> = Extract<GarmentCommand, { kind: Kind }>;
type Changed = Result<{ changedProducts: readonly string[] }, GarmentRefusal>;
type Change = {
  deps: ProductionDeps;
  actor: SignedIn;
  garment: GarmentRow;
  /** When it happened; a device may have been offline. */
  at: Date;
};

const DONE = ok({ changedProducts: [] });

/**
 * Changes one garment as staff asks: its stage, its maker, minutes of work, a note. Each change is an event. Idempotent by the
 * device's event id. Stage and maker need the version that the device showed; a late device gets 'conflict' with what the
 * garment is now, and nothing is lost, because minutes and notes need no version. Checking measurements, choosing the pattern
 * and approving the cut need the atelier role. Cutting deducts the cloth. One transaction. Returns the new version.
 */
export const changeGarment = asAdminWithCode(
  async (
    deps: ProductionDeps,
    input: { actor: Admin; command: GarmentCommand },
  ): Promise<Result<{ version: number }, GarmentRefusal>> => {
    const { actor, command } = input;
    if (!isId(command.garmentId)) return fail({ code: "not_found" });
    const written = await inTransaction(deps.db, async (tx) => {
      const outcome = await apply(tx, deps, actor, command);
      if (!outcome.ok) return outcome;
      const { changedProducts, version } = outcome.value;
      return ok({ version, change: await bumpForStockAndImpact(tx, changedProducts) });
    });
    if (!written.ok) return written;
    const { change, version } = written.value;
    if (change) await deps.content.settle(change);
    return ok({ version });
  },
);

async function apply(
  tx: Transaction,
  deps: ProductionDeps,
  actor: SignedIn,
  command: GarmentCommand,
): Promise<Result<{ version: number; changedProducts: readonly string[] }, GarmentRefusal>> {
  const garment = await lockGarment(tx, command.garmentId);
  if (!garment) return fail({ code: "not_found" });
  if (await isDeviceEventKnown(tx, command.deviceEventId)) {
    return ok({ version: garment.version, changedProducts: [] });
  }
  const at = momentOf(command.happenedAt, garment.createdAt, deps.clock.now());
  const done = await dispatch(tx, { deps, actor, garment, at }, command);
  if (!done.ok) return done;
  const [after] = await tx
    .select({ version: garments.version })
    .from(garments)
    .where(eq(garments.id, garment.id));
  return ok({ version: after?.version ?? garment.version, ...done.value });
}

function dispatch(tx: Transaction, change: Change, command: GarmentCommand): Promise<Changed> {
  switch (command.kind) {
    case "move":
      return move(tx, change, command);
    case "assign":
      return assign(tx, change, command);
    default:
      return addEntry(tx, change, command);
  }
}

/** The device's time, unless its clock is wrong: never before the garment, never in the future. */
function momentOf(happenedAt: string | null, createdAt: Date, now: Date): Date {
  const at = happenedAt === null ? now : new Date(happenedAt);
  return at > now || at < createdAt ? now : at;
}

/** The garment as a late device is told it. */
async function currentOf(tx: Transaction, garment: GarmentRow): Promise<CurrentGarment> {
  const last = await findLastChange(tx, garment.id);
  const { stage, updatedAt, version } = garment;
  return { stage, version, by: last?.by ?? "", at: last?.at ?? updatedAt };
}

async function isMaker(tx: Transaction, makerId: string | null): Promise<boolean> {
  if (makerId === null) return true;
  if (!isId(makerId)) return false;
  return (await tx.$count(makers, and(eq(makers.id, makerId), isNull(makers.archivedAt)))) > 0;
}

async function move(tx: Transaction, change: Change, command: Of<"move">): Promise<Changed> {
  const { actor, at, deps, garment } = change;
  const { makerId, minutes, note, to } = command;
  if (command.version !== garment.version)
    return fail({ code: "conflict", current: await currentOf(tx, garment) });
  if (!canMove(garment.stage, to)) return fail({ code: "not_possible", from: garment.stage, to });
  if (!(await isMaker(tx, makerId))) return fail({ code: "no_such_maker" });
  // Whatever happens before the cut rests on the measurements.
  if (!hasReached(to, "cut") && !(await requireAtelier(tx, actor)))
    return fail({ code: "atelier_only", to });
  const isOnward = !isBack(garment.stage, to);
  const refusal = isOnward ? await refusalOf(tx, change, command) : null;
  if (refusal) return fail(refusal);
  const cut = isOnward && to === "cut" ? await cutGarment(tx, garment, command.cutMm) : DONE;
  if (!cut.ok) return cut;
  await tx
    .update(garments)
    .set({
      stage: to,
      version: garment.version + 1,
      finishedAt: finishedAtAfter(to, at),
      ...(isOnward && to === "pattern_ready" && { isPatternByHand: command.isPatternByHand }),
    })
    .where(eq(garments.id, garment.id));
  await recordGarmentEvents(tx, [
    {
      kind: "stage",
      garmentId: garment.id,
      from: garment.stage,
      to,
      makerId: makerId ?? garment.makerId,
      minutes,
      note,
      at,
      staff: actor,
      deviceEventId: command.deviceEventId,
    },
  ]);
  await reportStage(tx, deps, { garment, to });
  return cut;
}

/** What the stage itself asks for; null when it can be reached. */
async function refusalOf(
  tx: Transaction,
  { deps, garment }: Change,
  command: Of<"move">,
): Promise<GarmentRefusal | null> {
  const { to } = command;
  if (to === "pattern_ready")
    return command.isPatternByHand ? null : { code: "blocked", blockers: ["no_pattern"] };
  if (to === "finished") {
    const blocker = await findQualityBlocker(tx, garment.id);
    return blocker ? { code: "blocked", blockers: [blocker] } : null;
  }
  if (to !== "checked" && to !== "approved" && to !== "cut") return null;
  const { blockers, findings } = await findGate({ ...deps, db: tx }, garment);
  if (to !== "checked") return blockers.length > 0 ? { code: "blocked", blockers } : null;
  const isOpen = findings.length > 0 && !command.areFindingsConfirmed;
  return isOpen ? { code: "findings_open", findings } : null;
}

/**
 * Cuts the cloth of one garment: the entered length of each roll, else the garment's share of what is committed to its line.
 * All or none.
 */
async function cutGarment(
  tx: Transaction,
  garment: GarmentRow,
  cutMm: Readonly<Record<string, number>>,
): Promise<Changed> {
  const { orderItemId } = garment;
  const due = await listDueCloth(tx, garment);
  const cuts = due.map(({ clothId, shareMm }) => {
    return { clothId, orderItemId, lengthMm: cutMm[clothId] ?? shareMm, endsMm: shareMm };
  });
  const { changedProducts, shortages } = await cutCloth(tx, cuts);
  if (shortages.length === 0) return ok({ changedProducts });
  const names = new Map(due.map(({ clothId, name }) => [clothId, name]));
  return fail({
    code: "shortage",
    shortages: shortages.map(({ clothId, leftMm }) => {
      return { name: names.get(clothId) ?? "", leftMm };
    }),
  });
}

async function assign(tx: Transaction, change: Change, command: Of<"assign">): Promise<Changed> {
  const { actor, at, garment } = change;
  const { makerId } = command;
  if (command.version !== garment.version)
    return fail({ code: "conflict", current: await currentOf(tx, garment) });
  if (!(await isMaker(tx, makerId))) return fail({ code: "no_such_maker" });
  if (makerId === garment.makerId) return DONE;
  await tx
    .update(garments)
    .set({ makerId, version: garment.version + 1 })
    .where(eq(garments.id, garment.id));
  await recordGarmentEvents(tx, [
    {
      kind: "maker",
      garmentId: garment.id,
      makerId,
      at,
      staff: actor,
      deviceEventId: command.deviceEventId,
    },
  ]);
  return DONE;
}

/** Minutes and notes are added whatever else happened to the garment. */
async function addEntry(
  tx: Transaction,
  { actor, at, garment }: Change,
  command: Of<"work"> | Of<"note">,
): Promise<Changed> {
  const common = {
    garmentId: garment.id,
    at,
    staff: actor,
    deviceEventId: command.deviceEventId,
    note: command.note,
  };
  if (command.kind === "note") {
    await recordGarmentEvents(tx, [{ ...common, kind: "note" }]);
    return DONE;
  }
  if (!(await isMaker(tx, command.makerId))) return fail({ code: "no_such_maker" });
  const { minutes } = command;
  const makerId = command.makerId ?? garment.makerId;
  if (minutes < 0) {
    const entered = await sumMinutes(tx, garment.id, makerId);
    if (entered + minutes < 0) return fail({ code: "too_few_minutes", entered });
  }
  const { stage } = garment;
  await recordGarmentEvents(tx, [{ ...common, kind: "work", stage, makerId, minutes }]);
  return DONE;
}

type DraftedPattern = { orderItemId: string; staff: Staff; at: Date; note?: string };

/**
 * Moves the garments of a line that wait for a pattern to "pattern ready", after its drafted pattern was approved. The caller
 * has checked the atelier role, and under the garments' lock that the pattern was drafted to the contract that applies.
 */
export async function recordDraftedPattern(
  tx: Transaction,
  { orderItemId, ...change }: DraftedPattern,
): Promise<void> {
  const rows = await lockGarments(tx, [orderItemId]);
  const waiting = rows.filter(({ stage }) => stage === "checked");
  await setStage(tx, waiting, { ...change, cause: "pattern_approval", to: "pattern_ready" });
}
