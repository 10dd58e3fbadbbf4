export const MAX_SLUG_LENGTH = 120;

/** Writes lower-case letters, digits and single hyphens without accents; "" without a Latin letter or digit. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’ʼ]/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, "");
}
