let names: Intl.DisplayNames | undefined;

/**
 * The English name of a country by its ISO code, or the text itself when it is none. Said by the server alone, because browsers of
 * different age name some countries differently. The names are loaded at the first question: they are a noticeable part of a start.
 */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  names ??= new Intl.DisplayNames(["en"], { type: "region" });
  return names.of(code) ?? code;
}

/** Where something is to be delivered, as the buyer wrote it on the payment page; `country` is an ISO code, a line not given is "". */
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

/** An address as it is written on a parcel, one line each, the country by its name. */
export function addressLines(address: DeliveryAddress, country: string): string[] {
  const { fullName, line1, line2, city, region, postalCode, phone } = address;
  const town = [city, region, postalCode].filter(Boolean).join(", ");
  return [fullName, line1, line2, town, country, phone].filter(Boolean);
}
