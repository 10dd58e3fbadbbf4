import { eq } from "drizzle-orm";
import { isId } from "#core/ids.ts";
import type { MoneyAmount } from "#core/money-amount.ts";
import type { Result } from "#core/result.ts";
import { fail } from "#core/result.ts";
import type { Queryable } from "#db/client.server.ts";
import { guyanaSalesInquiries } from "#db/schema/inbox.server.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import type { StaffReadFailure } from "#features/body/measurement/measurement-reads.server.ts";
import type { MeasurementDeps } from "#features/body/measurement/sealed-profiles.server.ts";
import type { ProductDetail } from "#features/catalog/products/product.ts";
import { CUSTOM_SIZE, priceOf } from "#features/catalog/products/product.ts";
import { madeToMeasurePrice } from "#features/garments/options/made-to-measure-terms.ts";
import type { ChosenCloth } from "#features/garments/options/shown-cloth.ts";
import { readSpecificationAsStaff } from "#features/garments/specification/read-specification.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { listOrderableFits } from "#features/garments/specification/specification-queries.server.ts";

/** A made-to-measure garment that somebody asks for, at the price of that time; without measurements. */
export type InquiredFit = {
  options: readonly { group: string; choice: string }[];
  unitPrice: MoneyAmount;
  extraDays: number;
  /** A chosen cloth from stock, in place of the product's color. */
  cloth?: ChosenCloth;
};

/**
 * What an inquiry about a product can refer to under a specification; null when it is unknown, somebody
 * else's, of another product, or can not be ordered any more. The catalog's price, not the "From" price of the product page.
 */
export async function findInquiredFit(
  db: Queryable,
  input: {
    actor: Actor;
    product: ProductDetail;
    specification: string | null;
    color: string | null;
  },
): Promise<InquiredFit | null> {
  const { actor, color, product, specification } = input;
  if (specification === null) return null;
  const fits = await listOrderableFits(db, { actor, ids: [specification] });
  const fit = fits.get(specification);
  if (!fit || fit.productId !== product.id) return null;
  const { price } = priceOf(product, { size: CUSTOM_SIZE, color });
  return {
    options: fit.options.map(({ choice, group }) => ({ group, choice })),
    unitPrice: madeToMeasurePrice(price, fit.surcharge, fit.options),
    extraDays: fit.extraDays,
    ...(fit.cloth && { cloth: fit.cloth }),
  };
}

/** Opens the measurements of a made-to-measure inquiry for the atelier; see `readSpecificationAsStaff`. */
export async function readInquiredMeasurements(
  deps: MeasurementDeps,
  input: { actor: Actor; entryId: string; purpose: string },
): Promise<Result<FitSpecification, StaffReadFailure | "not_ordered">> {
  const { actor, entryId, purpose } = input;
  if (!isId(entryId)) return fail("not_found");
  const [row] = await deps.db
    .select({ specification: guyanaSalesInquiries.specificationId })
    .from(guyanaSalesInquiries)
    .where(eq(guyanaSalesInquiries.id, entryId));
  const specification = row?.specification ?? null;
  return readSpecificationAsStaff(deps, { actor, specification, purpose });
}
