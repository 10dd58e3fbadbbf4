import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addMoney, money } from "#core/money-amount.ts";
import type { DescribedLine } from "./line-description.ts";
import {
  differenceText,
  itemText,
  lineColor,
  lineDetails,
  lineFacts,
  lineName,
  priceParts,
} from "./line-description.ts";

const gown: DescribedLine = {
  productName: "Kaieteur Gown",
  size: "Custom",
  colorName: "Navy",
  madeToMeasure: true,
  fit: {
    wearer: "Grace",
    fitName: "regular",
    monogram: "R.S.",
    options: [
      { group: "Cloth", choice: "As pictured" },
      { group: "Length", choice: "Floor" },
    ],
  },
};

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const anyLine: fc.Arbitrary<DescribedLine> = fc.record({
  productName: word,
  size: word,
  colorName: fc.oneof(fc.constant(""), word),
  madeToMeasure: fc.constant(true),
  fit: fc.record({
    wearer: fc.oneof(fc.constant(""), word),
    fitName: fc.constantFrom("", "close", "regular", "easy"),
    monogram: fc.oneof(fc.constant(""), word),
    options: fc.array(fc.record({ group: word, choice: word }), { maxLength: 7 }),
  }),
});

describe("a line", () => {
  test("is called by its product and its wearer", () => {
    expect(lineName(gown)).toBe("Kaieteur Gown for Grace");
    expect(lineName({ ...gown, fit: null })).toBe("Kaieteur Gown");
  });

  test("has its facts in the order in which they are read, without those that nobody chose", () => {
    expect(lineFacts(gown)).toEqual([
      { label: "For", text: "Grace" },
      { label: "Size", text: "Custom" },
      { label: "Color", text: "Navy" },
      { label: "Cloth", text: "As pictured" },
      { label: "Length", text: "Floor" },
      { label: "Fit", text: "Regular" },
      { label: "Monogram", text: "R.S." },
    ]);
    const shirt = { productName: "Shirt", size: "M", colorName: "", madeToMeasure: false };
    expect(lineFacts(shirt)).toEqual([{ label: "Size", text: "M" }]);
  });

  test("is named by its cloth once, where the cloth has the color", () => {
    const options = [{ group: "Cloth", choice: "Sky oxford" }];
    const fit = { wearer: "", fitName: "", monogram: "", options };
    const oxford = { ...gown, colorName: "Sky oxford", fit };
    expect(lineDetails(oxford)).toEqual(["Size Custom", "Made to measure", "Cloth: Sky oxford"]);
  });

  test("is one item of a list with everything that was chosen", () => {
    expect(itemText(gown, 2)).toBe(
      "2 × Kaieteur Gown for Grace, size Custom, Navy, Cloth: As pictured, Length: Floor, Fit: Regular, Monogram: R.S.",
    );
  });

  test("that differs from another in any fact differs from it in name or details, and so in a list", () => {
    fc.assert(
      fc.property(anyLine, anyLine, (one, other) => {
        const facts = (line: DescribedLine) => JSON.stringify([line.productName, lineFacts(line)]);
        fc.pre(facts(one) !== facts(other));
        const texts = (line: DescribedLine) => JSON.stringify([lineName(line), lineDetails(line)]);
        expect(texts(one)).not.toBe(texts(other));
        expect(itemText(one, 1)).not.toBe(itemText(other, 1));
      }),
    );
  });

  test("leaves no fact out of its details or its name", () => {
    fc.assert(
      fc.property(anyLine, (line) => {
        const said = [lineName(line), ...lineDetails(line)].join(", ");
        for (const { text } of lineFacts(line)) expect(said).toContain(text);
      }),
    );
  });
});

test("a cloth from stock decides the color; the cloth of the pictures has the color that was chosen", () => {
  const natural = { name: "Natural", hex: "#EFE6D2" };
  const oxford = { name: "Sky oxford", hex: "#B9CCDC" };
  expect(lineColor(natural, oxford)).toEqual(oxford);
  expect(lineColor(natural, null)).toEqual(natural);
});

describe("the parts of a price", () => {
  test("add up to it, and none of them is nothing", () => {
    const minor = fc.integer({ min: -50_000, max: 50_000 });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 900_000 }),
        fc.nat(50_000),
        fc.array(minor, { maxLength: 7 }),
        (unit, surcharge, differences) => {
          const parts = priceParts({
            unitPrice: money(unit),
            surcharge: money(surcharge),
            options: differences.map((difference, index) => {
              return { group: `Group ${index}`, choice: "Choice", price: money(difference) };
            }),
          });
          expect(addMoney(parts.map(({ amount }) => amount))).toEqual(money(unit));
          expect(parts.every(({ amount }) => amount.minorUnits !== 0)).toBe(true);
        },
      ),
    );
  });

  test("of a garment that is made again at no charge are none", () => {
    const free = { unitPrice: money(0), surcharge: money(15_000), options: [] };
    expect(priceParts(free)).toEqual([]);
  });

  test("say whether they make the garment dearer or cheaper", () => {
    expect([4_000, -2_000, 0].map((minor) => differenceText(money(minor)))).toEqual([
      "+$40.00",
      "−$20.00",
      "",
    ]);
  });
});
