import { inPlainSigns } from "./written-number.ts";

/**
 * How a country writes an address: `lines` in Latin letters and `local` in its own script where the order differs
 * (%N name, %A street, %C city, %S region, %Z code, %n a new line), and the form of its postal code with an example.
 */
export type PostalFormat = { lines: string; local?: string; code?: RegExp; example?: string };

/** Countries that are not listed write name, street and city, and have no codes. */
const UNLISTED: PostalFormat = { lines: "%N%n%A%n%C" };

/**
 * From Google's address data (chromium-i18n.appspot.com, CC BY 4.0), without organisations, sorting codes and
 * districts, which the shop does not ask for. Britain's list of areas is reduced to the shape of a code.
 */
const FORMATS: Readonly<Record<string, PostalFormat>> = {
  AC: { lines: "%N%n%A%n%C%n%Z", code: /^ASCN 1ZZ$/, example: "ASCN 1ZZ" },
  AD: { lines: "%N%n%A%n%Z %C", code: /^AD[1-7]0\d$/, example: "AD100" },
  AE: { lines: "%N%n%A%n%S" },
  AF: { lines: "%N%n%A%n%C%n%Z", code: /^\d{4}$/, example: "1001" },
  AI: { lines: "%N%n%A%n%C%n%Z", code: /^(?:(?:AI-)?2640)$/, example: "2640" },
  AL: { lines: "%N%n%A%n%Z%n%C", code: /^\d{4}$/, example: "1001" },
  AM: { lines: "%N%n%A%n%Z%n%C%n%S", code: /^(?:(?:37)?\d{4})$/, example: "375010" },
  AR: {
    lines: "%N%n%A%n%Z %C%n%S",
    code: /^(?:((?:[A-HJ-NP-Z])?\d{4})([A-Z]{3})?)$/,
    example: "C1070AAM",
  },
  AS: { lines: "%N%n%A%n%C %S %Z", code: /^(?:(96799)(?:[ -](\d{4}))?)$/, example: "96799" },
  AT: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "1010" },
  AU: { lines: "%N%n%A%n%C %S %Z", code: /^\d{4}$/, example: "2060" },
  AX: { lines: "%N%n%A%nAX-%Z %C%nÅLAND", code: /^22\d{3}$/, example: "22150" },
  AZ: { lines: "%N%n%A%nAZ %Z %C", code: /^\d{4}$/, example: "1000" },
  BA: { lines: "%N%n%A%n%Z %C", code: /^\d{5}$/, example: "71000" },
  BB: { lines: "%N%n%A%n%C, %S %Z", code: /^BB\d{5}$/, example: "BB23026" },
  BD: { lines: "%N%n%A%n%C - %Z", code: /^\d{4}$/, example: "1340" },
  BE: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "4000" },
  BG: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "1000" },
  BH: { lines: "%N%n%A%n%C %Z", code: /^(?:1[0-2]|[1-9])\d{2}$/, example: "317" },
  BL: { lines: "%N%n%A%n%Z %C", code: /^9[78][01]\d{2}$/, example: "97100" },
  BM: { lines: "%N%n%A%n%C %Z", code: /^[A-Z]{2} ?[A-Z0-9]{2}$/, example: "FL 07" },
  BN: { lines: "%N%n%A%n%C %Z", code: /^[A-Z]{2} ?\d{4}$/, example: "BT2328" },
  BR: { lines: "%N%n%A%n%C-%S%n%Z", code: /^\d{5}-?\d{3}$/, example: "40301-110" },
  BS: { lines: "%N%n%A%n%C, %S" },
  BT: { lines: "%N%n%A%n%C %Z", code: /^\d{5}$/, example: "11001" },
  BY: { lines: "%N%n%A%n%Z, %C%n%S", code: /^\d{6}$/, example: "223016" },
  CA: {
    lines: "%N%n%A%n%C %S %Z",
    code: /^[ABCEGHJKLMNPRSTVXY]\d[ABCEGHJ-NPRSTV-Z] ?\d[ABCEGHJ-NPRSTV-Z]\d$/,
    example: "H3Z 2Y7",
  },
  CC: { lines: "%N%n%A%n%C %S %Z", code: /^6799$/, example: "6799" },
  CH: { lines: "%N%n%A%nCH-%Z %C", code: /^\d{4}$/, example: "2544" },
  CI: { lines: "%N%n%A %C" },
  CL: { lines: "%N%n%A%n%Z %C%n%S", code: /^\d{7}$/, example: "8340457" },
  CN: {
    lines: "%N%n%A%n%C%n%S, %Z",
    local: "%Z%n%S%C%n%A%n%N",
    code: /^\d{6}$/,
    example: "266033",
  },
  CO: { lines: "%N%n%A%n%C, %S, %Z", code: /^\d{6}$/, example: "111221" },
  CR: { lines: "%N%n%A%n%S, %C%n%Z", code: /^(?:\d{4,5}|\d{3}-\d{4})$/, example: "1000" },
  CU: { lines: "%N%n%A%n%C %S%n%Z", code: /^\d{5}$/, example: "10700" },
  CV: { lines: "%N%n%A%n%Z %C%n%S", code: /^\d{4}$/, example: "7600" },
  CX: { lines: "%N%n%A%n%C %S %Z", code: /^6798$/, example: "6798" },
  CY: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "2008" },
  CZ: { lines: "%N%n%A%n%Z %C", code: /^\d{3} ?\d{2}$/, example: "100 00" },
  DE: { lines: "%N%n%A%n%Z %C", code: /^\d{5}$/, example: "26133" },
  DK: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "8660" },
  DO: { lines: "%N%n%A%n%Z %C", code: /^\d{5}$/, example: "11903" },
  DZ: { lines: "%N%n%A%n%Z %C", code: /^\d{5}$/, example: "40304" },
  EC: { lines: "%N%n%A%n%Z%n%C", code: /^\d{6}$/, example: "090105" },
  EE: { lines: "%N%n%A%n%Z %C %S", code: /^\d{5}$/, example: "69501" },
  EG: { lines: "%N%n%A%n%C%n%S%n%Z", code: /^\d{5}$/, example: "12411" },
  EH: { lines: "%N%n%A%n%Z %C", code: /^\d{5}$/, example: "70000" },
  ES: { lines: "%N%n%A%n%Z %C %S", code: /^\d{5}$/, example: "28039" },
  ET: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "1000" },
  FI: { lines: "%N%n%A%nFI-%Z %C", code: /^\d{5}$/, example: "00550" },
  FK: { lines: "%N%n%A%n%C%n%Z", code: /^FIQQ 1ZZ$/, example: "FIQQ 1ZZ" },
  FM: { lines: "%N%n%A%n%C %S %Z", code: /^(?:(9694[1-4])(?:[ -](\d{4}))?)$/, example: "96941" },
  FO: { lines: "%N%n%A%nFO%Z %C", code: /^\d{3}$/, example: "100" },
  FR: { lines: "%N%n%A%n%Z %C", code: /^\d{2} ?\d{3}$/, example: "33380" },
  GB: {
    lines: "%N%n%A%n%C%n%Z",
    code: /^(?:GIR ?0AA|[A-Z]{1,2}\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}|BFPO ?\d{1,4})$/,
    example: "EC1Y 8SY",
  },
  GE: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "0101" },
  GF: { lines: "%N%n%A%n%Z %C", code: /^9[78]3\d{2}$/, example: "97300" },
  GG: {
    lines: "%N%n%A%n%C%nGUERNSEY%n%Z",
    code: /^GY\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}$/,
    example: "GY1 1AA",
  },
  GI: { lines: "%N%n%A%nGIBRALTAR%n%Z", code: /^GX11 1AA$/, example: "GX11 1AA" },
  GL: { lines: "%N%n%A%n%Z %C", code: /^39\d{2}$/, example: "3900" },
  GN: { lines: "%N%n%Z %A %C", code: /^\d{3}$/, example: "001" },
  GP: { lines: "%N%n%A%n%Z %C", code: /^9[78][01]\d{2}$/, example: "97100" },
  GR: { lines: "%N%n%A%n%Z %C", code: /^\d{3} ?\d{2}$/, example: "151 24" },
  GS: { lines: "%N%n%A%n%C%n%Z", code: /^SIQQ 1ZZ$/, example: "SIQQ 1ZZ" },
  GT: { lines: "%N%n%A%n%Z- %C", code: /^\d{5}$/, example: "09001" },
  GU: {
    lines: "%N%n%A%n%C %Z",
    code: /^(?:(969(?:[12]\d|3[12]))(?:[ -](\d{4}))?)$/,
    example: "96910",
  },
  GW: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "1000" },
  HK: { lines: "%N%n%A%n%C%n%S", local: "%S%n%C%n%A%n%N" },
  HM: { lines: "%N%n%A%n%C %S %Z", code: /^\d{4}$/, example: "7050" },
  HN: { lines: "%N%n%A%n%C, %S%n%Z", code: /^\d{5}$/, example: "31301" },
  HR: { lines: "%N%n%A%nHR-%Z %C", code: /^\d{5}$/, example: "10000" },
  HT: { lines: "%N%n%A%nHT%Z %C", code: /^\d{4}$/, example: "6120" },
  HU: { lines: "%N%n%C%n%A%n%Z", code: /^\d{4}$/, example: "1037" },
  ID: { lines: "%N%n%A%n%C%n%S %Z", code: /^\d{5}$/, example: "40115" },
  IE: { lines: "%N%n%A%n%C%n%S%n%Z", code: /^[\dA-Z]{3} ?[\dA-Z]{4}$/, example: "A65 F4E2" },
  IL: { lines: "%N%n%A%n%C %Z", code: /^(?:\d{5}(?:\d{2})?)$/, example: "9614303" },
  IM: { lines: "%N%n%A%n%C%n%Z", code: /^IM\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}$/, example: "IM2 1AA" },
  IN: { lines: "%N%n%A%n%C %Z%n%S", code: /^\d{6}$/, example: "110034" },
  IO: { lines: "%N%n%A%n%C%n%Z", code: /^BBND 1ZZ$/, example: "BBND 1ZZ" },
  IQ: { lines: "%N%n%A%n%C, %S%n%Z", code: /^\d{5}$/, example: "31001" },
  IR: { lines: "%N%n%S%n%C%n%A%n%Z", code: /^\d{5}-?\d{5}$/, example: "11936-12345" },
  IS: { lines: "%N%n%A%n%Z %C", code: /^\d{3}$/, example: "320" },
  IT: { lines: "%N%n%A%n%Z %C %S", code: /^\d{5}$/, example: "00144" },
  JE: {
    lines: "%N%n%A%n%C%nJERSEY%n%Z",
    code: /^JE\d[\dA-Z]? ?\d[ABD-HJLN-UW-Z]{2}$/,
    example: "JE1 1AA",
  },
  JM: { lines: "%N%n%A%n%C%n%S" },
  JO: { lines: "%N%n%A%n%C %Z", code: /^\d{5}$/, example: "11937" },
  JP: {
    lines: "%N%n%A%n%C, %S%n%Z",
    local: "〒%Z%n%S%C%n%A%n%N",
    code: /^\d{3}-?\d{4}$/,
    example: "154-0023",
  },
  KE: { lines: "%N%n%A%n%C%n%Z", code: /^\d{5}$/, example: "20100" },
  KG: { lines: "%N%n%A%n%Z %C", code: /^\d{6}$/, example: "720001" },
  KH: { lines: "%N%n%A%n%C %Z", code: /^\d{5,6}$/, example: "120101" },
  KI: { lines: "%N%n%A%n%S%n%C" },
  KN: { lines: "%N%n%A%n%C, %S" },
  KP: { lines: "%N%n%A%n%C%n%S, %Z", local: "%Z%n%S%n%C%n%A%n%N" },
  KR: {
    lines: "%N%n%A%n%C%n%S%n%Z",
    local: "%S %C%n%A%n%N%n%Z",
    code: /^\d{5}$/,
    example: "03051",
  },
  KW: { lines: "%N%n%A%n%Z %C", code: /^\d{5}$/, example: "54541" },
  KY: { lines: "%N%n%A%n%S %Z", code: /^KY\d-\d{4}$/, example: "KY1-1100" },
  KZ: { lines: "%Z%n%S%n%C%n%A%n%N", code: /^\d{6}$/, example: "040900" },
  LA: { lines: "%N%n%A%n%Z %C", code: /^\d{5}$/, example: "01160" },
  LB: { lines: "%N%n%A%n%C %Z", code: /^(?:(?:\d{4})(?: ?(?:\d{4}))?)$/, example: "2038 3054" },
  LI: { lines: "%N%n%A%nFL-%Z %C", code: /^(?:948[5-9]|949[0-8])$/, example: "9496" },
  LK: { lines: "%N%n%A%n%C%n%Z", code: /^\d{5}$/, example: "20000" },
  LR: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "1000" },
  LS: { lines: "%N%n%A%n%C %Z", code: /^\d{3}$/, example: "100" },
  LT: { lines: "%N%n%A%nLT-%Z %C %S", code: /^\d{5}$/, example: "04340" },
  LU: { lines: "%N%n%A%nL-%Z %C", code: /^\d{4}$/, example: "4750" },
  LV: { lines: "%N%n%A%n%S%n%C, %Z", code: /^LV-\d{4}$/, example: "LV-1073" },
  MA: { lines: "%N%n%A%n%Z %C", code: /^\d{5}$/, example: "53000" },
  MC: { lines: "%N%n%A%nMC-%Z %C", code: /^980\d{2}$/, example: "98000" },
  MD: { lines: "%N%n%A%nMD-%Z %C", code: /^\d{4}$/, example: "2012" },
  ME: { lines: "%N%n%A%n%Z %C", code: /^8\d{4}$/, example: "81257" },
  MF: { lines: "%N%n%A%n%Z %C", code: /^9[78][01]\d{2}$/, example: "97100" },
  MG: { lines: "%N%n%A%n%Z %C", code: /^\d{3}$/, example: "501" },
  MH: { lines: "%N%n%A%n%C %S %Z", code: /^(?:(969[67]\d)(?:[ -](\d{4}))?)$/, example: "96960" },
  MK: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "1314" },
  MM: { lines: "%N%n%A%n%C, %Z", code: /^\d{5}$/, example: "11181" },
  MN: { lines: "%N%n%A%n%C%n%S %Z", code: /^\d{5}$/, example: "65030" },
  MO: { lines: "%N%n%A", local: "%A%n%N" },
  MP: { lines: "%N%n%A%n%C %S %Z", code: /^(?:(9695[012])(?:[ -](\d{4}))?)$/, example: "96950" },
  MQ: { lines: "%N%n%A%n%Z %C", code: /^9[78]2\d{2}$/, example: "97220" },
  MT: { lines: "%N%n%A%n%C %Z", code: /^[A-Z]{3} ?\d{2,4}$/, example: "NXR 01" },
  MU: { lines: "%N%n%A%n%Z%n%C", code: /^(?:\d{3}(?:\d{2}|[A-Z]{2}\d{3}))$/, example: "42602" },
  MV: { lines: "%N%n%A%n%C %Z", code: /^\d{5}$/, example: "20026" },
  MX: { lines: "%N%n%A%n%Z %C, %S", code: /^\d{5}$/, example: "02860" },
  MY: { lines: "%N%n%A%n%Z %C%n%S", code: /^\d{5}$/, example: "43000" },
  MZ: { lines: "%N%n%A%n%Z %C%S", code: /^\d{4}$/, example: "1102" },
  NA: { lines: "%N%n%A%n%C%n%Z", code: /^\d{5}$/, example: "10001" },
  NC: { lines: "%N%n%A%n%Z %C", code: /^988\d{2}$/, example: "98814" },
  NE: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "8001" },
  NF: { lines: "%N%n%A%n%C %S %Z", code: /^2899$/, example: "2899" },
  NG: { lines: "%N%n%A%n%C %Z%n%S", code: /^\d{6}$/, example: "930283" },
  NI: { lines: "%N%n%A%n%Z%n%C, %S", code: /^\d{5}$/, example: "52000" },
  NL: {
    lines: "%N%n%A%n%Z %C",
    code: /^(?:[1-9]\d{3} ?(?:[A-RT-Z][A-Z]|S[BCE-RT-Z]))$/,
    example: "1234 AB",
  },
  NO: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "0025" },
  NP: { lines: "%N%n%A%n%C %Z", code: /^\d{5}$/, example: "44601" },
  NR: { lines: "%N%n%A%n%S" },
  NZ: { lines: "%N%n%A%n%C %Z", code: /^\d{4}$/, example: "6001" },
  OM: { lines: "%N%n%A%n%Z%n%C", code: /^(?:(?:PC )?\d{3})$/, example: "133" },
  PA: { lines: "%N%n%A%n%C%n%S" },
  PE: {
    lines: "%N%n%A%n%C %Z%n%S",
    code: /^(?:(?:LIMA \d{1,2}|CALLAO 0?\d)|[0-2]\d{4})$/,
    example: "LIMA 23",
  },
  PF: { lines: "%N%n%A%n%Z %C %S", code: /^987\d{2}$/, example: "98709" },
  PG: { lines: "%N%n%A%n%C %Z %S", code: /^\d{3}$/, example: "111" },
  PH: { lines: "%N%n%A%n%C%n%Z %S", code: /^\d{4}$/, example: "1008" },
  PK: { lines: "%N%n%A%n%C-%Z", code: /^\d{5}$/, example: "44000" },
  PL: { lines: "%N%n%A%n%Z %C", code: /^\d{2}-\d{3}$/, example: "00-950" },
  PM: { lines: "%N%n%A%n%Z %C", code: /^9[78]5\d{2}$/, example: "97500" },
  PN: { lines: "%N%n%A%n%C%n%Z", code: /^PCRN 1ZZ$/, example: "PCRN 1ZZ" },
  PR: { lines: "%N%n%A%n%C PR %Z", code: /^(?:(00[679]\d{2})(?:[ -](\d{4}))?)$/, example: "00930" },
  PT: { lines: "%N%n%A%n%Z %C", code: /^\d{4}-\d{3}$/, example: "2725-079" },
  PW: { lines: "%N%n%A%n%C %S %Z", code: /^(?:(969(?:39|40))(?:[ -](\d{4}))?)$/, example: "96940" },
  PY: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "1536" },
  RE: { lines: "%N%n%A%n%Z %C", code: /^9[78]4\d{2}$/, example: "97400" },
  RO: { lines: "%N%n%A%n%Z %S %C", code: /^\d{6}$/, example: "060274" },
  RS: { lines: "%N%n%A%n%Z %C", code: /^\d{5,6}$/, example: "106314" },
  RU: { lines: "%N%n%A%n%C%n%S%n%Z", code: /^\d{6}$/, example: "247112" },
  SA: { lines: "%N%n%A%n%C %Z", code: /^\d{5}$/, example: "11564" },
  SC: { lines: "%N%n%A%n%C%n%S" },
  SD: { lines: "%N%n%A%n%C%n%Z", code: /^\d{5}$/, example: "11042" },
  SE: { lines: "%N%n%A%nSE-%Z %C", code: /^\d{3} ?\d{2}$/, example: "11455" },
  SG: { lines: "%N%n%A%nSINGAPORE %Z", code: /^\d{6}$/, example: "546080" },
  SH: { lines: "%N%n%A%n%C%n%Z", code: /^(?:(?:ASCN|STHL) 1ZZ)$/, example: "STHL 1ZZ" },
  SI: { lines: "%N%n%A%nSI-%Z %C", code: /^\d{4}$/, example: "4000" },
  SJ: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "9170" },
  SK: { lines: "%N%n%A%n%Z %C", code: /^\d{3} ?\d{2}$/, example: "010 01" },
  SM: { lines: "%N%n%A%n%Z %C", code: /^4789\d$/, example: "47890" },
  SN: { lines: "%N%n%A%n%Z %C", code: /^\d{5}$/, example: "12500" },
  SO: { lines: "%N%n%A%n%C, %S %Z", code: /^[A-Z]{2} ?\d{5}$/, example: "JH 09010" },
  SR: { lines: "%N%n%A%n%C%n%S" },
  SV: { lines: "%N%n%A%n%Z-%C%n%S", code: /^CP [1-3][1-7][0-2]\d$/, example: "CP 1101" },
  SZ: { lines: "%N%n%A%n%C%n%Z", code: /^[HLMS]\d{3}$/, example: "H100" },
  TA: { lines: "%N%n%A%n%C%n%Z", code: /^TDCU 1ZZ$/, example: "TDCU 1ZZ" },
  TC: { lines: "%N%n%A%n%C%n%Z", code: /^TKCA 1ZZ$/, example: "TKCA 1ZZ" },
  TH: { lines: "%N%n%A%n%C%n%S %Z", code: /^\d{5}$/, example: "10150" },
  TJ: { lines: "%N%n%A%n%Z %C", code: /^\d{6}$/, example: "735450" },
  TM: { lines: "%N%n%A%n%Z %C", code: /^\d{6}$/, example: "744000" },
  TN: { lines: "%N%n%A%n%Z %C", code: /^\d{4}$/, example: "1002" },
  TR: { lines: "%N%n%A%n%Z %C/%S", code: /^\d{5}$/, example: "01960" },
  TV: { lines: "%N%n%A%n%C%n%S" },
  TW: {
    lines: "%N%n%A%n%C, %S %Z",
    local: "%Z%n%S%C%n%A%n%N",
    code: /^(?:\d{3}(?:\d{2,3})?)$/,
    example: "104",
  },
  TZ: { lines: "%N%n%A%n%Z %C", code: /^\d{4,5}$/, example: "6090" },
  UA: { lines: "%N%n%A%n%C%n%S%n%Z", code: /^\d{5}$/, example: "15432" },
  UM: { lines: "%N%n%A%n%C %S %Z", code: /^96898$/, example: "96898" },
  US: { lines: "%N%n%A%n%C, %S %Z", code: /^(?:(\d{5})(?:[ -](\d{4}))?)$/, example: "95014" },
  UY: { lines: "%N%n%A%n%Z %C %S", code: /^\d{5}$/, example: "11600" },
  UZ: { lines: "%N%n%A%n%Z %C%n%S", code: /^\d{6}$/, example: "702100" },
  VA: { lines: "%N%n%A%n%Z %C", code: /^00120$/, example: "00120" },
  VC: { lines: "%N%n%A%n%C %Z", code: /^VC\d{4}$/, example: "VC0100" },
  VE: { lines: "%N%n%A%n%C %Z, %S", code: /^\d{4}$/, example: "1010" },
  VG: { lines: "%N%n%A%n%C%n%Z", code: /^VG\d{4}$/, example: "VG1110" },
  VI: {
    lines: "%N%n%A%n%C %S %Z",
    code: /^(?:(008(?:(?:[0-4]\d)|(?:5[01])))(?:[ -](\d{4}))?)$/,
    example: "00802-1222",
  },
  VN: { lines: "%N%n%A%n%C%n%S %Z", code: /^\d{5}\d?$/, example: "70010" },
  WF: { lines: "%N%n%A%n%Z %C", code: /^986\d{2}$/, example: "98600" },
  XK: { lines: "%N%n%A%n%Z %C", code: /^[1-7]\d{4}$/, example: "10000" },
  YT: { lines: "%N%n%A%n%Z %C", code: /^976\d{2}$/, example: "97600" },
  ZA: { lines: "%N%n%A%n%C%n%Z", code: /^\d{4}$/, example: "0083" },
  ZM: { lines: "%N%n%A%n%Z %C", code: /^\d{5}$/, example: "50100" },
};

