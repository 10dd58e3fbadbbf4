import type { Fulfillment } from "#features/orders/order/line-quantities.ts";
import { fulfillmentWord } from "#features/orders/order/line-quantities.ts";
import type { ShownStatus } from "#features/orders/order/order.ts";
import { statusTone, statusWord } from "#features/orders/order/order.ts";
import { Badge } from "#ui/badge.tsx";

/** The badge is green when completed, yellow while somebody waits for money, gray otherwise (specification 2). */
export function OrderStatusBadge({ status }: { status: ShownStatus }) {
  return <Badge kind={statusTone(status)}>{statusWord(status)}</Badge>;
}

export function MadeToMeasureBadge() {
  return <Badge kind="accent">Made to measure</Badge>;
}

const ways = {
  unshipped: "warning",
  partly_shipped: "warning",
  shipped: "neutral",
  delivered: "success",
} as const;

export function FulfillmentBadge({ fulfillment }: { fulfillment: Fulfillment }) {
  return <Badge kind={ways[fulfillment]}>{fulfillmentWord(fulfillment)}</Badge>;
}
