export const MAX_SLUG_LENGTH = 120;

/** Lower-case letters, digits, single hyphens, no accents; "" without a Latin letter or digit. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}'’ʼ]/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, MAX_SLUG_LENGTH)
    .replace(/^-+|-+$/g, "");
}