/** The format of an ISO code. */
export function postalFormat(country: string): PostalFormat {
  return FORMATS[country] ?? UNLISTED;
}

/** Letters that people write before a code, to name the country: D-10119, CH-8001, LV-1010. */
const COUNTRY_PREFIX = /^[A-Z]{1,3}[- ]\s*(?=\d)/;

const plain = (code: string) => code.replace(/[^A-Z0-9]/g, "");

/** The same letters and digits with the separator of the example, counted from the end: SW1A2AA as SW1A 2AA. */
function likeExample(code: string, example: string): string {
  const signs = plain(code);
  const at = example.search(/[^A-Z0-9]/);
  const tail = example.length - at - 1;
  if (at < 0 || signs.length <= tail) return signs;
  return `${signs.slice(0, -tail)}${example.charAt(at)}${signs.slice(-tail)}`;
}

/**
 * Reads a postal code by the form of its country (ISO code), in any case, in digits of any script and with any blanks and hyphens, and returns
 * it as the country writes it; null when it cannot be one. A country without codes takes any text.
 */
export function readPostalCode(submitted: string, country: string): string | null {
  const { code, example = "" } = postalFormat(country);
  if (!code) return submitted;
  const written = inPlainSigns(submitted)
    .normalize("NFKC")
    .toUpperCase()
    .replace(/\s+/g, " ")
    .trim();
  const forms = [written, written.replace(COUNTRY_PREFIX, "")].flatMap((each) => [
    ...(/[^A-Z0-9]/.test(each) ? [each] : []),
    likeExample(each, example),
    plain(each),
  ]);
  return forms.find((each) => code.test(each)) ?? null;
}
