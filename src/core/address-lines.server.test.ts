import fc from "fast-check";
import { formatAddress } from "localized-address-format";
import { expect, test } from "vitest";
import { addressLines } from "./address-lines.server.ts";

const berlin = {
  fullName: "Asha Persaud",
  phone: "+49 30 5550100",
  line1: "Torstr. 1",
  line2: "Hof 2",
  city: "Berlin",
  region: "Berlin",
  postalCode: "10119",
  country: "DE",
};

const plain = {
  ...berlin,
  line1: "12 Camp Street",
  line2: "",
  phone: "",
  region: "",
  postalCode: "",
};

test.each([
  [berlin, ["Asha Persaud", "Torstr. 1", "Hof 2", "10119 Berlin", "Germany", "+49 30 5550100"]],
  [
    { ...berlin, city: "München", region: "Bayern", postalCode: "80331", phone: "", line2: "" },
    ["Asha Persaud", "Torstr. 1", "80331 München", "Bayern", "Germany"],
  ],
  [
    {
      ...berlin,
      line1: "548 Market St",
      line2: "",
      city: "San Francisco",
      region: "CA",
      postalCode: "94104",
      country: "US",
      phone: "",
    },
    ["Asha Persaud", "548 Market St", "San Francisco, CA 94104", "United States"],
  ],
  [
    {
      ...berlin,
      line1: "10 Downing Street",
      line2: "",
      city: "London",
      region: "",
      postalCode: "SW1A 2AA",
      country: "GB",
      phone: "",
    },
    ["Asha Persaud", "10 Downing Street", "London", "SW1A 2AA", "United Kingdom"],
  ],
  [
    {
      ...berlin,
      line1: "12 Camp Street",
      line2: "",
      city: "Georgetown",
      region: "Demerara-Mahaica",
      postalCode: "",
      country: "GY",
      phone: "",
    },
    ["Asha Persaud", "12 Camp Street", "Georgetown", "Demerara-Mahaica", "Guyana"],
  ],
  [
    {
      ...berlin,
      line1: "Brīvības iela 1",
      line2: "",
      city: "Rīga",
      region: "",
      postalCode: "LV-1010",
      country: "LV",
      phone: "",
    },
    ["Asha Persaud", "Brīvības iela 1", "Rīga, LV-1010", "Latvia"],
  ],
  [
    { ...plain, country: "SG", city: "Singapore", region: "Singapore", postalCode: "546080" },
    ["Asha Persaud", "12 Camp Street", "SINGAPORE 546080"],
  ],
  [
    { ...plain, country: "GB", city: "Canterbury", region: "Kent", postalCode: "CT1 2AA" },
    ["Asha Persaud", "12 Camp Street", "Canterbury", "Kent", "CT1 2AA", "United Kingdom"],
  ],
  [
    { ...plain, country: "GB", line1: "2 Kent Road", city: "Canterbury", region: "Kent" },
    ["Asha Persaud", "2 Kent Road", "Canterbury", "Kent", "United Kingdom"],
  ],
  [
    { ...plain, country: "HK", city: "Kowloon", region: "Kowloon" },
    ["Asha Persaud", "12 Camp Street", "Kowloon", "Hong Kong"],
  ],
  [
    { ...plain, country: "AE", city: "Dubai", region: "Dubai" },
    ["Asha Persaud", "12 Camp Street", "Dubai", "United Arab Emirates"],
  ],
  [
    { ...plain, country: "BR", city: "São Paulo", region: "SP", postalCode: "40301-110" },
    ["Asha Persaud", "12 Camp Street", "São Paulo-SP", "40301-110", "Brazil"],
  ],
  [
    { ...plain, country: "SE", city: "Stockholm", postalCode: "114 55" },
    ["Asha Persaud", "12 Camp Street", "SE-114 55 Stockholm", "Sweden"],
  ],
  [
    { ...plain, country: "JP", city: "Setagaya", region: "Tokyo", postalCode: "154-0023" },
    ["Asha Persaud", "12 Camp Street", "Setagaya, Tokyo", "154-0023", "Japan"],
  ],
  [
    {
      ...plain,
      fullName: "山田太郎",
      country: "JP",
      line1: "若林1-2-3",
      city: "世田谷区",
      region: "東京都",
      postalCode: "154-0023",
    },
    ["〒154-0023", "東京都世田谷区", "若林1-2-3", "山田太郎", "Japan"],
  ],
  [
    {
      ...plain,
      fullName: "김민준",
      country: "KR",
      line1: "세종대로 110",
      city: "중구",
      region: "서울특별시",
      postalCode: "04524",
    },
    ["서울특별시 중구", "세종대로 110", "김민준", "04524", "South Korea"],
  ],
])("an address has its country's own order: %o", (address, lines) => {
  expect(addressLines(address)).toEqual(lines);
});

const CODES = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const anyText = fc
  .string({
    unit: fc.constantFrom("A", "b", "é", "9", "-", " ", ".", "%n", "%C", "ß"),
    maxLength: 12,
  })
  .map((value) => value.replace(/\s+/g, " ").trim());

test("no part of an address is lost, whatever its country leaves out, and no line is empty", () => {
  const country = fc
    .array(fc.constantFrom(...CODES), { minLength: 2, maxLength: 2 })
    .map((pair) => pair.join(""));
  const address = fc.record({
    fullName: anyText,
    phone: anyText,
    line1: anyText,
    line2: anyText,
    city: anyText,
    region: anyText.map((text) => `R${text}R`),
    postalCode: anyText.map((text) => `7${text}7`),
    country,
  });
  fc.assert(
    fc.property(address, (given) => {
      const lines = addressLines(given);
      const { country: _code, ...parts } = given;
      for (const part of Object.values(parts)) {
        expect(lines.some((line) => line.includes(part))).toBe(true);
      }
      expect(lines.every((line) => line !== "")).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});

test("each part stands once, in every pair of letters that may be a country", () => {
  const parts = { fullName: "Nnn", line1: "Aaa", line2: "Bbb", city: "Ccc", region: "Ddd" };
  for (const first of CODES) {
    for (const second of CODES) {
      const country = first + second;
      const lines = addressLines({ ...parts, postalCode: "99999", phone: "+1", country });
      const text = lines.join("\n");
      for (const part of [...Object.values(parts), "99999"]) {
        expect(text.split(part), `${country}: ${text}`).toHaveLength(2);
      }
    }
  }
});

test("the order is that of another library of the same data, wherever it writes every part", () => {
  const address = { ...plain, city: "Ccc", region: "Ddd", postalCode: "99999" };
  for (const country of "US CA AU DE FR GB IT ES BR MX IN NL SE CH AT PL PT TR ZA NZ CN KR TH TW".split(
    " ",
  )) {
    const theirs = formatAddress(
      {
        postalCountry: country,
        name: address.fullName,
        addressLines: [address.line1],
        locality: address.city,
        administrativeArea: address.region,
        postalCode: address.postalCode,
      },
      "latin",
    );
    const ours = addressLines({ ...address, country }).filter((line) => line !== "Ddd");
    const wanted = theirs.filter((line) => line !== "Ddd");
    expect(ours.slice(0, wanted.length), country).toEqual(wanted);
  }
});
