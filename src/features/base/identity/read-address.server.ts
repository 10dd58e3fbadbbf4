import type { DeliveryAddress } from "#core/delivery-address.ts";
import { countryName } from "#core/delivery-address.ts";
import { readPhone } from "#core/phone.server.ts";
import { PHONE_MESSAGE } from "#core/phone.ts";
import { postalFormat, readPostalCode } from "#core/postal-format.server.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine, tooLongMessage } from "#core/submitted-text.ts";
import type { AddressErrors } from "./address.ts";
import { ADDRESS_FIELDS, addressFormat, fieldLabel, needsField } from "./address.ts";

const MAX_LENGTH: Readonly<Record<keyof DeliveryAddress, number>> = {
  fullName: 120,
  phone: 40,
  line1: 200,
  line2: 200,
  city: 100,
  region: 100,
  postalCode: 20,
  country: 2,
};

/** "Please check the ZIP code: it looks like 95014". */
function codeMessage(label: string, country: string): string {
  const { example = "" } = postalFormat(country);
  const name = label.replace(/^P(?=ost)/, "p");
  return `Please check the ${name}: it looks like ${example}`;
}

/** Codes that Unicode names and that are no country. */
const NO_COUNTRIES: readonly string[] = ["EU", "EZ", "UN", "XA", "XB", "ZZ"];

const isCountry = (code: string) =>
  /^[A-Z]{2}$/.test(code) && countryName(code) !== code && !NO_COUNTRIES.includes(code);

type ReadField = { value: string; error: string | null };

/** A field as it is stored, or why it cannot be in this country. */
function readField(field: keyof DeliveryAddress, submitted: string, country: string): ReadField {
  const format = addressFormat(country);
  const label = fieldLabel(field, format);
  const value = tidyLine(submitted);
  const refused = (error: string) => ({ value, error });
  if (field === "country") {
    return isCountry(country)
      ? { value: country, error: null }
      : refused("Please choose a country");
  }
  if (value === "") {
    return needsField(field, format) ? refused(`${label} is required`) : { value, error: null };
  }
  const max = MAX_LENGTH[field];
  if (value.length > max) return refused(tooLongMessage(label, max, value.length));
  if (field === "phone") {
    const phone = readPhone(value, country);
    return phone === null
      ? refused(`${PHONE_MESSAGE}, or leave it empty`)
      : { value: phone, error: null };
  }
  if (field === "postalCode") {
    const code = readPostalCode(value, country);
    return code === null ? refused(codeMessage(label, country)) : { value: code, error: null };
  }
  return { value, error: null };
}

/**
 * Reads an address by its country's rules, for every form that takes one: needed fields, the form of the code and the
 * phone; else a message for each wrong field, with its local name. What it returns, it reads again as it is.
 */
export function readAddress(submitted: DeliveryAddress): Result<DeliveryAddress, AddressErrors> {
  const country = tidyLine(submitted.country).toUpperCase();
  const errors: AddressErrors = {};
  const address = { ...submitted };
  for (const field of ADDRESS_FIELDS) {
    const { error, value } = readField(field, submitted[field], country);
    address[field] = value;
    if (error) errors[field] = error;
  }
  return Object.keys(errors).length > 0 ? fail(errors) : ok(address);
}
