import { OrderDate } from "#app/checkout/order-date.tsx";
import { OrderAmounts } from "#app/components/orders/order-amounts.tsx";
import { OrderLines } from "#app/components/orders/order-lines.tsx";
import {
  MadeToMeasureBadge,
  OrderStatusBadge,
} from "#app/components/orders/order-status-badge.tsx";
import type { MyOrder } from "#features/orders/my-order-queries.server.ts";
import { orderNumber } from "#features/orders/order.ts";
import { MyOrderSide } from "./my-order-side.tsx";

/** The head of an order's page: its number, day and status. */
export function MyOrderHead({ order: { order } }: { order: MyOrder }) {
  return (
    <header>
      <h1 className="display figures text-3xl">Order {orderNumber(order.id)}</h1>
      <p className="figures mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-ink-soft">
        <OrderDate iso={order.createdAt.toISOString()} />
        <OrderStatusBadge status={order.status} />
        {order.madeToMeasure && <MadeToMeasureBadge />}
      </p>
    </header>
  );
}

/** An order as its buyer reads it: lines and amounts at the left, its life at the right (decision A3). */
export function MyOrderBody({ order }: { order: MyOrder }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-20 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <section aria-label="What you bought">
        <OrderLines lines={order.order.lines} colors={order.colors} />
        <OrderAmounts
          totals={order.order.totals}
          shippingMethod={order.order.shippingMethod}
          refunded={order.refunded}
        />
      </section>
      <MyOrderSide order={order} />
    </div>
  );
}
