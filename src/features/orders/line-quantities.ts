/** What became of the pieces of one line so far. */
export type LineHistory = {
  /** In parcels that have left. */
  shipped: number;
  /** Refunded without having come back: they stay here. */
  withdrawn: number;
};

/** How far an order is on its way. */
export const FULFILLMENTS = ["unshipped", "partly_shipped", "shipped", "delivered"] as const;

export type Fulfillment = (typeof FULFILLMENTS)[number];

const WORDS: Readonly<Record<Fulfillment, string>> = {
  unshipped: "To ship",
  partly_shipped: "Partly shipped",
  shipped: "Shipped",
  delivered: "Delivered",
};

/** The way of an order in a word or two. */
export function fulfillmentWord(fulfillment: Fulfillment): string {
  return WORDS[fulfillment];
}

/** How many pieces of a line still have to leave: what was bought less what has left and what was refunded before it did. Never below 0. */
export function quantityLeft(quantity: number, { shipped, withdrawn }: LineHistory): number {
  return Math.max(0, quantity - shipped - withdrawn);
}

/**
 * How far a paid order is: delivered once every piece that leaves has arrived, null when nothing of it leaves at all because everything
 * was refunded before.
 */
export function fulfillmentOf(order: {
  /** Pieces that still have to leave, of all lines. */
  left: number;
  /** Whether each parcel that has left has arrived. */
  parcels: readonly { isDelivered: boolean }[];
}): Fulfillment | null {
  const { left, parcels } = order;
  if (parcels.length === 0) return left > 0 ? "unshipped" : null;
  if (left > 0) return "partly_shipped";
  return parcels.every((parcel) => parcel.isDelivered) ? "delivered" : "shipped";
}

/** A quantity of one order line. */
export type LineQuantity = { itemId: string; quantity: number };

/** The entry of a line in the submitted or default value of a list field. */
export function entryOf<Entry extends { itemId?: string | undefined }>(
  entries: string | (Entry | undefined)[] | undefined,
  itemId: string,
): Entry | undefined {
  return Array.isArray(entries) ? entries.find((each) => each?.itemId === itemId) : undefined;
}
