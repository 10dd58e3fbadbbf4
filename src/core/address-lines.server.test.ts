import fc from "fast-check";
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
])("an address has its country's own order: %o", (address, lines) => {
  expect(addressLines(address)).toEqual(lines);
});

test("no part of an address is lost, whatever its country leaves out, and no line is empty", () => {
  const letter = fc.constantFrom("A", "b", "é", "9", "-", " ", ".", "%n", "%C", "ß");
  const text = fc.string({ unit: letter, maxLength: 12 }).map((value) => value.trim());
  const codes = fc.array(fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"), {
    minLength: 2,
    maxLength: 2,
  });
  const address = fc.record({
    fullName: text,
    phone: text,
    line1: text,
    line2: text,
    city: text,
    region: text,
    postalCode: text,
    country: codes.map((pair) => pair.join("")),
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
