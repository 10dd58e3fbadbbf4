import { DAY_MS } from "#core/duration.ts";
import { createGarmentOrder, deliverGarment, staffMember } from "../production.ts";
import { shopAt } from "../shop/current-shop.ts";

/** A made-to-measure suit that was delivered yesterday, of an account or of a guest, and a tailor of the atelier. */
export async function deliveredGarment(shop: string, owner: { email: string; userId?: string }) {
  const { inDatabase, measurementBox, now } = shopAt(shop);
  return inDatabase(async (db) => {
    const order = await createGarmentOrder(db, {
      box: measurementBox,
      customerEmail: owner.email,
      userId: owner.userId ?? null,
    });
    const garmentId = order.garments[0]?.id ?? "";
    const at = new Date(now().getTime() - DAY_MS);
    await deliverGarment(db, { ...order, garmentId, at });
    const tailor = await staffMember(db, true, "Rosa Gomes");
    return { ...order, garmentId, tailor };
  });
}
