import type Stripe from "stripe";

/** Metadata as returned: always strings, without emptied keys. */
export function textOf(metadata: Stripe.Emptyable<Stripe.MetadataParam> | undefined) {
  return Object.fromEntries(
    Object.entries(metadata || {}).flatMap(([name, value]) =>
      value === null || value === "" ? [] : [[name, String(value)]],
    ),
  );
}
