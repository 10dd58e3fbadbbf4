import type Stripe from "stripe";

/** Metadata as it is told back: always words, and what is emptied is gone. */
export function textOf(metadata: Stripe.Emptyable<Stripe.MetadataParam> | undefined) {
  return Object.fromEntries(
    Object.entries(metadata || {}).flatMap(([name, value]) =>
      value === null || value === "" ? [] : [[name, String(value)]],
    ),
  );
}
