import type { DeliveryAddress } from "#core/delivery-address.ts";
import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";
import { tidyLine, tooLongMessage } from "#core/submitted-text.ts";

export type SavedAddress = DeliveryAddress & { id: string; isDefault: boolean };

export type AddressErrors = Partial<Record<keyof DeliveryAddress, string>>;

export const MAX_ADDRESSES = 20;

/** Labels (null when absent), and what is required. */
export type AddressFormat = {
  readonly region: string;
  readonly needsRegion: boolean;
  readonly postalCode: string | null;
  readonly needsPostalCode: boolean;
};

const POSTAL = {
  region: "Region",
  needsRegion: false,
  postalCode: "Postal code",
  needsPostalCode: false,
};

/** These countries differ from an optional region and postal code (Universal Postal Union, addressing guides). */
const FORMATS: Readonly<Record<string, Partial<AddressFormat>>> = {
  AU: {
    region: "State or territory",
    needsRegion: true,
    postalCode: "Postcode",
    needsPostalCode: true,
  },
  BB: { region: "Parish" },
  BR: { region: "State", needsRegion: true, postalCode: "CEP", needsPostalCode: true },
  CA: { region: "Province or territory", needsRegion: true, needsPostalCode: true },
  DE: { region: "State", postalCode: "Postal code", needsPostalCode: true },
  FR: { region: "Department", needsPostalCode: true },
  GB: { region: "County", postalCode: "Postcode", needsPostalCode: true },
  IN: { region: "State", needsRegion: true, postalCode: "PIN code", needsPostalCode: true },
  IE: { region: "County", postalCode: "Eircode" },
  JM: { region: "Parish", needsRegion: true },
  NL: { region: "Province", needsPostalCode: true },
  SR: { region: "District" },
  TT: { region: "Region or municipality" },
  US: { region: "State", needsRegion: true, postalCode: "ZIP code", needsPostalCode: true },
};

const WITHOUT_CODES = new Set(
  "AE AG AO AW BJ BO BQ BS BW BZ CM CW DM FJ GA GD GM GH GY HK KI KM KN LC ML MO MR MW QA RW SC SL SR ST SX TG TO UG VU ZW".split(
    " ",
  ),
);

/** An unknown country requires nothing. */
export function addressFormat(country: string): AddressFormat {
  const format = { ...POSTAL, ...FORMATS[country] };
  return WITHOUT_CODES.has(country)
    ? { ...format, postalCode: null, needsPostalCode: false }
    : format;
}

const LIMITS: Readonly<Record<keyof DeliveryAddress, { label: string; max: number }>> = {
  fullName: { label: "Full name", max: 100 },
  phone: { label: "Phone", max: 40 },
  line1: { label: "Address", max: 200 },
  line2: { label: "Apartment, lot, floor", max: 200 },
  city: { label: "City or village", max: 100 },
  region: { label: "Region", max: 100 },
  postalCode: { label: "Postal code", max: 20 },
  country: { label: "Country", max: 2 },
};

/** The fields are in the order of the form. */
export const ADDRESS_FIELDS = Object.keys(LIMITS) as (keyof DeliveryAddress)[];

function required(field: keyof DeliveryAddress, format: AddressFormat): boolean {
  if (field === "region") return format.needsRegion;
  if (field === "postalCode") return format.needsPostalCode;
  return ["fullName", "line1", "city"].includes(field);
}

function labelOf(field: keyof DeliveryAddress, format: AddressFormat): string {
  if (field === "region") return format.region;
  if (field === "postalCode") return format.postalCode ?? LIMITS.postalCode.label;
  return LIMITS[field].label;
}

function addressError(
  field: keyof DeliveryAddress,
  value: string,
  format: AddressFormat,
): string | null {
  const label = labelOf(field, format);
  if (field === "country") return /^[A-Z]{2}$/.test(value) ? null : "Please choose a country";
  if (value === "") return required(field, format) ? `${label} is required` : null;
  const { max } = LIMITS[field];
  if (value.length > max) return tooLongMessage(label, max, value.length);
  if (field === "phone" && !/^[0-9+()./ -]*\d[0-9+()./ -]*$/.test(value)) {
    return "Please enter a phone number, like +592 555 0100, or leave it empty";
  }
  return null;
}

/** Reads an address by its country's rules; else a message per field. */
export function readAddress(submitted: DeliveryAddress): Result<DeliveryAddress, AddressErrors> {
  const country = tidyLine(submitted.country).toUpperCase();
  const format = addressFormat(country);
  const errors: AddressErrors = {};
  const tidy = { ...submitted };
  for (const field of ADDRESS_FIELDS) {
    tidy[field] = field === "country" ? country : tidyLine(submitted[field]);
    const error = addressError(field, tidy[field], format);
    if (error) errors[field] = error;
  }
  return Object.keys(errors).length > 0 ? fail(errors) : ok(tidy);
}
