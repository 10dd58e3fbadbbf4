import type { DeliveryAddress } from "./delivery-address.ts";

/** An address as it is written on a parcel, one line each, the country by its name. */
export function addressLines(address: DeliveryAddress, country: string): string[] {
  const { fullName, line1, line2, city, region, postalCode, phone } = address;
  const town = [city, region, postalCode].filter(Boolean).join(", ");
  return [fullName, line1, line2, town, country, phone].filter(Boolean);
}
