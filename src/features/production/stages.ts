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

const rankOf = (stage: Stage) => STAGES.indexOf(stage);

/** Whether a garment in this stage has reached the other one or passed it; a cancelled garment has reached none. */
export function hasReached(stage: GarmentStage, other: Stage): boolean {
  return stage !== "cancelled" && rankOf(stage) >= rankOf(other);
}

/** Before "approved to cut" the customer changes and cancels freely. */
export function isBeforeGate(stage: GarmentStage): boolean {
  return stage !== "cancelled" && !hasReached(stage, "approved");
}

/**
 * The stages that a garment can move to: any later one but `shipped`, which the shipment of its order sets, and back to an
 * earlier one while nothing is irreversible. Cut cloth stays cut: nothing moves back before `cut` once it is reached.
 * A cancelled or shipped garment moves nowhere.
 */
export function nextStages(stage: GarmentStage): readonly Stage[] {
  if (stage === "cancelled" || stage === "shipped") return [];
  const lowest = hasReached(stage, "cut") ? rankOf("cut") : 0;
  return STAGES.filter(
    (other) => other !== stage && other !== "shipped" && rankOf(other) >= lowest,
  );
}
