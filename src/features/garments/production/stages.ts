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

/** Its product with its count, such as "Stabroek Suit, made again". */
export function garmentName(garment: { productName: string; number: number; of: number }): string {
  return [garment.productName, garmentCount(garment)].filter(Boolean).join(", ");
}

export function isGarmentStage(text: string): text is GarmentStage {
  return GARMENT_STAGES.some((stage) => stage === text);
}

const rankOf = (stage: Stage) => STAGES.indexOf(stage);

/** Whether a garment in this stage has reached the other one or passed it; a cancelled garment has reached none. */
export function hasReached(stage: GarmentStage, other: Stage): boolean {
  return stage !== "cancelled" && rankOf(stage) >= rankOf(other);
}

/** Before "approved to cut" the customer changes and cancels freely. */
export function isBeforeGate(stage: GarmentStage): boolean {
  return stage !== "cancelled" && !hasReached(stage, "approved");
}

/** Whether somebody still works on it: it is neither shipped nor cancelled. */
export function isInWork(stage: GarmentStage): stage is Exclude<Stage, "shipped"> {
  return stage !== "shipped" && stage !== "cancelled";
}

/**
 * What staff can do. Each step up to the cut follows the one before it, because the gate "approved to cut" relies on them. A
 * garment may be finished without a fitting. Cut cloth stays cut: nothing leads back before it. The shipment of its order sets
 * `shipped`, and a refund `cancelled`; staff do neither here.
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

/** The stages that staff can move a garment to: onward first, then back. Shipped and cancelled garments move nowhere. */
export function nextStages(stage: GarmentStage): readonly Stage[] {
  const { back, onward } = TRANSITIONS[stage];
  return [...onward, ...back];
}

/** Whether staff can move a garment so. */
export function canMove(from: GarmentStage, to: GarmentStage): boolean {
  return nextStages(from).some((stage) => stage === to);
}

/** Whether the move leads back to an earlier stage. */
export function isBack(from: GarmentStage, to: GarmentStage): boolean {
  return to !== "cancelled" && hasReached(from, to) && from !== to;
}
