import { Badge } from "#ui/badge.tsx";
import type { OrderStatus } from "../order.ts";
import { statusTone, statusWord } from "../order.ts";
import type { Fulfillment } from "../shipping/line-pieces.ts";
import { fulfillmentWord } from "../shipping/line-pieces.ts";

/** An order's status in a word: green when completed, yellow when pending, grey otherwise (specification 2). */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge kind={statusTone(status)}>{statusWord(status)}</Badge>;
}

/** Marks what the atelier has to make. */
export function MadeToMeasureBadge() {
  return <Badge kind="accent">Made to measure</Badge>;
}

const ways = {
  unshipped: "warning",
  partly_shipped: "warning",
  shipped: "neutral",
  delivered: "success",
} as const;

/** How far a paid order is on its way. */
export function FulfillmentBadge({ fulfillment }: { fulfillment: Fulfillment }) {
  return <Badge kind={ways[fulfillment]}>{fulfillmentWord(fulfillment)}</Badge>;
}
