type Line = { orderId: string; orderItemId: string };

/** The page on which a customer changes a garment of a line; with a proof for a guest. */
export function changeGarmentPath({ orderId, orderItemId }: Line, proof: string | null): string {
  const query = proof === null ? "" : `?${new URLSearchParams({ proof })}`;
  return `/profile/orders/${orderId}/lines/${orderItemId}${query}`;
}
