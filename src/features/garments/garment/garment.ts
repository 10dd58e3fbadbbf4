import type { DescribedLine } from "#features/orders/order/line-description.ts";

/** The stages of a made-to-measure garment, in the order in which it passes them; it may also be cancelled. */
export const STAGES = [
  "received",
  "checked",
  "pattern_ready",
  "approved",
  "cut",
  "sewn",
  "fitted",
  "finished",
  "shipped",
] as const;

export type Stage = (typeof STAGES)[number];
export type GarmentStage = Stage | "cancelled";

export const GARMENT_STAGES: readonly GarmentStage[] = [...STAGES, "cancelled"];

export const stageMessages: Readonly<Record<GarmentStage, string>> = {
  received: "Received",
  checked: "Measurements checked",
  pattern_ready: "Pattern ready",
  approved: "Approved to cut",
  cut: "Cut",
  sewn: "Sewn",
  fitted: "Fitted",
  finished: "Finished",
  shipped: "Shipped",
  cancelled: "Cancelled",
};

/** Which garment of its line it is, such as "2 of 3"; a number beyond the ordered quantity is a garment made again. Null for the only one. */
export function garmentCount({ number, of }: { number: number; of: number }): string | null {
  if (number > of) return "made again";
  return of > 1 ? `${number} of ${of}` : null;
}

/** Its name with its count, such as "Stabroek Suit for Grace, made again". */
export function garmentName(garment: { name: string; number: number; of: number }): string {
  return [garment.name, garmentCount(garment)].filter(Boolean).join(", ");
}

export function isGarmentStage(text: string): text is GarmentStage {
  return GARMENT_STAGES.some((stage) => stage === text);
}

const rankOf = (stage: Stage) => STAGES.indexOf(stage);

/** The stages before "approved to cut". */
export const STAGES_BEFORE_GATE: readonly Stage[] = STAGES.slice(0, rankOf("approved"));

/** Nothing of the cloth is cut yet. */
export const STAGES_BEFORE_CUT: readonly Stage[] = STAGES.slice(0, rankOf("cut"));

/** Whether a garment in this stage has reached the other one or passed it; a cancelled garment has reached none. */
export function hasReached(stage: GarmentStage, other: Stage): boolean {
  return stage !== "cancelled" && rankOf(stage) >= rankOf(other);
}

/** Whether the garment is not approved to cut yet: until then the customer changes and cancels freely. */
export function isBeforeGate(stage: GarmentStage): boolean {
  return stage !== "cancelled" && !hasReached(stage, "approved");
}

/**
 * Whether the measurements of a made-to-measure line are still to be requested: it was ordered without them, and a garment of it was
 * not checked against any yet. A line without garments is not paid.
 */
export function awaitsMeasurements(
  { hasMeasurements }: { hasMeasurements: boolean },
  stages: readonly GarmentStage[],
): boolean {
  return !hasMeasurements && (stages.length === 0 || stages.includes("received"));
}

/** Whether somebody still works on it: it is neither shipped nor cancelled. */
export function isInWork(stage: GarmentStage): stage is Exclude<Stage, "shipped"> {
  return stage !== "shipped" && stage !== "cancelled";
}

/**
 * What staff can do. Each step up to the cut follows the one before it, because the gate "approved to cut" relies on them. A
 * garment may be finished without a fitting. Cut cloth stays cut: nothing leads back before it. Staff neither ship nor cancel a
 * garment here; `CAUSED_TRANSITIONS` has what else moves one.
 */
const TRANSITIONS: Readonly<
  Record<GarmentStage, { onward: readonly Stage[]; back: readonly Stage[] }>
> = {
  received: { onward: ["checked"], back: [] },
  checked: { onward: ["pattern_ready"], back: ["received"] },
  pattern_ready: { onward: ["approved"], back: ["checked", "received"] },
  approved: { onward: ["cut"], back: ["pattern_ready"] },
  cut: { onward: ["sewn"], back: [] },
  sewn: { onward: ["fitted", "finished"], back: ["cut"] },
  fitted: { onward: ["finished"], back: ["sewn"] },
  finished: { onward: [], back: ["fitted", "sewn"] },
  shipped: { onward: [], back: [] },
  cancelled: { onward: [], back: [] },
};

/**
 * Whether nobody can get this garment any more: its customer's data was deleted while it is made. The atelier stops the work, and the
 * office gives back what is owed on the order's page, which cancels the garment.
 */
export function isWithoutCustomer({
  isAnonymous,
  stage,
}: Pick<Garment, "isAnonymous" | "stage">): boolean {
  return isAnonymous && isInWork(stage);
}

/** The stages that staff can move a garment to: onward first, then back. Shipped and cancelled garments move nowhere. */
export function nextStages(stage: GarmentStage): readonly Stage[] {
  const { back, onward } = TRANSITIONS[stage];
  return [...onward, ...back];
}

/** Whether staff can move a garment so. */
export function canMove(from: GarmentStage, to: GarmentStage): boolean {
  return nextStages(from).some((stage) => stage === to);
}

/** What moves a garment beside a member of staff at its page. */
export type MoveCause =
  /** Only a finished garment leaves. */
  | "shipment"
  /** The shipment did not leave after all. One of an earlier version of the shop may have held garments of any stage. */
  | "shipment_undone"
  | "refund"
  /** The customer changed the contract, so that the measurements are checked again. */
  | "contract_change"
  | "pattern_approval"
  /** An approved pattern was changed. */
  | "pattern_change";

