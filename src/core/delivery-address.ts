let names: Intl.DisplayNames | undefined;

/**
 * Returns the English name of an ISO code, or the text itself when the code is unknown. It is for the server only,
 * because browsers' names differ. The names are loaded at first use, because they slow the start.
 */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  names ??= new Intl.DisplayNames(["en"], { type: "region" });
  // Servers and browsers differ in these two names alone: "Hong Kong SAR China".
  return (names.of(code) ?? code).replace(/ SAR China$/, "");
}

/** `country` is an ISO code; missing lines are "". */
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

/** The countries are ISO codes, null for all but the excluded; the city is the only one, or null for any. */
export type ShippingReach = {
  onlyCountries: readonly string[] | null;
  exceptCountries: readonly string[];
  onlyCity: string | null;
};

const letters = (text: string) => text.toLowerCase().replace(/[^\p{L}]/gu, "");

/** Whether a shipping method serves an address, by country and, for same-day, city. */
export function reaches(reach: ShippingReach, address: { country: string; city: string }): boolean {
  const country = address.country.trim().toUpperCase();
  if (reach.exceptCountries.includes(country)) return false;
  if (reach.onlyCountries && !reach.onlyCountries.includes(country)) return false;
  return reach.onlyCity === null || letters(address.city).includes(letters(reach.onlyCity));
}

/** Known before the address: `city` is "" or the one with its own shipping method. */
export type Destination = { readonly country: string; readonly city: string };

/** "GY" or "GY-Georgetown", in forms, browsers and orders. */
export function destinationCode({ country, city }: Destination): string {
  return city === "" ? country : `${country}-${city}`;
}

/** Null when the text is no destination's code. */
export function parseDestination(code: string): Destination | null {
  const [, country = "", city = ""] = /^([A-Z]{2})(?:-([A-Za-z ]{2,40}))?$/.exec(code) ?? [];
  return country === "" ? null : { country, city };
}
