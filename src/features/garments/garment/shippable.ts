import type { GarmentCard } from "./garment.ts";
import { garmentName, isInWork, stageMessages } from "./garment.ts";

type OnLine = Pick<GarmentCard, "stage"> & {
  readonly orderItemId: string;
  /** Made in place of an earlier garment of the line. */
  readonly isRemake: boolean;
};

/** A garment that somebody still works on, as the office reads why it stays. */
export type UnfinishedGarment = Pick<
  GarmentCard,
  "id" | "name" | "number" | "of" | "stage" | "maker"
>;

/** What of a line leaves with a shipment: items that were ordered, and garments that were made again in place of some that left before. */
export type LeavingQuantity = { readonly ordered: number; readonly remade: number };

/**
 * How many items of a line can leave in a shipment: of `left`, those whose garment is finished, and beside them every finished garment
 * that was made again. A line without garments, such as one that is not made to measure, can leave whole.
 */
export function shippableOf(
  line: { id: string; left: number },
  garments: readonly OnLine[],
): LeavingQuantity {
  const own = garments.filter(({ orderItemId }) => orderItemId === line.id);
  if (own.length === 0) return { ordered: line.left, remade: 0 };
  const finished = own.filter(({ stage }) => stage === "finished");
  const remade = finished.filter(({ isRemake }) => isRemake).length;
  return { ordered: Math.min(line.left, finished.length - remade), remade };
}

/** `shippableOf`, as one number. */
export function shippableQuantity(
  line: { id: string; left: number },
  garments: readonly OnLine[],
): number {
  const { ordered, remade } = shippableOf(line, garments);
  return ordered + remade;
}

/** Of `quantity` that leave of a line: first what was ordered, then what was made again. The quantity is at most what can leave. */
export function leavingOf(quantity: number, { ordered }: LeavingQuantity): LeavingQuantity {
  const first = Math.min(quantity, ordered);
  return { ordered: first, remade: quantity - first };
}

/** The lines of which something is still to leave: something ordered, or a garment that is being made again. */
export function linesToShip<Line extends { id: string }>(
  lines: readonly Line[],
  garments: readonly OnLine[],
  leftOf: (line: Line) => number,
): Line[] {
  const isMadeAgain = ({ id }: Line) =>
    garments.some(
      ({ isRemake, orderItemId, stage }) => isRemake && orderItemId === id && isInWork(stage),
    );
  return lines.filter((line) => leftOf(line) > 0 || isMadeAgain(line));
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
