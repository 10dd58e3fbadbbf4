import type Stripe from "stripe";

/** Strings; emptied keys are removed. */
export function textOf(metadata: Stripe.Emptyable<Stripe.MetadataParam> | undefined) {
  return Object.fromEntries(
    Object.entries(metadata || {}).flatMap(([name, value]) =>
      value === null || value === "" ? [] : [[name, String(value)]],
    ),
  );
}
