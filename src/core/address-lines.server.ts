import { formatAddress } from "localized-address-format";
import type { DeliveryAddress } from "./delivery-address.ts";
import { countryName } from "./delivery-address.ts";

/** Some formats put letters before the code that people also write themselves: "LV-1010". */
function withoutDoubledPrefix(line: string, postalCode: string): string {
  const prefix = /^[A-Z]{1,3}[- ]/.exec(postalCode)?.[0] ?? "";
  return prefix ? line.replace(`${prefix}${postalCode}`, postalCode) : line;
}

/**
 * The lines of an address in its country's order, in Latin script (Universal Postal Union, by Google's
 * address data), then the parts that order omits, the country's name and the phone. Server only: the formats
 * are too large for a page's script.
 */
export function addressLines(address: DeliveryAddress): string[] {
  const { city, country, fullName, line1, line2, phone, postalCode, region } = address;
  const formatted = formatAddress(
    {
      postalCountry: country,
      name: fullName,
      addressLines: [line1, line2].filter(Boolean),
      locality: city,
      administrativeArea: region,
      postalCode,
    },
    "latin",
  );
  const lines = formatted.map((line) => withoutDoubledPrefix(line, postalCode).trim());
  for (const part of [fullName, line1, line2, city, region, postalCode]) {
    if (!lines.some((line) => line.includes(part.trim()))) lines.push(part.trim());
  }
  return [...lines, countryName(country), phone].filter(Boolean);
}
