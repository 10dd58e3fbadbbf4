/** "de-AT" is AT, "de" is DE; null for an invalid tag. */
function regionOf(tag: string): string | null {
  try {
    const locale = new Intl.Locale(tag);
    return locale.region ?? locale.maximize().region ?? null;
  } catch {
    return null;
  }
}

/**
 * The country a browser's languages suggest, most preferred first; null when none is in `countries`. In
 * Guyana most browsers speak American English, so the time zone decides for `home`.
 */
export function guessCountry(
  browser: { languages: readonly string[]; timeZone: string },
  {
    countries,
    home,
  }: { countries: readonly string[]; home: { country: string; timeZone: string } },
): string | null {
  if (browser.timeZone === home.timeZone) return home.country;
  const regions = browser.languages.map(regionOf);
  return regions.find((region) => region !== null && countries.includes(region)) ?? null;
}
