import { CUSTOM_SIZE } from "../product.ts";
import type { DraftVariant, ProductDraft } from "./product-form.ts";
import { combinationsOf } from "./product-form.ts";
import { slugOf } from "./product-slug.ts";

/** A combination as the database has it at this moment. */
export type StoredVariant = {
  id: string;
  size: string;
  color: string;
  sku: string;
  stockCount: number | null;
  /** Pieces held by shoppers who are paying right now. */
  held: number;
};

/** A combination as it shall be; without an id it is new. */
export type PlannedVariant = Omit<StoredVariant, "id" | "held"> & { id: string | null };

/** What a save makes of a product's combinations, or why not, in words. */
export type VariantPlan =
  | { ok: true; keep: PlannedVariant[]; remove: string[] }
  | { ok: false; code: "stock" | "being_paid" | "sku_taken"; words: string };

type Sizes = Pick<ProductDraft, "sizes" | "colors" | "variants">;

const key = ({ size, color }: { size: string; color: string }) => `${size}|${color.toUpperCase()}`;

/**
 * Works out a product's combinations. Counted stock is saved as the change against what the owner saw, so that what was sold in the
 * meantime stays sold; where more was taken away than is left, it is refused. A piece that somebody is paying for cannot go. What the
 * form does not mention is made to order.
 */
export function planVariants(
  stored: readonly StoredVariant[],
  draft: Sizes,
  slug: string,
): VariantPlan {
  const now = new Map(stored.map((variant) => [key(variant), variant]));
  const asked = new Map(draft.variants.map((variant) => [key(variant), variant]));
  const keep: PlannedVariant[] = [];
  for (const place of combinationsOf(draft)) {
    const [before, wanted] = [now.get(key(place)), asked.get(key(place))];
    if (wanted?.kind === "not_sold") continue;
    const stock = stockOf(before, wanted);
    if (typeof stock === "string") {
      return { ok: false, code: "stock", words: `${combinationName(place, draft)}: ${stock}` };
    }
    const sku = wanted?.sku || before?.sku || skuOf(slug, place, draft);
    keep.push({ ...place, id: before?.id ?? null, sku, stockCount: stock });
  }
  if (draft.sizes.includes(CUSTOM_SIZE)) keep.push(...planCustom(stored, draft, slug));
  const kept = new Set(keep.map(({ id }) => id));
  const gone = stored.filter(({ id }) => !kept.has(id));
  const paid = gone.find(({ held }) => held > 0);
  if (paid) {
    const words = "somebody is paying for a piece of it right now. Please save again in a while";
    return { ok: false, code: "being_paid", words: `${combinationName(paid, draft)}: ${words}` };
  }
  const twice = firstTwice(keep.map(({ sku }) => sku));
  if (twice !== null)
    return { ok: false, code: "sku_taken", words: `The SKU ${twice} stands twice` };
  return { ok: true, keep, remove: gone.map(({ id }) => id) };
}

const isCustom = ({ size }: { size: string }) => size === CUSTOM_SIZE;

/** Custom needs no combination; the product form leaves those there are alone, a file may name them with their SKUs. */
function planCustom(
  stored: readonly StoredVariant[],
  draft: Sizes,
  slug: string,
): PlannedVariant[] {
  const asked = new Map(draft.variants.filter(isCustom).map((variant) => [key(variant), variant]));
  const kept = stored.filter(isCustom).map(({ held, ...variant }) => {
    return { ...variant, sku: asked.get(key(variant))?.sku || variant.sku };
  });
  const known = new Set(kept.map(key));
  const added = [...asked.values()].filter((variant) => !known.has(key(variant)));
  return [
    ...kept,
    ...added.map(({ size, color, sku }) => {
      return {
        id: null,
        size,
        color,
        sku: sku || skuOf(slug, { size, color }, draft),
        stockCount: null,
      };
    }),
  ];
}

/** The pieces to be, null for made to order; or why they cannot be. */
function stockOf(
  before: StoredVariant | undefined,
  wanted: DraftVariant | undefined,
): number | null | string {
  if (wanted?.kind !== "counted") return null;
  const now = before?.stockCount ?? null;
  if (now === null) return wanted.stock;
  if (wanted.seen === null) return `its stock is counted by now, ${now} left. Please look again`;
  const next = now + wanted.stock - wanted.seen;
  if (next >= 0) return next;
  return `pieces were sold in the meantime, ${now} left of the ${wanted.seen} you saw. Please count again`;
}

/** A combination as the owner reads it: "M, Red". */
export function combinationName(
  place: { size: string; color: string },
  draft: Pick<Sizes, "colors">,
): string {
  const color = draft.colors.find(({ hex }) => hex === place.color);
  return [place.size, color?.name || place.color].filter(Boolean).join(", ");
}

function skuOf(slug: string, place: { size: string; color: string }, draft: Sizes): string {
  const color = draft.colors.find(({ hex }) => hex === place.color);
  const shade = color && (slugOf(color.name) || color.hex.slice(1));
  return [slug, slugOf(place.size) || "size", shade].filter(Boolean).join("-").toUpperCase();
}

function firstTwice(texts: readonly string[]): string | null {
  return texts.find((each, place) => texts.indexOf(each) !== place) ?? null;
}
