import type { Order } from "./order.ts";

/** Where its buyer reads an order: in the account, or by number and email for whoever bought without one. */
export function orderPage(publicUrl: string, order: Pick<Order, "id" | "userId">): string {
  return order.userId ? `${publicUrl}/profile/orders/${order.id}` : `${publicUrl}/order-lookup`;
}
