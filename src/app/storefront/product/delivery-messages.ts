import { shippingFacts } from "#features/settings/business-facts.ts";
import type { ShippingSettings } from "#features/settings/settings-schema.ts";

/** What the product page says of delivery: one line beside the button, all of them in the fold. */
export type DeliveryMessages = { readonly first: string | null; readonly all: readonly string[] };

/** The shipping methods in words, in the owner's order, so that the page promises what checkout charges (decision C6). */
export function deliveryMessages(settings: ShippingSettings): DeliveryMessages {
  const all = shippingFacts(settings).map(
    ({ label, estimate, price }) => `${label}: ${estimate}, ${price}`,
  );
  return { first: all[0] ?? null, all };
}
