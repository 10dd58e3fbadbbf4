import { formatMoney, money } from "#core/money-amount.ts";
import type { ShippingMethod, ShippingSettings } from "#features/settings/settings-schema.ts";

/** What the product page says of delivery: one line beside the button, all of them in the fold. */
export type DeliveryWords = { readonly first: string | null; readonly all: readonly string[] };

/** '$25', or '$12.50' where there are cents. */
const amountWords = (minorUnits: number) => formatMoney(money(minorUnits)).replace(/\.00$/, "");

function priceWords({ priceMinor, freeOverMinor }: ShippingMethod): string {
  if (priceMinor === 0) return "free";
  if (freeOverMinor === null) return `${amountWords(priceMinor)} flat`;
  return `${amountWords(priceMinor)}, free over ${amountWords(freeOverMinor)}`;
}

/** The shipping methods in words, in the owner's order, so that the page promises what checkout charges (decision C6). */
export function deliveryWords(settings: ShippingSettings): DeliveryWords {
  const methods = settings.methods.filter((method) => method.enabled);
  const [first] = methods;
  return {
    first: first ? `${first.label}: ${first.estimate}, ${priceWords(first)}` : null,
    all: methods.map((method) => `${method.label}: ${method.estimate}, ${priceWords(method)}`),
  };
}
