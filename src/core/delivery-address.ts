let names: Intl.DisplayNames | undefined;

/**
 * The English name of an ISO country code, or the text itself when unknown. Server only, because browsers differ.
 * Loaded at first use, because it slows the start.
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
