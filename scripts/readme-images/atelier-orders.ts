import { eq } from "drizzle-orm";
import { addDays } from "#core/business-days.ts";
import { dayOf } from "#core/georgetown-time.ts";
import { garments } from "#db/schema/production.server.ts";
import type { Stage } from "#features/garments/garment/garment.ts";
import { DEMO_SUIT, demoLine } from "#tests/support/demo-garments.ts";
import { MEASURED_MAN, measuredSpecification } from "#tests/support/patterns.ts";
import { addMaker, createGarmentOrder } from "#tests/support/production.ts";
import { createCustomer } from "#tests/support/sessions.ts";
import type { Shop } from "#tests/support/shop/shop.ts";

const MAKERS = ["Savi", "Indra", "Kamala"] as const;

type Ordered = {
  product: string;
  garment: string;
  stage: Stage;
  maker: (typeof MAKERS)[number] | null;
  /** Days from today until it must leave. */
  leavesInDays: number;
};

/** What an ordinary week in the atelier looks like; the first order is the one whose pattern is shown. */
const ORDERED: readonly Ordered[] = [
  { product: DEMO_SUIT, garment: "suit", stage: "received", maker: null, leavesInDays: 24 },
  {
    product: "Cathedral White Shirt",
    garment: "shirt",
    stage: "received",
    maker: null,
    leavesInDays: 17,
  },
  {
    product: "Rainy Season Trench Coat",
    garment: "outerwear",
    stage: "checked",
    maker: null,
    leavesInDays: 22,
  },
  {
    product: "Hibiscus Column Dress",
    garment: "dress",
    stage: "pattern_ready",
    maker: "Kamala",
    leavesInDays: 19,
  },
  {
    product: "Brickdam Trousers",
    garment: "pants",
    stage: "pattern_ready",
    maker: "Indra",
    leavesInDays: 12,
  },
  {
    product: "Rupununi Dinner Jacket",
    garment: "jacket",
    stage: "approved",
    maker: "Savi",
    leavesInDays: 15,
  },
  {
    product: "Savannah Linen Shirt",
    garment: "shirt",
    stage: "cut",
    maker: "Indra",
    leavesInDays: 9,
  },
  {
    product: "Water Street Pencil Skirt",
    garment: "skirt",
    stage: "cut",
    maker: "Kamala",
    leavesInDays: 2,
  },
  {
    product: "Golden Grove Linen Suit",
    garment: "suit",
    stage: "sewn",
    maker: "Savi",
    leavesInDays: 8,
  },
  {
    product: "Kaieteur Gown",
    garment: "dress",
    stage: "fitted",
    maker: "Kamala",
    leavesInDays: 6,
  },
];

/** Stores a paid, contracted order for each garment, on the board in its stage; returns the line of the first order. */
export async function fillAtelier(shop: Shop): Promise<{ orderItemId: string }> {
  const specification = measuredSpecification(MEASURED_MAN);
  const today = dayOf(shop.now());
  const [first] = await shop.inDatabase(async (db) => {
    const userId = await createCustomer(db, { email: "asha@example.org" });
    const makerIds = new Map<string, string>();
    for (const name of MAKERS) makerIds.set(name, await addMaker(db, name));
    const lines: { orderItemId: string }[] = [];
    for (const { garment, leavesInDays, maker, product, stage } of ORDERED) {
      const order = await createGarmentOrder(db, {
        box: shop.measurementBox,
        userId,
        customerEmail: "asha@example.org",
        specification,
        terms: { product, garment },
        lines: [await demoLine(db, product)],
      });
      await db
        .update(garments)
        .set({
          stage,
          makerId: makerIds.get(maker ?? "") ?? null,
          shipBy: addDays(today, leavesInDays),
        })
        .where(eq(garments.orderItemId, order.orderItemId));
      lines.push(order);
    }
    return lines;
  });
  if (!first) throw new Error("No order was made");
  return { orderItemId: first.orderItemId };
}
