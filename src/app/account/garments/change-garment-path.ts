/** Its query: the page opens with the person's newest measurements chosen. */
export const NEW_MEASUREMENTS = "new-measurements";

/** The page on which a customer, or a guest who has proven the order, changes a garment of a line. */
export function changeGarmentPath(line: { orderId: string; orderItemId: string }): string {
  return `/profile/orders/${line.orderId}/lines/${line.orderItemId}`;
}
