import { describe, expect, test } from "vitest";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { DRAFTABLE_DESIGNS, patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import { optionNameOf, WHY_NO_LENGTH } from "#features/patterns/designs/option-names.ts";
import type { DraftOptions } from "#features/patterns/designs/pattern-design.ts";
import { MEASURED_MAN } from "#tests/support/patterns.ts";
import { requestedEasesOf } from "./ease-options.ts";
import type { Slider } from "./slider.ts";
import { slidersOf } from "./slider.ts";

/** The lengths that a man's designs do not ask for. */
const BODY = { ...MEASURED_MAN, bustSpan: 190, waistToUnderbust: 110 };

/** What FreeSewing itself says of an option: its usual value, and the length that a value is for a body. */
type KnownOption = {
  readonly pct?: number;
  readonly toAbs?: (value: number, settings: object, options: object) => number;
};

async function optionsOfPackage(design: DraftableDesign): Promise<Record<string, KnownOption>> {
  const module = await import(`@freesewing/${design}`);
  const Pattern = module[`${design.charAt(0).toUpperCase()}${design.slice(1)}`];
  return new Pattern({ measurements: {} }).getConfig().options;
}

/** Every number option of a design in the middle of its range. */
function middleOf(design: DraftableDesign): DraftOptions {
  const { options } = patternDesignOf(design);
  return Object.fromEntries(
    Object.entries(options).flatMap(([option, range]) =>
      range.kind === "flag" || range.kind === "list" ? [] : [[option, (range.from + range.to) / 2]],
    ),
  );
}

const slidersFor = (design: DraftableDesign, measurements: Readonly<Record<string, number>>) =>
  slidersOf({ design, measurements, measures: [], solved: { ...middleOf(design) } });

const labelled = (sliders: readonly Slider[], label: string) =>
  sliders.find((slider) => slider.label === label);

describe.each(DRAFTABLE_DESIGNS)("the sliders of %s", (design) => {
  test("have a tailor's name each, and no name twice", () => {
    const options = Object.keys(patternDesignOf(design).options);
    const names = options.map((option) => optionNameOf(design, option).name);
    expect(new Set(names).size).toBe(names.length);
  });

  test("that stay percent say which finished measure they move, or why they are no length", () => {
    const { options } = patternDesignOf(design);
    const shares = Object.entries(options).filter(([, { kind }]) => kind === "share");
    const silent = shares.filter(([option]) => {
      const { moves, of, why } = optionNameOf(design, option);
      return of === undefined && moves === undefined && why === undefined;
    });
    expect(silent.map(([option]) => option)).toEqual([]);
  });

  test("show the centimeters that FreeSewing's own conversion gives", async () => {
    const known = await optionsOfPackage(design);
    const solved = middleOf(design);
    for (const { option, unit, value } of slidersFor(design, BODY)) {
      const share = solved[option];
      const toAbs = known[option]?.toAbs;
      if (!toAbs || unit !== "cm" || typeof share !== "number") continue;
      const settings = { measurements: BODY, options: {}, sa: 10 };
      expect(value, option).toBeCloseTo(toAbs(share, settings, solved) / 10, 6);
    }
  });

  test("end at limits of one digit, inside what the design allows", () => {
    const { options } = patternDesignOf(design);
    for (const { factor, from, option, to } of slidersFor(design, BODY)) {
      const range = options[option];
      if (!range || range.kind === "flag" || range.kind === "list") throw new Error(option);
      expect(String(from)).toMatch(/^-?\d+(\.\d)?$/);
      expect(String(to)).toMatch(/^-?\d+(\.\d)?$/);
      expect(from / factor).toBeGreaterThanOrEqual(range.from - 1e-6);
      expect(to / factor).toBeLessThanOrEqual(range.to + 1e-6);
    }
  });
});

test("an ease is shown in centimeters of the person, and as a share where she was not measured", () => {
  const ease = labelled(slidersFor("simon", BODY), "Ease, chest");
  const chestEase = middleOf("simon").chestEase;
  expect(ease).toMatchObject({ unit: "cm", isEase: true });
  expect(ease?.value).toBeCloseTo((Number(chestEase) * BODY.chest) / 10, 6);
  const { chest, ...others } = BODY;
  expect(chest).toBe(BODY.chest);
  expect(labelled(slidersFor("simon", others), "Ease, chest")).toMatchObject({ unit: "%" });
});

/** A jacket whose option for the chest is set to 12.9 cm, which makes 9.2 on the finished garment; the fit asks for 8.8. */
const JACKET = {
  design: "jaeger",
  measurements: BODY,
  solved: { ...middleOf("jaeger"), chestEase: 129 / BODY.chest },
  measures: [
    {
      name: "chest",
      label: "Chest",
      finished: BODY.chest + 92,
      body: BODY.chest,
      easeAsked: 88,
      least: BODY.chest + 20,
    },
    {
      name: "capHeight",
      label: "Sleeve head",
      finished: 142,
      body: null,
      easeAsked: null,
      least: null,
    },
  ],
};

test("the slider of an ease says what the finished garment has, beside what was asked for, as the table of measures does", () => {
  const ease = labelled(slidersOf(JACKET), "Ease, chest");
  expect(ease).toMatchObject({ unit: "cm", isEase: true });
  expect(ease?.value).toBeCloseTo(9.2, 6);
  expect(ease?.requested).toBeCloseTo(8.8, 6);
  expect(ease?.offset).toBeCloseTo(-3.7, 6);
  expect(requestedEasesOf(JACKET)).toEqual({ chestEase: 88 / BODY.chest });
});

test("a share of a drawn line says the length that it has in the draft, or why it has none", () => {
  const hints = slidersOf(JACKET).map(({ hint, label }) => [label, hint]);
  expect(hints).toContainEqual(["Sleeve head height", "Sleeve head: 14.2 cm in this draft"]);
  expect(hints).toContainEqual(["Front dart", WHY_NO_LENGTH.drawn]);
  expect(hints).toContainEqual(["Ease, chest", ""]);
});

test("a sleeve head is named as a tailor names it", () => {
  const heads = (["simon", "jaeger", "bella"] as const).map((design) =>
    labelled(slidersFor(design, BODY), "Sleeve head height"),
  );
  expect(heads.map((slider) => slider?.unit)).toEqual(["%", "%", "%"]);
});
