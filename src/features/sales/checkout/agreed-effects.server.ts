import type { Queryable } from "#db/client.server.ts";
import {
  freezeEffects,
  listEffectsOfProducts,
} from "#features/garments/options/choice-effect-queries.server.ts";
import type { CartQuote } from "./cart-change.ts";

/**
 * The quoted lines with what each choice of a made-to-measure garment changes on its pattern at this moment, for its contract (ADR
 * 0078). One statement for any number of lines; none without a fit specification.
 */
export async function withAgreedEffects(db: Queryable, quote: CartQuote): Promise<CartQuote> {
  const measured = quote.lines.filter(({ specification }) => specification !== null);
  if (measured.length === 0) return quote;
  const ids = [...new Set(measured.map(({ productId }) => productId))];
  const effects = await listEffectsOfProducts(db, ids);
  const lines = quote.lines.map((line) => {
    const described = line.specification === null ? [] : (effects.get(line.productId) ?? []);
    return { ...line, options: freezeEffects(line.options, described) };
  });
  return { ...quote, lines };
}
