/** An address in the parts that machines ask for. */
export type PostalParts = {
  street: string;
  locality: string | null;
  /** An ISO 3166 code where it is known, else the name as written. */
  country: string | null;
};

const COUNTRY_CODES: Readonly<Record<string, string>> = { guyana: "GY" };

/** Reads the address line of the site settings: 'street, town, country', more commas belonging to the street; what is not written is null. */
export function postalParts(address: string): PostalParts {
  const parts = address
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
  const country = parts.length > 2 ? (parts.pop() ?? null) : null;
  const locality = parts.length > 1 ? (parts.pop() ?? null) : null;
  return {
    street: parts.join(", "),
    locality,
    country: country && (COUNTRY_CODES[country.toLowerCase()] ?? country),
  };
}
