import type { ProductForm } from "./product-form.ts";

/** A field that somebody else changed since the owner opened the form, and whether the owner changed it too. */
export type FieldDifference = { field: keyof ProductForm; isMine: boolean };

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What stock a shopper took away is no change of the form: only how a combination is sold and under which SKU. */
function compared(form: ProductForm, field: keyof ProductForm): unknown {
  if (field !== "variants") return form[field];
  return form.variants.map(({ seen, ...rest }) => rest);
}

/** The fields in which the product as it stands by now (`current`) differs from what the owner opened (`base`) and has typed (`mine`). */
export function differencesOf(
  base: ProductForm,
  mine: ProductForm,
  current: ProductForm,
): FieldDifference[] {
  const fields = Object.keys(current) as (keyof ProductForm)[];
  return fields
    .filter((field) => !same(compared(current, field), compared(base, field)))
    .filter((field) => !same(compared(current, field), compared(mine, field)))
    .map((field) => ({ field, isMine: !same(compared(mine, field), compared(base, field)) }));
}

/** The owner's form with those fields taken over from how the product stands by now; counted stock is then what the form says. */
export function acceptTheirs(
  mine: ProductForm,
  current: ProductForm,
  fields: readonly (keyof ProductForm)[],
): ProductForm {
  const taken = Object.fromEntries(fields.map((field) => [field, current[field]]));
  const merged: ProductForm = { ...mine, ...taken };
  const variants = merged.variants.map((variant) => {
    const now = current.variants.find(
      ({ size, color }) => size === variant.size && color === variant.color,
    );
    return { ...variant, seen: now?.seen ?? null };
  });
  return { ...merged, variants };
}
