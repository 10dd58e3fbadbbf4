import type { MoneyAmount } from "#core/money-amount.ts";
import type { Order, OrderStatus } from "#features/orders/order.ts";
import { lineTotal, orderNumber } from "#features/orders/order.ts";

/** What the page after paying shows of an order (specification 2): nothing personal beyond the email the specification names. */
export type OrderView = {
  id: string;
  number: string;
  placedAt: string;
  status: OrderStatus;
  email: string;
  lines: readonly {
    id: string;
    name: string;
    size: string;
    colorName: string;
    quantity: number;
    unitPrice: MoneyAmount;
    total: MoneyAmount;
    imageId: string | null;
    madeToMeasure: boolean;
  }[];
  subtotal: MoneyAmount;
  discount: MoneyAmount;
  promotion: MoneyAmount;
  shipping: MoneyAmount;
  shippingMethod: string | null;
  tax: MoneyAmount;
  total: MoneyAmount;
  /** The payment page while it can still be paid. */
  paymentUrl: string | null;
};

/** Reduces an order to what its own page shows. */
export function toOrderView(order: Order): OrderView {
  return {
    id: order.id,
    number: orderNumber(order.id),
    placedAt: order.createdAt.toISOString(),
    status: order.status,
    email: order.customerEmail,
    lines: order.lines.map((line) => ({
      id: line.id,
      name: line.productName,
      size: line.size,
      colorName: line.colorName,
      quantity: line.quantity,
      unitPrice: line.unitPrice,
      total: lineTotal(line),
      imageId: line.mediaId,
      madeToMeasure: line.madeToMeasure,
    })),
    ...order.totals,
    shippingMethod: order.shippingMethod,
    paymentUrl: order.status === "pending" ? order.paymentUrl : null,
  };
}
