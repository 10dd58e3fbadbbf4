import type { DeliveryAddress } from "#core/delivery-address.ts";

export type SavedAddress = DeliveryAddress & { id: string; isDefault: boolean };

export type AddressErrors = Partial<Record<keyof DeliveryAddress, string>>;

export const MAX_ADDRESSES = 20;

/** The fields of an address in one country: their local names (null when absent), and what is required. */
export type AddressFormat = {
  readonly city: string;
  readonly needsCity: boolean;
  readonly region: string;
  readonly needsRegion: boolean;
  readonly postalCode: string | null;
  readonly needsPostalCode: boolean;
};

const POSTAL: AddressFormat = {
  city: "City or village",
  needsCity: true,
  region: "Region",
  needsRegion: false,
  postalCode: "Postal code",
  needsPostalCode: false,
};

/** Countries by what they share, as words of ISO codes. */
type Countries = Readonly<Record<string, string>>;

/** Local names of the region (Google's address data; Universal Postal Union, addressing guides). */
const REGIONS: Countries = {
  "State or territory": "AU",
  "Province or territory": "CA",
  "Region or municipality": "TT",
  State: "AS BR DE FM IN MH MP MX MY NG PW UM US VE VI",
  Province: "AR CN CR CU EE EG ES ID IQ IR IT KP LT MN MZ NL PA PG PH SO TH TR UZ VN ZA",
  Department: "CO FR HN NI PE SV UY",
  Island: "BS CV KI KN KY PF SC TV",
  Parish: "BB JM",
  County: "GB IE RO TW",
  District: "NR SR",
  Emirate: "AE",
  Area: "HK",
  Prefecture: "JP",
  "Province or city": "KR",
  Oblast: "KZ RU UA",
};

const CODES: Countries = {
  "ZIP code": "AS FM GU MH MP PR PW UM US VI",
  Postcode: "AC AI AU FK GB GG GI GS IM IO JE NZ PN SH TA TC",
  Eircode: "IE",
  "PIN code": "IN",
  CEP: "BR",
};

const CITIES: Countries = {
  "Town or city": "GB NO SE SJ",
  "Suburb or city": "AU",
  "District or city": "HK PE SD SY TR TW",
};

const setOf = (codes: string): ReadonlySet<string> => new Set(codes.split(" "));

/** The format of their mail has no city, or has it in the street. */
const WITHOUT_CITIES = setOf("AE GI HK KY MO NR SG");

const NEEDS_REGION = setOf(
  "AE AS AU BR CA CN CO CR ES FM HK HN ID IN IQ IT JM JP KN KR KY MH MP MX NR PF PG PW RU SO SV TW UM US VE VI",
);

const NEEDS_CODE = setOf(
  "AS AT AU AX BE BL BR CA CH CN CZ DE DK EE ES FI FK FM FR GB GF GG GL GP GR GS GU HU IM IN IO IT JE JP KR LI LT LU LV MF MH MP MQ MX MY NC NL NO NZ PF PL PM PN PR PT PW RE RO RU SE SG SH SJ SK SM TC TR TW UA US VI WF YT ZA",
);

const WITHOUT_CODES = setOf(
  "AE AG AO AW BJ BO BQ BS BW BZ CM CW DM FJ GA GD GM GH GY HK KI KM KN LC ML MO MR MW QA RW SC SL SR ST SX TG TO UG VU ZW",
);

function labelIn(labels: Countries, country: string): string | undefined {
  return Object.keys(labels).find((label) => labels[label]?.split(" ").includes(country));
}

/** An unknown country requires name, street and city alone. */
export function addressFormat(country: string): AddressFormat {
  const hasCodes = !WITHOUT_CODES.has(country);
  return {
    city: labelIn(CITIES, country) ?? POSTAL.city,
    needsCity: !WITHOUT_CITIES.has(country),
    region: labelIn(REGIONS, country) ?? POSTAL.region,
    needsRegion: NEEDS_REGION.has(country),
    postalCode: hasCodes ? (labelIn(CODES, country) ?? POSTAL.postalCode) : null,
    needsPostalCode: NEEDS_CODE.has(country),
  };
}

const LABELS: Readonly<Record<keyof DeliveryAddress, string>> = {
  fullName: "Full name",
  phone: "Phone",
  line1: "Address",
  line2: "Apartment, lot, floor",
  city: "City or village",
  region: "Region",
  postalCode: "Postal code",
  country: "Country",
};

/** The fields are in the order of the form. */
export const ADDRESS_FIELDS = Object.keys(LABELS) as (keyof DeliveryAddress)[];

/** Whether a country needs a field; every country needs a name and a street. */
export function needsField(field: keyof DeliveryAddress, format: AddressFormat): boolean {
  if (field === "city") return format.needsCity;
  if (field === "region") return format.needsRegion;
  if (field === "postalCode") return format.needsPostalCode;
  return ["fullName", "line1", "country"].includes(field);
}

/** A field's name in a country. */
export function fieldLabel(field: keyof DeliveryAddress, format: AddressFormat): string {
  if (field === "city" || field === "region") return format[field];
  return (field === "postalCode" ? format.postalCode : null) ?? LABELS[field];
}
