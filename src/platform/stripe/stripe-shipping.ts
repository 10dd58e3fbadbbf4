import type { ShippingOption } from "../payments.server.ts";

/** Most ways of shipping that a session of Stripe offers. */
export const MAX_SHIPPING_OPTIONS = 5;

/** Longest name of a way of shipping. */
const LONGEST_NAME = 100;

/**
 * Where Stripe takes delivery addresses: every country but those it names itself as unsupported (AS CX CC CU HM IR KP MH FM NF MP PW SD SY UM
 * VI).
 */
const DELIVERED_TO =
  "AC AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW".split(
    " ",
  );

type Reach = Pick<ShippingOption, "onlyCountries" | "exceptCountries" | "onlyCity">;

/** The countries an option serves, among those that Stripe takes addresses of. */
function countriesOf(option: Reach): readonly string[] {
  const all = option.onlyCountries ?? DELIVERED_TO;
  return all.filter(
    (code) => DELIVERED_TO.includes(code) && !option.exceptCountries.includes(code),
  );
}

/**
 * The options one session offers, in the owner's order and at most five. A country that any option serves keeps one that serves it, so that
 * nobody the owner ships to finds none.
 */
export function chooseOptions(options: readonly ShippingOption[]): readonly ShippingOption[] {
  const chosen = new Set<ShippingOption>();
  const served = new Set<string>();
  for (const option of options) {
    // One city is no way to serve a country.
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

/** The countries an address may be in: Stripe has one list for the session, so it is the union of what the options serve. */
export function allowedCountries(options: readonly Reach[]): readonly string[] {
  if (options.length === 0) return DELIVERED_TO;
  const served = new Set(options.flatMap((option) => countriesOf(option)));
  return DELIVERED_TO.filter((code) => served.has(code));
}

/** "Guyana", "Guyana and Suriname". */
const listed = (names: readonly string[]) => names.join(" and ");

/** Whom an option is for, in words: Stripe shows every option to every address, so its name has to say it. */
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

/** What the payment page calls an option: its name, whom it is for, and how soon it arrives. */
export function optionName(option: ShippingOption, nameOf: (country: string) => string): string {
  const reach = reachWords(option, nameOf);
  const name = [reach ? `${option.label} (${reach})` : option.label, option.promise]
    .filter(Boolean)
    .join(", ");
  return name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name;
}
