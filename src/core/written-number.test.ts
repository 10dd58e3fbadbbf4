import fc from "fast-check";
import { expect, test } from "vitest";
import { inPlainSigns, tidyNumber } from "./written-number.ts";

test.each([
  ["Arabic", "٠١٢٣٤٥٦٧٨٩"],
  ["Persian", "۰۱۲۳۴۵۶۷۸۹"],
  ["Devanagari", "०१२३४५६७८९"],
  ["Bengali", "০১২৩৪৫৬৭৮৯"],
  ["Tamil", "௦௧௨௩௪௫௬௭௮௯"],
  ["Thai", "๐๑๒๓๔๕๖๗๘๙"],
  ["Khmer", "០១២៣៤៥៦៧៨៩"],
  ["Burmese", "၀၁၂၃၄၅၆၇၈၉"],
  ["Tibetan", "༠༡༢༣༤༥༦༧༨༩"],
  ["N’Ko", "߀߁߂߃߄߅߆߇߈߉"],
  ["Adlam", "𞥐𞥑𞥒𞥓𞥔𞥕𞥖𞥗𞥘𞥙"],
  ["fullwidth", "０１２３４５６７８９"],
  ["bold mathematical", "𝟎𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖𝟗"],
  ["monospaced mathematical", "𝟶𝟷𝟸𝟹𝟺𝟻𝟼𝟽𝟾𝟿"],
])("%s digits are 0 to 9", (_script, digits) => {
  expect(tidyNumber(digits)).toBe("0123456789");
});

test.each([
  ["١٢٫٥", "12.5"],
  ["١٬٢٥٠", "1,250"],
  ["\u202A12.5\u202C", "12.5"],
  ["\uFEFF12\u200B.5", "12.5"],
  ["1\u202F250", "1 250"],
  ["\u221212", "-12"],
  ["１２．５", "12.5"],
  ["３４ 1／2", "34 1/2"],
  ["twelve", "twelve"],
])("%j is written %j", (submitted, plain) => {
  expect(tidyNumber(submitted)).toBe(plain);
});

test("what is in plain signs stays as it is", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const plain = inPlainSigns(text);
      expect(inPlainSigns(plain)).toBe(plain);
    }),
  );
});
