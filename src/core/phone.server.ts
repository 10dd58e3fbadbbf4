import type { CountryCode } from "libphonenumber-js/min";
import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min";
import { readWrittenPhone, writePhone } from "./phone.ts";

/** Numbers without a country code are of the address's country, or else of the shop's own. */
const HOME = "GY";

/** Null when the country's plan has no number of this length; a number that the plan names is written as dialled from abroad. */
function inCountry(number: string, country: string): string | null {
  if (!isSupportedCountry(country)) return null;
  const parsed = parsePhoneNumberFromString(number, country satisfies CountryCode);
  if (!parsed?.isPossible()) return null;
  return parsed.isValid() ? parsed.formatInternational() : number;
}

/**
 * Reads a telephone number for a country (ISO code), in national or international form, by the numbering plans of
 * Google's libphonenumber; null when neither its plan nor Guyana's has such a number. A number that its plan knows is
 * returned with its country code, any other as it was written, and both with their extension.
 */
export function readPhone(submitted: string, country: string): string | null {
  const written = readWrittenPhone(submitted);
  if (written === null) return null;
  const number = inCountry(written.number, country) ?? inCountry(written.number, HOME);
  return number === null ? null : writePhone({ number, extension: written.extension });
}
