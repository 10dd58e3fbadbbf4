import { countryName } from "#core/delivery-address.ts";
import { NEAR_COUNTRIES } from "#features/base/settings/business-facts.ts";

/** ISO codes of the countries that the list shows after the nearby ones. */
const REST =
  "AD AE AG AI AL AM AO AR AT AU AW AZ BA BD BE BG BH BJ BM BN BO BQ BR BS BT BW BZ CH CI CL CM CN CO CR CV CW CY CZ DE DK DM DO DZ EC EE EG ES ET FI FJ FR GA GD GE GF GH GI GM GP GR GT HK HN HR HT HU ID IE IL IN IS IT JO JP KE KH KN KR KW KY KZ LA LC LI LK LT LU LV MA MC MD ME MG MK MN MO MQ MS MT MU MV MX MY MZ NA NG NI NL NO NP NZ OM PA PE PG PH PL PR PT PY QA RO RS RW SA SC SE SG SI SK SN SV SX TC TH TN TR TW TZ UA UG UY UZ VC VG VI VN ZA ZM ZW".split(
    " ",
  );

export const COUNTRY_CODES: readonly string[] = [...NEAR_COUNTRIES, ...REST];

export type CountryOption = { code: string; name: string };

/** Returns English names. */
export function countryOptions(): { near: CountryOption[]; rest: CountryOption[] } {
  const named = (code: string) => ({ code, name: countryName(code) });
  return {
    near: NEAR_COUNTRIES.map(named),
    rest: REST.map(named).toSorted((a, b) => a.name.localeCompare(b.name, "en")),
  };
}
