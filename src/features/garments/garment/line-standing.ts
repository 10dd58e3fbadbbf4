import type { OrderStatus } from "#features/orders/order/order.ts";
import type { GarmentStage } from "./garment.ts";
import { isBeforeGate } from "./garment.ts";

/**
 * How far an ordered line is, or one garment of it. 'changeable': no garment is approved to be cut. 'sent': every garment has left
 * the house. 'without_garments': an older order, whose garments the shop does not know one by one.
 */
export type LineStanding =
  | "unpaid"
  | "without_garments"
  | "changeable"
  | "in_work"
  | "sent"
  | "cancelled"
  | "refunded";

/** What changes a line or a garment after it was ordered. 'agreed_change' is the atelier's proposal and the answer to it. */
export type LineAction = "own_change" | "agreed_change" | "fit_report" | "alteration";

/** What an order, the garments of the line and its contract say. A contract is erased once its measurements are removed. */
export type LineFacts = {
  orderStatus: OrderStatus;
  stages: readonly GarmentStage[];
  isContractErased: boolean;
};

/** How far the line is by its order and its garments. Cancelled garments count only where no other is left. */
export function standingOf({
  orderStatus,
  stages,
}: Pick<LineFacts, "orderStatus" | "stages">): LineStanding {
  if (orderStatus === "pending") return "unpaid";
  if (orderStatus !== "completed") return orderStatus === "refunded" ? "refunded" : "cancelled";
  if (stages.length === 0) return "without_garments";
  const made = stages.filter((stage) => stage !== "cancelled");
  if (made.length === 0) return "cancelled";
  if (made.every((stage) => stage === "shipped")) return "sent";
  return made.every(isBeforeGate) ? "changeable" : "in_work";
}

/**
 * In which standing each action is possible. A garment that was sent is altered and reported, also one of a line of which others are
 * still made; a report teaches the next garment, so that it is taken after a refund too.
 */
const POSSIBLE: Readonly<Record<LineAction, readonly LineStanding[]>> = {
  own_change: ["changeable"],
  agreed_change: ["without_garments", "changeable", "in_work"],
  fit_report: ["without_garments", "changeable", "in_work", "sent", "refunded"],
  alteration: ["without_garments", "changeable", "in_work", "sent"],
};

/** Changes of a contract need its measurements; what was made is reported and altered without them. */
const NEEDS_CONTRACT: readonly LineAction[] = ["own_change", "agreed_change"];

/**
 * What stands in the way of an action; null when it is possible. Every change of an ordered line asks here, under the lock of its
 * order, and every private link before it shows anything.
 */
export function obstacleTo(action: LineAction, facts: LineFacts): LineStanding | "erased" | null {
  const standing = standingOf(facts);
  if (!POSSIBLE[action].includes(standing)) return standing;
  return facts.isContractErased && NEEDS_CONTRACT.includes(action) ? "erased" : null;
}
