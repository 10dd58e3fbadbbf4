import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countryOptions } from "#app/components/address/country-options.ts";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { HOME } from "#tests/support/addresses.ts";
import { oddFields } from "#tests/support/hostile-forms.ts";
import { addressFormat } from "./address.ts";
import { readAddress } from "./read-address.server.ts";

const errorsOf = (changes: Partial<DeliveryAddress>) => {
  const read = readAddress({ ...HOME, ...changes });
  return read.ok ? {} : read.error;
};

/** Examples of Google's address data (chromium-i18n.appspot.com, CC BY 4.0), at most four a country. */
const CODES: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  `
AC ASCN 1ZZ
AD AD100,AD501,AD700
AF 1001,2601,3801
AI 2640
AL 1001,1017,3501
AM 375010,0002,0010
AR C1070AAM,C1000WAM,B1000TBU,X5187XAB
AS 96799
AT 1010,3741
AU 2060,3171,6430,4000
AX 22150,22550,22240,22710
AZ 1000
BA 71000
BB BB23026,BB22025
BD 1340,1000
BE 4000,1000
BG 1000,1700
BH 317
BL 97100
BM FL 07,HM GX,HM 12
BN BT2328,KA1131,BA1511
BR 40301-110,70002-900
BT 11001,31101,35003
BY 223016,225860,220050
CA H3Z 2Y7,V8X 3X4,T0L 1K0,T0H 1A0
CC 6799
CH 2544,1211,1556,3030
CL 8340457,8720019,1230000,8329100
CN 266033,317204,100096,100808
CO 111221,130001,760011
CR 1000,2010,1001
CU 10700
CV 7600
CX 6798
CY 2008,3304,1900
CZ 100 00,251 66,530 87,110 00
DE 26133,53225
DK 8660,1566
DO 11903,10101
DZ 40304,16027
EC 090105,092301
EE 69501,11212
EG 12411,11599
EH 70000,72000
ES 28039,28300,28070
ET 1000
FI 00550,00011
FK FIQQ 1ZZ
FM 96941,96944
FO 100
FR 33380,34092,33506
GB EC1Y 8SY,GIR 0AA,M2 5BQ,M34 4AB
GE 0101
GF 97300
GG GY1 1AA,GY2 2BT
GI GX11 1AA
GL 3900,3950,3911
GN 001,200,100
GP 97100
GR 151 24,151 10,101 88
GS SIQQ 1ZZ
GT 09001,01501
GU 96910,96931
GW 1000,1011
HM 7050
HN 31301
HR 10000,21001,10002
HT 6120,5310,6110,8510
HU 1037,2380,1540
ID 40115
IE A65 F4E2
IL 9614303
IM IM2 1AA,IM99 1PS
IN 110034,110001
IO BBND 1ZZ
IQ 31001
IR 11936-12345
IS 320,121,220,110
IT 00144,47037,39049
JE JE1 1AA,JE2 2BT
JO 11937,11190
JP 154-0023,350-1106,951-8073,112-0001
KE 20100,00100
KG 720001
KH 120101,120108
KR 03051
KW 54541,54551,54404,13009
KY KY1-1100,KY1-1702,KY2-2101
KZ 040900,050012
LA 01160,01000
LB 2038 3054,1107 2810,1000
LI 9496,9491,9490,9485
LK 20000,00100
LR 1000
LS 100
LT 04340,03500
LU 4750,2998
LV LV-1073,LV-1000
MA 53000,10000,20050,16052
MC 98000,98020,98011,98001
MD 2012,2019
ME 81257,81258,81217,84314
MF 97100
MG 501,101
MH 96960,96970
MK 1314,1321,1443,1062
MM 11181
MN 65030,65270
MP 96950,96951,96952
MQ 97220
MT NXR 01,ZTN 05,GPO 01,BZN 1130
MU 42602
MV 20026
MX 02860,77520,06082
MY 43000,50754,88990,50670
MZ 1102,1119,3212
NA 10001,10017
NC 98814,98800,98810
NE 8001
NF 2899
NG 930283,300001,931104
NI 52000
NL 1234 AB,2490 AA
NO 0025,0107,6631
NP 44601
NZ 6001,6015,6332,8252
OM 133,112,111
PF 98709
PG 111
PH 1008,1050,1135,1207
PK 44000
PL 00-950,05-470,48-300,32-015
PM 97500
PN PCRN 1ZZ
PR 00930
PT 2725-079,1250-096,1201-950,2860-571
PW 96940
PY 1536,1538,1209
RE 97400
RO 060274,061357,200716
RS 106314
RU 247112,103375,188300
SA 11564,11187,11142
SD 11042,11113
SE 11455,12345,10500
SG 546080,308125,408600
SH STHL 1ZZ
SI 4000,1001,2500
SJ 9170
SK 010 01,023 14,972 48,921 01
SM 47890,47891,47895,47899
SN 12500,46024,16556,10000
SO JH 09010,AD 11010
SV CP 1101
SZ H100
TA TDCU 1ZZ
TC TKCA 1ZZ
TH 10150,10210
TJ 735450,734025
TM 744000
TN 1002,8129,3100,1030
TR 01960,06101
TW 104,106,10603,40867
TZ 6090,34413
UA 15432,01055,01001
UM 96898
US 95014,22162-1010
UY 11600
UZ 702100,700000
VA 00120
VC VC0100,VC0110,VC0400
VE 1010,3001,8011,1020
VG VG1110,VG1150,VG1160
VI 00802-1222,00850-9802
VN 70010,55999
WF 98600
XK 10000
YT 97600
ZA 0083,1451,0001
ZM 50100,50101
`
    .trim()
    .split("\n")
    .map((line) => [line.slice(0, 2), line.slice(3).split(",")]),
);

