import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import type { DraftVariant, ProductDraft } from "./product-form.ts";
import { combinationsOf, minorOf } from "./product-form.ts";
import { slugOf } from "./product-slug.ts";

export type StoredVariant = {
  id: string;
  size: string;
  color: string;
  sku: string;
  stockCount: number | null;
  /** Null for the product's price. */
  priceMinor: number | null;
  compareAtMinor: number | null;
  fileCells: Record<string, string>;
  /** Items in reservations. */
  held: number;
};

/** A variant after the save; a new one has no id. */
export type PlannedVariant = Omit<StoredVariant, "id" | "held"> & { id: string | null };

export type VariantPlan =
  | { ok: true; keep: PlannedVariant[]; remove: string[] }
  | {
      ok: false;
      code: "stock" | "being_paid" | "sku_in_use";
      text: string;
      /** The faulty row, if any. */
      at?: { size: string; color: string; field: "stock" | "sku" };
    };

type Sizes = Pick<ProductDraft, "sizes" | "colors" | "variants">;

const key = ({ size, color }: { size: string; color: string }) => `${size}|${color.toUpperCase()}`;

/**
 * Plans a product's variants. Counted stock changes by the difference to what the owner saw, so that sold
 * items stay sold; removing more than remain, or reserved items, is refused. Variants missing in the form are
 * made to order.
 */
export function planVariants(
  stored: readonly StoredVariant[],
  draft: Sizes,
  slug: string,
): VariantPlan {
  const now = new Map(stored.map((variant) => [key(variant), variant]));
  const requested = new Map(draft.variants.map((variant) => [key(variant), variant]));
  const keep: PlannedVariant[] = [];
  for (const combination of combinationsOf(draft)) {
    const before = now.get(key(combination));
    const wanted = requested.get(key(combination));
    if (wanted?.kind === "not_sold") continue;
    const stock = stockOf(before, wanted);
    if (typeof stock === "string") {
      const text = `${combinationName(combination, draft)}: ${stock}`;
      return { ok: false, code: "stock", text, at: { ...combination, field: "stock" } };
    }
    const sku = wanted?.sku || before?.sku || skuOf(slug, combination, draft);
    const own = pricesOf(wanted, before);
    keep.push({ ...combination, id: before?.id ?? null, sku, stockCount: stock, ...own });
  }
  if (draft.sizes.includes(CUSTOM_SIZE)) keep.push(...planCustom(stored, draft, slug));
  const retained = new Set(keep.map(({ id }) => id));
  const gone = stored.filter(({ id }) => !retained.has(id));
  const paid = gone.find(({ held }) => held > 0);
  if (paid) {
    const text = "somebody is paying for a piece of it right now. Please save again in a while";
    return { ok: false, code: "being_paid", text: `${combinationName(paid, draft)}: ${text}` };
  }
  const twice = firstTwice(keep.map(({ sku }) => sku));
  if (twice !== null) {
    const last = keep.findLast(({ sku }) => sku === twice);
    const at = last && { size: last.size, color: last.color, field: "sku" as const };
    return {
      ok: false,
      code: "sku_in_use",
      text: `The SKU ${twice} stands twice`,
      ...(at && { at }),
    };
  }
  return { ok: true, keep, remove: gone.map(({ id }) => id) };
}

type OwnCells = Pick<StoredVariant, "priceMinor" | "compareAtMinor" | "fileCells">;

/** Forms without these fields keep the stored ones. */
function pricesOf(wanted: DraftVariant | undefined, before: OwnCells | undefined): OwnCells {
  const fileCells = wanted?.fileCells ?? before?.fileCells ?? {};
  if (wanted?.price === undefined) {
    const { priceMinor = null, compareAtMinor = null } = before ?? {};
    return { priceMinor, compareAtMinor, fileCells };
  }
  const priceMinor = minorOf(wanted.price);
  const compareAtMinor = priceMinor === null ? null : minorOf(wanted.compareAt);
  return { priceMinor, compareAtMinor, fileCells };
}

const isCustom = ({ size }: { size: string }) => size === CUSTOM_SIZE;

/** Custom needs no variant. The form keeps existing ones; a file may name them. */
function planCustom(
  stored: readonly StoredVariant[],
  draft: Sizes,
  slug: string,
): PlannedVariant[] {
  const requested = new Map(
    draft.variants.filter(isCustom).map((variant) => [key(variant), variant]),
  );
  const retained = stored.filter(isCustom).map(({ held, ...variant }) => {
    const wanted = requested.get(key(variant));
    return { ...variant, sku: wanted?.sku || variant.sku, ...pricesOf(wanted, variant) };
  });
  const known = new Set(retained.map(key));
  const added = [...requested.values()].filter((variant) => !known.has(key(variant)));
  return [
    ...retained,
    ...added.map((variant) => {
      const { size, color, sku } = variant;
      return {
        ...pricesOf(variant, undefined),
        id: null,
        size,
        color,
        sku: sku || skuOf(slug, { size, color }, draft),
        stockCount: null,
      };
    }),
  ];
}

/** Null for made to order. */
function stockOf(
  before: StoredVariant | undefined,
  wanted: DraftVariant | undefined,
): number | null | string {
  if (wanted?.kind !== "counted") return null;
  const now = before?.stockCount ?? null;
  if (now === null) return wanted.stock;
  if (wanted.knownStock === null)
    return `its stock is counted by now, ${now} left. Please look again`;
  const next = now + wanted.stock - wanted.knownStock;
  if (next >= 0) return next;
  return `pieces were sold in the meantime, ${now} left of the ${wanted.knownStock} you saw. Please count again`;
}

/** Writes "M, Red". */
export function combinationName(
  combination: { size: string; color: string },
  draft: Pick<Sizes, "colors">,
): string {
  const color = draft.colors.find(({ hex }) => hex === combination.color);
  return [combination.size, color?.name || combination.color].filter(Boolean).join(", ");
}

function skuOf(slug: string, combination: { size: string; color: string }, draft: Sizes): string {
  const color = draft.colors.find(({ hex }) => hex === combination.color);
  const shade = color && (slugOf(color.name) || color.hex.slice(1));
  return [slug, slugOf(combination.size) || "size", shade].filter(Boolean).join("-").toUpperCase();
}

function firstTwice(texts: readonly string[]): string | null {
  return texts.find((each, index) => texts.indexOf(each) !== index) ?? null;
}
