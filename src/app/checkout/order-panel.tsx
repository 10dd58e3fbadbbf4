import type { OrderView } from "#features/checkout/retrieve-order.server.ts";
import { statusTone, statusWord } from "#features/orders/order.ts";
import { Badge } from "#ui/badge.tsx";
import { imageVariantPath } from "#ui/image-widths.ts";
import { OrderDate } from "./order-date.tsx";
import type { SummaryRow } from "./summary-amounts.tsx";
import { SummaryAmounts } from "./summary-amounts.tsx";
import { SummaryLines } from "./summary-lines.tsx";

function amountRows(order: OrderView): SummaryRow[] {
  const rows: SummaryRow[] = [{ label: "Subtotal", amount: order.subtotal }];
  if (order.discount.minorUnits > 0) {
    const { discount } = order;
    rows.push({ label: "Offer", amount: { ...discount, minorUnits: -discount.minorUnits } });
  }
  if (order.promotion.minorUnits > 0) {
    const { promotion } = order;
    const amount = { ...promotion, minorUnits: -promotion.minorUnits };
    rows.push({ label: "Promotion code", amount });
  }
  if (order.shippingMethod) {
    const free = order.shipping.minorUnits === 0;
    const label = `Shipping, ${order.shippingMethod}`;
    rows.push({ label, amount: free ? "Free" : order.shipping });
  }
  if (order.tax.minorUnits > 0) rows.push({ label: "Tax", amount: order.tax });
  return [...rows, { label: "Total", amount: order.total, isSum: true }];
}

/** The Order Summary of a placed order: date, status, email, lines and total (specification 2, Checkout). */
export function OrderPanel({ order }: { order: OrderView }) {
  return (
    <section aria-labelledby="order-summary" className="border border-line p-5 text-left sm:p-8">
      <h2 id="order-summary" className="display text-2xl">
        Order Summary
      </h2>
      <dl className="figures mt-4 mb-6 grid grid-cols-[auto_1fr] items-center gap-x-6 gap-y-1.5 text-sm">
        <dt className="text-ink-quiet">Order Number</dt>
        <dd>{order.number}</dd>
        <dt className="text-ink-quiet">Date</dt>
        <dd>
          <OrderDate iso={order.placedAt} />
        </dd>
        <dt className="text-ink-quiet">Status</dt>
        <dd>
          <Badge kind={statusTone(order.status)}>{statusWord(order.status)}</Badge>
        </dd>
        <dt className="text-ink-quiet">Email</dt>
        <dd className="wrap-anywhere">{order.email}</dd>
      </dl>
      <SummaryLines
        lines={order.lines.map((line) => ({
          ...line,
          key: line.id,
          image: line.imageId ? imageVariantPath(line.imageId, 320, "webp") : "",
        }))}
      />
      <SummaryAmounts rows={amountRows(order)} />
    </section>
  );
}