describe("an address follows the rules of its country:", () => {
  test("Guyana has no postal codes, and none is requested", () => {
    expect(addressFormat("GY").postalCode).toBeNull();
    expect(errorsOf({})).toEqual({});
  });

  test.each([
    ["US", { region: "State is required", postalCode: "ZIP code is required" }],
    ["CA", { region: "Province or territory is required", postalCode: "Postal code is required" }],
    ["GB", { postalCode: "Postcode is required" }],
    ["DE", { postalCode: "Postal code is required" }],
    ["IN", { region: "State is required", postalCode: "PIN code is required" }],
    ["JP", { region: "Prefecture is required", postalCode: "Postal code is required" }],
    ["AE", { region: "Emirate is required" }],
    ["JM", { region: "Parish is required" }],
    ["TT", {}],
    ["IE", {}],
  ])("%s requires its own fields with their local names", (country, errors) => {
    expect(errorsOf({ country })).toEqual(errors);
  });

  test.each([
    ["US", "1234", "Please check the ZIP code: it looks like 95014"],
    ["US", "KENT", "Please check the ZIP code: it looks like 95014"],
    ["GB", "KENT", "Please check the postcode: it looks like EC1Y 8SY"],
    ["GB", "12345", "Please check the postcode: it looks like EC1Y 8SY"],
    ["DE", "1011", "Please check the postal code: it looks like 26133"],
    ["DE", "101190", "Please check the postal code: it looks like 26133"],
    ["CA", "D1A 1A1", "Please check the postal code: it looks like H3Z 2Y7"],
    ["NL", "1234", "Please check the postal code: it looks like 1234 AB"],
    ["SG", "2388", "Please check the postal code: it looks like 546080"],
    ["IE", "Dublin", "Please check the Eircode: it looks like A65 F4E2"],
    ["BR", "4030", "Please check the CEP: it looks like 40301-110"],
  ])("%s has no code %s", (country, postalCode, message) => {
    expect(errorsOf({ country, postalCode, region: "X" })).toEqual({ postalCode: message });
  });

  test.each([
    ["GB", "sw1a2aa", "SW1A 2AA"],
    ["GB", "SW1A\u00A02AA", "SW1A 2AA"],
    ["CA", "k1a-0b1", "K1A 0B1"],
    ["NL", "1234ab", "1234 AB"],
    ["JP", "1540023", "154-0023"],
    ["JP", "１５４－００２３", "154-0023"],
    ["IR", "۱۱۹۳۶-۱۲۳۴۵", "11936-12345"],
    ["EG", "١٢٤١١", "12411"],
    ["IN", "११००३४", "110034"],
    ["TH", "๑๐๑๑๐", "10110"],
    ["DE", "D-10119", "10119"],
    ["DE", " 10119\u200B", "10119"],
    ["LV", "LV-1010", "LV-1010"],
    ["CH", "CH-8001", "8001"],
    ["US", "94104-1234", "94104-1234"],
    ["SE", "114 55", "114 55"],
    ["PL", "00950", "00-950"],
    ["GY", "00000", "00000"],
  ])("%s's code %j is stored as %s", (country, postalCode, stored) => {
    const read = readAddress({ ...HOME, country, postalCode, region: "X" });
    expect(read).toMatchObject({ ok: true, value: { postalCode: stored } });
  });

  test.each(["Singapore", ""])("Singapore's city %j may be named or not", (city) => {
    expect(errorsOf({ country: "SG", city, postalCode: "546080" })).toEqual({});
  });

  test.each([
    ["\u202D+592 555 0100\u202C", "+592 555 0100"],
    ["555 0100 ext. 12", "+592 555 0100 ext. 12"],
    ["", ""],
  ])("the courier's number %j is taken", (phone, stored) => {
    expect(readAddress({ ...HOME, phone })).toMatchObject({ ok: true, value: { phone: stored } });
  });

  test.each(["-", "()", "5", "call me", "+"])("%j is no number", (phone) => {
    expect(errorsOf({ phone })).toEqual({
      phone: "Please enter a phone number, like +592 555 0100, or leave it empty",
    });
  });

  test.each(["\u200B\u200B", "\u3164", "\u2066\u2069", "\u00A0", "\u2800"])(
    "a name of %j names nobody",
    (fullName) => expect(errorsOf({ fullName })).toEqual({ fullName: "Full name is required" }),
  );

  test.each(["ZZ", "XA", "EU", "QX", "Guyana", ""])("%j is no country", (country) => {
    expect(errorsOf({ country }).country).toBe("Please choose a country");
  });

  test("every country of the list takes an address with its own code, and asks for what is missing by its local name", () => {
    const { near, rest } = countryOptions();
    for (const { code, name } of [...near, ...rest]) {
      const format = addressFormat(code);
      const [postalCode = ""] = CODES[code] ?? [];
      const address = { ...HOME, country: code, region: "Province", postalCode };
      expect(readAddress(address), name).toEqual({ ok: true, value: address });
      const missing = { city: "", region: "", postalCode: "" };
      expect(errorsOf({ ...missing, country: code }), name).toEqual({
        ...(format.needsCity && { city: `${format.city} is required` }),
        ...(format.needsRegion && { region: `${format.region} is required` }),
        ...(format.needsPostalCode && { postalCode: `${format.postalCode} is required` }),
      });
    }
  });

  test("a text that is no code is refused in each of the countries with codes, by its local name", () => {
    for (const country of Object.keys(CODES)) {
      const label = addressFormat(country).postalCode;
      const errors = errorsOf({ country, region: "X", postalCode: "no code" });
      expect(errors.postalCode?.toLowerCase(), country).toContain(label?.toLowerCase());
      expect(Object.keys(errors), country).toEqual(["postalCode"]);
    }
  });

  test("every example of Google's address data is a code of its country, with and without blanks and capitals", () => {
    for (const [country, examples] of Object.entries(CODES)) {
      for (const code of examples) {
        for (const written of [code, code.toLowerCase(), ` ${code}\u00A0`]) {
          const read = readAddress({ ...HOME, country, region: "X", postalCode: written });
          expect(read, `${country} ${written}`).toMatchObject({ ok: true });
        }
      }
    }
  });

  test("name, street and town are required everywhere", () => {
    expect(errorsOf({ fullName: " ", line1: "", city: "\t" })).toEqual({
      fullName: "Full name is required",
      line1: "Address is required",
      city: "City or village is required",
    });
  });

  test("every field has a limit, and a name of a hundred letters is within it", () => {
    expect(errorsOf({ fullName: "N".repeat(100) })).toEqual({});
    expect(errorsOf({ line1: "x".repeat(201) }).line1).toContain("up to 200 characters");
  });
});

test("every accepted address field is one line without control characters, and is read again as it is", () => {
  fc.assert(
    fc.property(oddFields(HOME), (submitted) => {
      const read = readAddress(submitted);
      if (!read.ok) return;
      for (const value of Object.values(read.value)) expect(value).not.toMatch(/[\p{Cc}\n]/u);
      expect(readAddress(read.value)).toEqual(read);
    }),
  );
});
