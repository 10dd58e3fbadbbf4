export const MAX_SLUG_LENGTH = 120;

/**
 * A name as an address writes it: small letters, digits and single hyphens, accents left out. "" for a name without a letter or digit
 * of the Latin alphabet.
 */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’ʼ]/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, "");
}
