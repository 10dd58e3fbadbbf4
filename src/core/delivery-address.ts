let names: Intl.DisplayNames | undefined;

/**
 * The English name of an ISO country code, or the text itself when unknown. Browsers differ from the server, so a page that the server
 * renders receives the name from it. Loaded at first use, because it slows the start.
 */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  names ??= new Intl.DisplayNames(["en"], { type: "region" });
  return names.of(code) ?? code;
}

/** A delivery address as entered on the payment page; `country` is an ISO code, missing lines are "". */
export type DeliveryAddress = {
  fullName: string;
  phone: string;
  line1: string;
  line2: string;
  city: string;
  region: string;
  postalCode: string;
  country: string;
};

/** The lines of a shipping label, with the country's name. */
export function addressLines(address: DeliveryAddress, country: string): string[] {
  const { fullName, line1, line2, city, region, postalCode, phone } = address;
  const town = [city, region, postalCode].filter(Boolean).join(", ");
  return [fullName, line1, line2, town, country, phone].filter(Boolean);
}

/** Where a way of shipping goes: ISO codes, null for all but the excluded countries, and the only city, null for any. */
export type ShippingReach = {
  onlyCountries: readonly string[] | null;
  exceptCountries: readonly string[];
  onlyCity: string | null;
};

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "");

/** Whether a way of shipping serves an address, by country and, for same-day, city. */
export function reaches(reach: ShippingReach, address: { country: string; city: string }): boolean {
  const country = address.country.trim().toUpperCase();
  if (reach.exceptCountries.includes(country)) return false;
  if (reach.onlyCountries && !reach.onlyCountries.includes(country)) return false;
  return reach.onlyCity === null || letters(address.city).includes(letters(reach.onlyCity));
}

/** Where an order goes as far as it is known before the address: `city` is "" or the one that has its own way of shipping. */
export type Destination = { readonly country: string; readonly city: string };

/** "GY" or "GY-Georgetown", as a form, a browser and an order store it. */
export function destinationCode({ country, city }: Destination): string {
  return city === "" ? country : `${country}-${city}`;
}

/** Reads a destination's code; null when it is none. */
export function parseDestination(code: string): Destination | null {
  const [, country = "", city = ""] = /^([A-Z]{2})(?:-([A-Za-z ]{2,40}))?$/.exec(code) ?? [];
  return country === "" ? null : { country, city };
}
