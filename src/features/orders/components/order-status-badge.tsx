import { Badge } from "#ui/badge.tsx";
import type { OrderStatus } from "../order.ts";
import { statusTone, statusWord } from "../order.ts";

/** An order's status in a word: green when completed, yellow when pending, grey otherwise (specification 2). */
export function OrderStatusBadge({ status }: { status: OrderStatus }) {
  return <Badge kind={statusTone(status)}>{statusWord(status)}</Badge>;
}

/** Marks what the atelier has to make. */
export function MadeToMeasureBadge() {
  return <Badge kind="accent">Made to measure</Badge>;
}
