import { sql } from "drizzle-orm";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Queryable } from "#db/client.server.ts";
import { measuringMinutes } from "#features/body/measurement/measuring-effort.ts";
import { findProductsByIds } from "#features/catalog/listing/catalog-queries.server.ts";
import type { ProductImage } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, priceOf } from "#features/catalog/products/product.ts";
import { listTermsOfProducts } from "#features/garments/options/terms-queries.server.ts";
import { startingMeasurements, startingPrice } from "./custom-size.ts";

/** What a type of garment costs made to measure, what making it takes, and an example of it. */
export type MadeToMeasurePrice = {
  garmentType: string;
  /** The lowest price at which one can be ordered. */
  from: MoneyAmount;
  /** Calendar days of making, at most, of the slowest. */
  days: number;
  /** Rough minutes with a tape, of the garment that needs most. */
  minutes: number;
  example: { id: string; image: ProductImage | null };
};

/** More are not read: the page names types of garments, not products. */
const MAX_PRODUCTS = 500;

/** Each type of garment that can be ordered to measure now, the cheapest first, in four statements. */
export async function listMadeToMeasurePrices(db: Queryable): Promise<MadeToMeasurePrice[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from products where deleted_at is null and not draft and in_stock and ${CUSTOM_SIZE} = any(sizes)
     order by created_at, id limit ${MAX_PRODUCTS}`);
  const ids = rows.map(({ id }) => id);
  const [products, terms] = await Promise.all([
    findProductsByIds(db, ids),
    listTermsOfProducts(db, ids),
  ]);
  const found = products.flatMap((product): MadeToMeasurePrice[] => {
    const own = terms.get(product.id);
    const { price } = priceOf(product, { size: CUSTOM_SIZE, color: null });
    const from = own ? startingPrice(own, price) : null;
    if (!own || !from) return [];
    return [
      {
        garmentType: product.garmentType,
        from,
        days: own.extraDays,
        minutes: measuringMinutes(startingMeasurements(own).required),
        example: { id: product.id, image: product.images[0] ?? null },
      },
    ];
  });
  const types = Map.groupBy(found, ({ garmentType }) => garmentType);
  return [...types.values()].flatMap(mergePrices).toSorted(byPrice);
}

const byPrice = (a: MadeToMeasurePrice, b: MadeToMeasurePrice) =>
  a.from.minorUnits - b.from.minorUnits;

/** One type's cheapest garment, with the longest making and measuring of all. */
function mergePrices(prices: readonly MadeToMeasurePrice[]): MadeToMeasurePrice[] {
  const [cheapest] = prices.toSorted(byPrice);
  if (!cheapest) return [];
  return [
    {
      ...cheapest,
      days: Math.max(...prices.map(({ days }) => days)),
      minutes: Math.max(...prices.map(({ minutes }) => minutes)),
    },
  ];
}
