import { isId } from "#core/ids.ts";
import { money } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import type { Transaction } from "#db/client.server.ts";
import { inTransaction } from "#db/in-transaction.server.ts";
import { recordChanges } from "#features/base/audit/record-change.server.ts";
import type { Actor, SignedIn } from "#features/base/identity/actor.ts";
import { isAdmin } from "#features/base/identity/actor.ts";
import { requireAtelier } from "#features/base/identity/guards.server.ts";
import { enqueueEmail } from "#features/base/mail/enqueue-email.server.ts";
import { getSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { openNewestContract } from "#features/garments/contract/contract-queries.server.ts";
import { addRemakeVersion } from "#features/garments/contract/create-contract.server.ts";
import type { Garment } from "#features/garments/garment/garment.ts";
import { isInWork } from "#features/garments/garment/garment.ts";
import type { GarmentRow } from "#features/garments/garment/stored-garments.server.ts";
import {
  createRemadeGarment,
  lockGarment,
  setStage,
} from "#features/garments/garment/stored-garments.server.ts";
import { issueStoreCreditWithin } from "#features/orders/store-credit/issue-store-credit.server.ts";
import type { ReportedStep } from "./alteration-email.ts";
import { alterationDecidedEmail, alterationStepEmail } from "./alteration-email.ts";
import type { AlterationDecision, AlterationStep } from "./alteration-input.ts";
import type { AlterationCause, AlterationStatus } from "./alteration-rules.ts";
import { canBecomeAlteration, teachesFit } from "./alteration-rules.ts";
import { correctionsOfRemake, forgetGarmentReports } from "./fit-feedback.server.ts";
import { listImages } from "./fit-images.server.ts";
import { findGarmentWithCustomer } from "./garment-access.server.ts";
import type { AlterationDeps } from "./request-alteration.server.ts";
import type { AlterationRow } from "./stored-alterations.server.ts";
import {
  canStillAlter,
  garmentFacts,
  lockRequest,
  moveRequest,
} from "./stored-alterations.server.ts";

export type DecideFailure =
  | "forbidden"
  | "not_found"
  /** Somebody else changed it meanwhile, or its state allows no such step. */
  | "conflict"
  /** The order was refunded or cancelled meanwhile. */
  | "over"
  /** The new garment is not finished, so it cannot have left. */
  | "not_finished"
  | "amount"
  | "no_receipt"
  | "no_email";

/** What a request of an order that was refunded meanwhile cannot become any more; steps that were begun are finished. */
const GRANTS: readonly AlterationStatus[] = ["approved", "credit", "remake"];

type Locked = { tx: Transaction; actor: SignedIn; row: AlterationRow; garment: Garment };

/** Changes a request, locked at the version that was read. Only the atelier may. */
async function change<Value>(
  deps: AlterationDeps,
  input: { actor: Actor; requestId: string; version: number; to: AlterationStatus },
  work: (locked: Locked) => Promise<Result<Value, DecideFailure>>,
): Promise<Result<Value, DecideFailure>> {
  const { actor, requestId, to, version } = input;
  if (!isAdmin(actor)) return fail("forbidden");
  if (!isId(requestId)) return fail("not_found");
  return inTransaction(deps.db, async (tx) => {
    if (!(await requireAtelier(tx, actor))) return fail("forbidden" as const);
    const row = await lockRequest(tx, requestId);
    const garment = row && (await findGarmentWithCustomer(tx, row.garmentId));
    if (!row || !garment) return fail("not_found" as const);
    if (row.version !== version || !canBecomeAlteration(row.status, to)) {
      return fail("conflict" as const);
    }
    if (GRANTS.includes(to) && !(await canStillAlter(tx, garment))) return fail("over" as const);
    return work({ tx, actor, row, garment });
  });
}

/** Records in Activity what was decided, without what the customer wrote. */
function record({ actor, row, tx }: Locked, after: Record<string, unknown>): Promise<void> {
  return recordChanges(tx, actor, [
    {
      action: "decided",
      subject: "alteration",
      subjectId: row.id,
      before: { name: row.number, status: row.status },
      after: { name: row.number, ...after },
    },
  ]);
}

/**
 * Makes a garment again: a new one of the same line, with the line's contract, person and link. Where the cause is about the body
 * a new version of the contract has what the customer reported. It passes every stage from the first.
 */
async function addRemake(
  deps: AlterationDeps,
  { actor, garment, tx }: Locked,
  { cause, now }: { cause: AlterationCause; now: Date },
): Promise<string> {
  const contract = await openNewestContract(
    { db: tx, measurementBox: deps.measurementBox },
    garment.orderItemId,
  );
  if (contract?.specification && teachesFit(cause)) {
    const { specification, terms } = contract;
    const corrections = await correctionsOfRemake(tx, deps, garment, { specification, terms });
    await addRemakeVersion(tx, deps, contract, corrections);
  }
  return createRemadeGarment(tx, { remakeOf: garment, at: now, staff: actor });
}

/**
 * Decides a request, with its cause and cost, and emails the customer. A remake makes the new garment; a cause that is not about
 * the body takes what the customer reported out of fit memory again.
 */
export async function decideAlteration(
  deps: AlterationDeps,
  input: { actor: Actor; requestId: string; decision: AlterationDecision },
): Promise<Result<{ remakeGarmentId: string | null }, DecideFailure>> {
  const { decision } = input;
  const { creditCapMinor } = await getSettings(deps.db, "alterations");
  const creditMinor = decision.decision === "credit" ? decision.credit : null;
  if (creditMinor !== null && (creditMinor < 1 || creditMinor > creditCapMinor)) {
    return fail("amount");
  }
  const target = { ...input, version: decision.version, to: decision.decision };
  return change(deps, target, async (locked) => {
    const { actor, garment, row, tx } = locked;
    const now = deps.clock.now();
    const remakeGarmentId =
      decision.decision === "remake"
        ? await addRemake(deps, locked, { cause: decision.cause, now })
        : null;
    await moveRequest(tx, {
      row,
      to: decision.decision,
      staff: actor,
      now,
      set: {
        cause: decision.cause,
        decisionNote: decision.note,
        decidedAt: now,
        costMinor: decision.cost,
        creditMinor,
        remakeGarmentId,
      },
    });
    await applyCause(tx, deps, garment, decision.cause);
    await record(locked, { status: decision.decision, cause: decision.cause });
    const facts = await garmentFacts(tx, deps, garment);
    await enqueueEmail(tx, deps.jobs, {
      ...alterationDecidedEmail({
        ...facts,
        number: row.number,
        remedy: row.remedy,
        decision: decision.decision,
        note: decision.note,
        credit: creditMinor === null ? null : money(creditMinor, currencyOf(row)),
      }),
      dedupeKey: `alteration-decided:${row.id}`,
      recipient: garment.customerEmail,
    });
    return ok({ remakeGarmentId });
  });
}

const currencyOf = ({ currency }: AlterationRow) => (currency === "GYD" ? "GYD" : "USD");

async function applyCause(
  tx: Transaction,
  deps: AlterationDeps,
  garment: Garment,
  cause: AlterationCause,
): Promise<void> {
  if (!teachesFit(cause)) await forgetGarmentReports(tx, deps, garment);
}

/**
 * Takes a later step: the garment arrived at the atelier, or all is done. A remake ends by itself with the parcel that has its garment
 * (`endRemakes`); this step ends one that left without a parcel, and ships its finished garment. Emails the customer.
 */
export async function stepAlteration(
  deps: AlterationDeps,
  input: { actor: Actor; requestId: string; step: AlterationStep & { step: "received" | "done" } },
): Promise<Result<null, DecideFailure>> {
  const { step } = input;
  return change(deps, { ...input, version: step.version, to: step.step }, async (locked) => {
    const { actor, garment, row, tx } = locked;
    // A credit ends with the receipt alone.
    if (row.status === "credit") return fail("no_receipt");
    const now = deps.clock.now();
    const remade = row.remakeGarmentId ? await lockGarment(tx, row.remakeGarmentId) : null;
    if (step.step === "done" && remade && !mayHaveLeft(remade)) return fail("not_finished");
    const costMinor = (row.costMinor ?? 0) + step.cost;
    await moveRequest(tx, {
      row,
      to: step.step,
      staff: actor,
      now,
      set: { costMinor, ...(step.step === "received" && { receivedAt: now }) },
    });
    if (step.step === "done" && remade) await shipRemake(locked, remade, now);
    await record(locked, { status: step.step });
    const facts = await garmentFacts(tx, deps, garment);
    await enqueueEmail(tx, deps.jobs, {
      ...alterationStepEmail({
        ...facts,
        number: row.number,
        remedy: row.remedy,
        step: step.step === "received" ? "received" : endOf(remade),
      }),
      dedupeKey: `alteration-${step.step}:${row.id}`,
      recipient: garment.customerEmail,
    });
    return ok(null);
  });
}

/** How a request ended for its customer: with the altered garment, with the new one, or without it where that was cancelled. */
function endOf(remade: GarmentRow | null): ReportedStep {
  if (!remade) return "returned";
  return remade.stage === "cancelled" ? "settled" : "remade";
}

/** A cancelled garment holds no request open. */
const mayHaveLeft = ({ stage }: GarmentRow) => stage === "finished" || !isInWork(stage);

/** A finished garment that left without a shipment of its order, such as one that was handed over. */
async function shipRemake({ actor, tx }: Locked, row: GarmentRow, now: Date): Promise<void> {
  if (!isInWork(row.stage)) return;
  await setStage(tx, [row], { cause: "shipment", to: "shipped", at: now, staff: actor });
}

/**
 * Gives what the customer paid a local tailor as store credit, at most what was approved, against a photo of the receipt. The
 * cost of the request is the credit. The ledger and the request change together or not at all, so their amounts agree.
 */
export async function giveAlterationCredit(
  deps: AlterationDeps,
  input: { actor: Actor; requestId: string; version: number; amountMinor: number },
): Promise<Result<null, DecideFailure>> {
  const { actor, amountMinor, requestId, version } = input;
  return change(deps, { actor, requestId, version, to: "done" }, async (locked) => {
    const { garment, row, tx } = locked;
    const refusal = await creditRefusal(locked, amountMinor);
    if (refusal) return fail(refusal);
    const given = await issueStoreCreditWithin(tx, deps, {
      actor,
      email: garment.customerEmail,
      orderId: garment.orderId,
      amount: money(amountMinor, currencyOf(row)),
      note: `Local alteration, ${row.number}`,
      key: `alteration:${row.id}`,
    });
    if (!given.ok) return fail(given.error === "no_email" ? "no_email" : "conflict");
    const set = { creditMinor: amountMinor, costMinor: (row.costMinor ?? 0) + amountMinor };
    await moveRequest(tx, {
      row,
      to: "done",
      staff: locked.actor,
      now: deps.clock.now(),
      set,
    });
    await record(locked, { status: "done", creditMinor: amountMinor });
    return ok(null);
  });
}

async function creditRefusal(
  { garment, row, tx }: Locked,
  amountMinor: number,
): Promise<DecideFailure | null> {
  if (row.status !== "credit") return "conflict";
  if (amountMinor < 1 || amountMinor > (row.creditMinor ?? 0)) return "amount";
  const images = await listImages(tx, garment.id);
  const hasReceipt = images.some(
    ({ kind, requestId }) => kind === "receipt" && requestId === row.id,
  );
  return hasReceipt ? null : "no_receipt";
}
