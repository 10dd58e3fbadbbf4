export type PostalParts = {
  street: string;
  locality: string | null;
  /** An ISO 3166 code, else the name. */
  country: string | null;
};

const COUNTRY_CODES: Readonly<Record<string, string>> = { guyana: "GY" };

/** Splits 'street, town, country'; extra commas belong to the street, and missing parts are null. */
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
