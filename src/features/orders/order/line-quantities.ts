export type LineHistory = {
  shipped: number;
  /** Refunded without a return. */
  withdrawn: number;
};

export const FULFILLMENTS = ["unshipped", "partly_shipped", "shipped", "delivered"] as const;

export type Fulfillment = (typeof FULFILLMENTS)[number];

const TERMS: Readonly<Record<Fulfillment, string>> = {
  unshipped: "To ship",
  partly_shipped: "Partly shipped",
  shipped: "Shipped",
  delivered: "Delivered",
};

export function fulfillmentWord(fulfillment: Fulfillment): string {
  return TERMS[fulfillment];
}

/** Bought less shipped and refunded; never below 0. */
export function quantityLeft(quantity: number, { shipped, withdrawn }: LineHistory): number {
  return Math.max(0, quantity - shipped - withdrawn);
}

/** Null when everything was refunded before it shipped. */
export function fulfillmentOf(order: {
  left: number;
  shipments: readonly { isDelivered: boolean }[];
}): Fulfillment | null {
  const { left, shipments } = order;
  if (shipments.length === 0) return left > 0 ? "unshipped" : null;
  if (left > 0) return "partly_shipped";
  return shipments.every((shipment) => shipment.isDelivered) ? "delivered" : "shipped";
}

export type LineQuantity = { itemId: string; quantity: number };

/** What is in a shipment by line: items of the order, and garments that were made again. */
export function contentsOf(shipment: {
  items: readonly LineQuantity[];
  remade: readonly LineQuantity[];
}): LineQuantity[] {
  const quantities = new Map<string, number>();
  for (const { itemId, quantity } of [...shipment.items, ...shipment.remade]) {
    quantities.set(itemId, (quantities.get(itemId) ?? 0) + quantity);
  }
  return [...quantities].map(([itemId, quantity]) => ({ itemId, quantity }));
}

export function entryOf<Entry extends { itemId?: string | undefined }>(
  entries: string | (Entry | undefined)[] | undefined,
  itemId: string,
): Entry | undefined {
  return Array.isArray(entries) ? entries.find((each) => each?.itemId === itemId) : undefined;
}
