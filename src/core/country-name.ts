let names: Intl.DisplayNames | undefined;

/**
 * The English name of a country by its ISO code, or the text itself when it is none. Said by the server alone, because browsers of
 * different age name some countries differently. The names are loaded at the first question: they are a noticeable part of a start.
 */
export function countryName(code: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  names ??= new Intl.DisplayNames(["en"], { type: "region" });
  return names.of(code) ?? code;
}
