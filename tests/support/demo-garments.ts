import { and, eq } from "drizzle-orm";
import { newId } from "#core/ids.ts";
import type { Database } from "#db/client.server.ts";
import { products, productVariants } from "#db/schema/catalog.server.ts";
import { garments } from "#db/schema/production.server.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { testSpecification } from "./contracts.ts";
import { createGarmentOrder } from "./production.ts";
import { createCustomer } from "./sessions.ts";
import type { Shop } from "./shop/shop.ts";

export const DEMO_SUIT = "Stabroek Two-Piece Suit";

/** The line of an order for a demo product made to measure. */
export async function demoLine(db: Database, productName: string) {
  const [variant] = await db
    .select({ productId: products.id, variantId: productVariants.id })
    .from(products)
    .innerJoin(productVariants, eq(productVariants.productId, products.id))
    .where(and(eq(products.name, productName), eq(productVariants.size, CUSTOM_SIZE)));
  if (!variant) throw new Error(`The demo does not make ${productName} to measure`);
  const { productId, variantId } = variant;
  return { productId, variantId, productName, size: CUSTOM_SIZE, madeToMeasure: true };
}

/**
 * A customer's, or with an email a guest's, paid suit in the cloth "As pictured"; "Navy worsted twill" costs the same. Its
 * sleeve was measured with 63 cm.
 */
export async function createChangeableGarment(shop: Shop, email: string | null = null) {
  return shop.inDatabase(async (db) => {
    const customer = { email: `${newId()}@example.org` };
    const userId = email === null ? await createCustomer(db, customer) : null;
    const usual = testSpecification();
    const shoulderToWrist = { value: 630, confidence: 0.97, readings: 1, confirmed: false };
    const order = await createGarmentOrder(db, {
      box: shop.measurementBox,
      userId,
      customerEmail: email ?? customer.email,
      lines: [await demoLine(db, DEMO_SUIT)],
      specification: {
        ...usual,
        measurements: { ...usual.measurements, shoulderToWrist },
      },
      terms: {
        policyVersion: 2,
        options: [{ group: "Cloth", choice: "As pictured", priceMinor: 0 }],
      },
    });
    const garmentId = order.garments[0]?.id ?? "";
    return { ...order, garmentId, userId: userId ?? "" };
  });
}

/** Puts a garment behind the tailor's approval to cut. */
export async function approveToCut(shop: Shop, garmentId: string): Promise<void> {
  await shop.inDatabase((db) =>
    db.update(garments).set({ stage: "approved" }).where(eq(garments.id, garmentId)),
  );
}