/** The stages in which a garment is neither sent nor cancelled. */
export const STAGES_IN_WORK: readonly Stage[] = STAGES.filter(isInWork);

/** What each cause can do: from any of these stages to any of those. */
const CAUSED_TRANSITIONS: Readonly<
  Record<MoveCause, { from: readonly GarmentStage[]; to: readonly GarmentStage[] }>
> = {
  shipment: { from: ["finished"], to: ["shipped"] },
  shipment_undone: { from: ["shipped"], to: STAGES_IN_WORK },
  refund: { from: STAGES_IN_WORK, to: ["cancelled"] },
  contract_change: { from: STAGES_BEFORE_GATE, to: ["received"] },
  pattern_approval: { from: ["checked"], to: ["pattern_ready"] },
  pattern_change: { from: ["pattern_ready"], to: ["checked"] },
};

/** Whether this cause can move a garment so. */
export function canBeMoved(cause: MoveCause, from: GarmentStage, to: GarmentStage): boolean {
  const caused = CAUSED_TRANSITIONS[cause];
  return caused.from.includes(from) && caused.to.includes(to);
}

/** Whether the move leads back to an earlier stage. */
export function isBack(from: GarmentStage, to: GarmentStage): boolean {
  return to !== "cancelled" && hasReached(from, to) && from !== to;
}

/** The day on which it must leave; before the promise is known, the day on which the order is promised to arrive. In Georgetown. */
export type DueDay = { day: string; kind: "leaves" | "arrives" };

/** A maker that can be assigned. */
export type MakerChoice = { id: string; name: string };

/** A garment as everything but its own changes reads it. Nothing in it was measured. */
export type Garment = {
  id: string;
  orderId: string;
  orderItemId: string;
  /** Null after the product was deleted. */
  productId: string | null;
  /** With its wearer (`lineName`). */
  name: string;
  /** What was ordered: the newest version of its contract, as its order's line has it. */
  line: DescribedLine;
  /** From 1 within its line of `of`; a garment that is made again has a number beyond. */
  number: number;
  of: number;
  garmentType: string;
  stage: GarmentStage;
  isRemake: boolean;
  isPatternByHand: boolean;
  maker: MakerChoice | null;
  due: DueDay | null;
  version: number;
  /** Null for a guest. */
  userId: string | null;
  customerEmail: string;
  /** The customer's data was deleted: measurements, address and email are gone. */
  isAnonymous: boolean;
  currency: string;
  deliveredAt: Date | null;
};

/** What staff see of a garment beside others. */
export type GarmentCard = Pick<
  Garment,
  | "id"
  | "orderId"
  | "name"
  | "line"
  | "number"
  | "of"
  | "garmentType"
  | "stage"
  | "maker"
  | "due"
  | "version"
  | "isAnonymous"
>;

/** A garment without anything about its customer but the name of its wearer, without which two garments of one order look alike. */
export function cardOf(garment: Garment): GarmentCard {
  const { due, garmentType, id, isAnonymous, maker, number, of, orderId } = garment;
  const { line, name, stage, version } = garment;
  return {
    id,
    orderId,
    name,
    line,
    number,
    of,
    garmentType,
    stage,
    maker,
    due,
    version,
    isAnonymous,
  };
}

/** What happened to a garment. Makers are those who worked on it, or who were assigned; minutes are of work. */
export type GarmentEvent =
  /** `from` is null for a new garment. The minutes belong to the stage that ends. */
  | {
      kind: "stage";
      from: GarmentStage | null;
      to: GarmentStage;
      makerId: string | null;
      minutes: number | null;
      note: string;
    }
  | { kind: "maker"; makerId: string | null }
  /** Fewer than no minutes correct earlier ones. */
  | {
      kind: "work";
      stage: GarmentStage;
      makerId: string | null;
      minutes: number;
      note: string;
    }
  | { kind: "note"; note: string }
  /** The note is the caption of the image. */
  | { kind: "photo"; note: string };

/** An event as its readers see it. */
export type RecordedEvent = GarmentEvent & {
  id: string;
  makerName: string | null;
  /** The name of the member of staff at that time; "" for the shop itself. */
  by: string;
  at: Date;
};

/** Why a garment cannot be approved to cut yet. */
export type CutBlocker =
  | "not_checked"
  | "changed_since_check"
  | "no_pattern"
  | "proposal_open"
  | "contract_unreadable";

/**
 * What stands between a garment and its approval to cut; empty when it can be given. The check must be younger than the newest
 * version of the contract, so that a change that the customer approved meanwhile is checked again. A line of an older order has
 * no contract; its garment is checked by hand.
 */
export function cutBlockers({
  checkedAt,
  contract,
  isProposalOpen,
  stage,
}: {
  stage: GarmentStage;
  /** When the garment last came to "measurements checked"; null when it never did. */
  checkedAt: Date | null;
  contract: { createdAt: Date; isReadable: boolean } | null;
  isProposalOpen: boolean;
}): CutBlocker[] {
  const blockers: CutBlocker[] = [];
  if (!hasReached(stage, "checked")) blockers.push("not_checked");
  else if (contract && (checkedAt === null || checkedAt < contract.createdAt)) {
    blockers.push("changed_since_check");
  }
  if (!hasReached(stage, "pattern_ready")) blockers.push("no_pattern");
  if (isProposalOpen) blockers.push("proposal_open");
  if (contract && !contract.isReadable) blockers.push("contract_unreadable");
  return blockers;
}
