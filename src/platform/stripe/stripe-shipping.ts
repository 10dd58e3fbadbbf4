import type { Destination, ShippingReach } from "#core/delivery-address.ts";
import { reaches } from "#core/delivery-address.ts";
import { methodMessage } from "#core/delivery-promise.ts";
import type { ShippingOption } from "../payments.server.ts";

/** Stripe's limit per session. */
export const MAX_SHIPPING_OPTIONS = 5;

/** Stripe's limit. */
const MAX_NAME_LENGTH = 100;

/** Stripe's delivery countries: all except AS CX CC CU HM IR KP MH FM NF MP PW SD SY UM VI. */
const DELIVERED_TO =
  "AC AD AE AF AG AI AL AM AO AQ AR AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CV CW CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IS IT JE JM JO JP KE KG KH KI KM KN KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MM MN MO MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PY QA RE RO RS RU RW SA SB SC SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TA TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VN VU WF WS XK YE YT ZA ZM ZW".split(
    " ",
  );

/** The owner's first five options that serve the destination: Stripe shows every option to every address. */
export function chooseOptions(
  options: readonly ShippingOption[],
  destination: Destination,
): readonly ShippingOption[] {
  return options.filter((option) => reaches(option, destination)).slice(0, MAX_SHIPPING_OPTIONS);
}

/** The destination's country, or none where Stripe does not deliver. */
export function allowedCountries({ country }: Destination): readonly string[] {
  return DELIVERED_TO.filter((code) => code === country);
}

/** Stripe knows no cities, so the name says it. */
const reachText = ({ onlyCity }: ShippingReach) => (onlyCity ? `${onlyCity} addresses only` : "");

/** The days of arrival, else the delivery time, then name and city. Stripe shows the price beside it. */
export function optionName(option: ShippingOption): string {
  const reach = reachText(option);
  const label = reach ? `${option.label} (${reach})` : option.label;
  const name = methodMessage(option, { label, price: null });
  return name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH - 1)}…` : name;
}
