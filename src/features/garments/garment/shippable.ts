import type { GarmentCard } from "./garment.ts";
import { garmentName, isInWork, stageMessages } from "./garment.ts";

type OnLine = Pick<GarmentCard, "stage"> & { readonly orderItemId: string };

/** A garment that somebody still works on, as the office reads why it stays. */
export type UnfinishedGarment = Pick<
  GarmentCard,
  "id" | "productName" | "number" | "of" | "stage" | "maker"
>;

/**
 * How many items of a line can leave in a shipment: of `left`, those whose garment is finished. A line without garments, such as one
 * that is not made to measure, can leave whole.
 */
export function shippableQuantity(
  line: { id: string; left: number },
  garments: readonly OnLine[],
): number {
  const own = garments.filter(({ orderItemId }) => orderItemId === line.id);
  if (own.length === 0) return line.left;
  return Math.min(line.left, own.filter(({ stage }) => stage === "finished").length);
}

/** The garments of these lines that are in work and not finished, in their order. */
export function listUnfinished<Card extends OnLine>(
  garments: readonly Card[],
  orderItemIds: readonly string[],
): Card[] {
  return garments.filter(
    ({ orderItemId, stage }) =>
      orderItemIds.includes(orderItemId) && isInWork(stage) && stage !== "finished",
  );
}

/** How far a garment is and who works on it, such as "Cut; Savi works on it". */
export function progressText({ maker, stage }: Pick<UnfinishedGarment, "maker" | "stage">): string {
  return `${stageMessages[stage]}; ${maker ? `${maker.name} works on it` : "nobody works on it yet"}`;
}

/** Why these garments do not leave with a shipment, for the office. */
export function unfinishedMessage(garments: readonly UnfinishedGarment[]): string {
  const each = garments.map((garment) => `${garmentName(garment)} (${progressText(garment)})`);
  return `Only finished garments leave. Not finished yet: ${each.join(", ")}.`;
}
