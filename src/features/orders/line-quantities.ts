export type LineHistory = {
  shipped: number;
  /** Refunded without having been returned. */
  withdrawn: number;
};

export const FULFILLMENTS = ["unshipped", "partly_shipped", "shipped", "delivered"] as const;

export type Fulfillment = (typeof FULFILLMENTS)[number];

const WORDS: Readonly<Record<Fulfillment, string>> = {
  unshipped: "To ship",
  partly_shipped: "Partly shipped",
  shipped: "Shipped",
  delivered: "Delivered",
};

/** The fulfillment as text. */
export function fulfillmentWord(fulfillment: Fulfillment): string {
  return WORDS[fulfillment];
}

/** The quantity still to ship: bought, less shipped and refunded before. Never below 0. */
export function quantityLeft(quantity: number, { shipped, withdrawn }: LineHistory): number {
  return Math.max(0, quantity - shipped - withdrawn);
}

/** The fulfillment of a paid order; null when everything was refunded before it shipped. */
export function fulfillmentOf(order: {
  /** Still to ship, of all lines. */
  left: number;
  parcels: readonly { isDelivered: boolean }[];
}): Fulfillment | null {
  const { left, parcels } = order;
  if (parcels.length === 0) return left > 0 ? "unshipped" : null;
  if (left > 0) return "partly_shipped";
  return parcels.every((parcel) => parcel.isDelivered) ? "delivered" : "shipped";
}

export type LineQuantity = { itemId: string; quantity: number };

/** A line's entry in a list field. */
export function entryOf<Entry extends { itemId?: string | undefined }>(
  entries: string | (Entry | undefined)[] | undefined,
  itemId: string,
): Entry | undefined {
  return Array.isArray(entries) ? entries.find((each) => each?.itemId === itemId) : undefined;
}
