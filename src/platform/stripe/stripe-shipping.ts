import type { ShippingOption } from "../payments.server.ts";

/** Stripe's limit per session. */
export const MAX_SHIPPING_OPTIONS = 5;

/** Stripe's limit for a shipping method's name. */
const LONGEST_NAME = 100;

/** Stripe's delivery countries: all except AS CX CC CU HM IR KP MH FM NF MP PW SD SY UM VI. */
const DELIVERED_TO =
  "AC AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW".split(
    " ",
  );

type Reach = Pick<ShippingOption, "onlyCountries" | "exceptCountries" | "onlyCity">;

function countriesOf(option: Reach): readonly string[] {
  const all = option.onlyCountries ?? DELIVERED_TO;
  return all.filter(
    (code) => DELIVERED_TO.includes(code) && !option.exceptCountries.includes(code),
  );
}

/** At most five options in the owner's order. Each country that any option serves keeps at least one. */
export function chooseOptions(options: readonly ShippingOption[]): readonly ShippingOption[] {
  const chosen = new Set<ShippingOption>();
  const served = new Set<string>();
  for (const option of options) {
    // An option for one city does not serve a country.
    const news = option.onlyCity === null && countriesOf(option).some((code) => !served.has(code));
    if (!news || chosen.size === MAX_SHIPPING_OPTIONS) continue;
    chosen.add(option);
    for (const code of countriesOf(option)) served.add(code);
  }
  for (const option of options) {
    if (chosen.size < MAX_SHIPPING_OPTIONS) chosen.add(option);
  }
  return options.filter((option) => chosen.has(option));
}

/** The allowed countries. Stripe has one list per session, so it is the union of all options. */
export function allowedCountries(options: readonly Reach[]): readonly string[] {
  if (options.length === 0) return DELIVERED_TO;
  const served = new Set(options.flatMap((option) => countriesOf(option)));
  return DELIVERED_TO.filter((code) => served.has(code));
}

/** "Guyana", "Guyana and Suriname". */
const listed = (names: readonly string[]) => names.join(" and ");

/** The option's area as text: Stripe shows every option to every address. */
function reachWords(option: Reach, nameOf: (country: string) => string): string {
  if (option.onlyCity) return `${option.onlyCity} addresses only`;
  if (option.onlyCountries) {
    const [one, ...more] = option.onlyCountries;
    if (!one || more.length > 2) return `${option.onlyCountries.length} countries`;
    return `within ${listed(option.onlyCountries.map(nameOf))}`;
  }
  const except = option.exceptCountries;
  if (except.length === 0) return "";
  return except.length > 2 ? "abroad" : `outside ${listed(except.map(nameOf))}`;
}

/** An option's name on the payment page: name, area and delivery time. */
export function optionName(option: ShippingOption, nameOf: (country: string) => string): string {
  const reach = reachWords(option, nameOf);
  const name = [reach ? `${option.label} (${reach})` : option.label, option.promise]
    .filter(Boolean)
    .join(", ");
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}
