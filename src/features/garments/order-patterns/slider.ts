import { handAlteredParts } from "#features/patterns/body-shape/hand-alterations.ts";
import type { ShapeAlterationName } from "#features/patterns/body-shape/shape-alterations.ts";
import {
  isHandAlteration,
  SHAPE_ALTERATION_NAMES,
  SHAPE_ALTERATIONS,
  shapeRangeOf,
} from "#features/patterns/body-shape/shape-alterations.ts";
import { SHAPED_DESIGNS } from "#features/patterns/body-shape/shaped-designs.ts";
import { isDraftableDesign, patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { OptionName } from "#features/patterns/designs/option-names.ts";
import { optionNameOf, WHY_NO_LENGTH } from "#features/patterns/designs/option-names.ts";
import type { BodyMeasurements, OptionRange } from "#features/patterns/designs/pattern-design.ts";
import { easedGirthsOf } from "./ease-options.ts";
import type { PatternContent } from "./pattern-content.ts";

/** An option of a draft that a tailor moves: centimeters where it is a share of the body or the ease of a girth. */
export type Slider = {
  readonly option: string;
  readonly label: string;
  /** Cloth beyond the body. */
  readonly isEase: boolean;
  readonly unit: "cm" | "%" | "°" | "";
  /** How many of its unit one of FreeSewing's is: a share of 0.15 is 15 %, or 14.7 cm of a chest of 98.3 cm. */
  readonly factor: number;
  /**
   * What the drafted garment has beyond the option itself, in its unit. An ease is that of the finished garment, to which darts and
   * armhole add: an option of 12.9 cm that makes 8.8 has an offset of -4.1. 0 of every other option.
   */
  readonly offset: number;
  readonly from: number;
  readonly to: number;
  /** An ease as the draft reaches it, any other option as it is. */
  readonly value: number;
  /** Of an ease, in its unit: what the fit, the house or the tailor asks for; null without one. */
  readonly requested: number | null;
  /** What a share is in the draft, in cm, or why it has no length; "" for nothing to add. */
  readonly hint: string;
};

type SliderUnit = Pick<Slider, "unit" | "factor">;

const PERCENT: SliderUnit = { unit: "%", factor: 100 };
const DEGREES: SliderUnit = { unit: "°", factor: 1 };
const COUNT: SliderUnit = { unit: "", factor: 1 };
const MM_PER_CM = 10;

/** Percent where a measurement that the share is of is missing. */
function unitOf(range: OptionRange, { of }: OptionName, body: BodyMeasurements): SliderUnit {
  if (range.kind === "degrees") return DEGREES;
  if (range.kind !== "share") return COUNT;
  const lengths = of?.map((name) => body[name] ?? 0) ?? [];
  if (lengths.length === 0 || lengths.includes(0)) return PERCENT;
  return { unit: "cm", factor: lengths.reduce((sum, mm) => sum + mm, 0) / MM_PER_CM };
}

/** An alteration of a draft to the shape of a body, as a tailor sets it in whole or half millimeters. */
export type ShapeControl = {
  readonly name: ShapeAlterationName;
  readonly title: string;
  /** "Above 0: stooped; below 0: erect". */
  readonly hint: string;
  readonly from: number;
  readonly to: number;
  readonly value: number;
};

/** The alterations that a draft's design has, with their amounts; none for a draft by hand. */
export function shapeControlsOf({
  design,
  shapeAmounts = {},
}: Pick<PatternContent, "design" | "shapeAmounts">): readonly ShapeControl[] {
  if (design === null || !isDraftableDesign(design)) return [];
  const altered = SHAPED_DESIGNS[design]?.alterations ?? {};
  const isOffered = (name: ShapeAlterationName) =>
    isHandAlteration(name) ? handAlteredParts(design, name).length > 0 : altered[name];
  return SHAPE_ALTERATION_NAMES.filter(isOffered).map((name): ShapeControl => {
    const { less, more, title } = SHAPE_ALTERATIONS[name];
    const sides = less === null ? `Above 0: ${more}` : `Above 0: ${more}; below 0: ${less}`;
    const hint = isHandAlteration(name) ? `${sides}; by hand` : sides;
    return { name, title, hint, ...shapeRangeOf(name), value: shapeAmounts[name] ?? 0 };
  });
}

/** A limit with one digit, inside the range: 0.1 of 97.4 cm from above is 9.7, from below 9.8. */
const DIGIT = 10;
/** What a product of two decimals may be off: 1.1 * 100 is 110.00000000000001. */
const ROUNDING = 1e-6;
const lowest = (value: number) => Math.ceil(value * DIGIT - ROUNDING) / DIGIT;
const highest = (value: number) => Math.floor(value * DIGIT + ROUNDING) / DIGIT;

const inCm = (mm: number) => `${(mm / MM_PER_CM).toFixed(1)} cm`;

/** "Height of the sleeve head: 14.2 cm in this draft", or why an option that stays percent is no length. */
function hintOf(
  { unit }: SliderUnit,
  { moves, why }: OptionName,
  measures: PatternContent["measures"],
): string {
  if (unit !== "%") return "";
  const moved = measures.find(({ name }) => name === moves);
  if (moved) return `${moved.label}: ${inCm(moved.finished)} in this draft`;
  return why === undefined ? "" : WHY_NO_LENGTH[why];
}

/**
 * The number options of a draft's design, eases first; none for a draft by hand. An ease is what the finished garment has at its
 * girth, as the table of measures says it.
 */
export function slidersOf(
  content: Pick<PatternContent, "design" | "measurements" | "measures" | "solved">,
): readonly Slider[] {
  const { design, measurements, measures, solved } = content;
  if (design === null || !isDraftableDesign(design)) return [];
  const { eases, options } = patternDesignOf(design);
  const easeOptions = new Set(Object.values(eases));
  const girths = easedGirthsOf(content);
  const sliders = Object.entries(options).flatMap(([option, range]): Slider[] => {
    const value = solved[option];
    if (range.kind === "flag" || range.kind === "list" || typeof value !== "number") return [];
    const named = optionNameOf(design, option);
    const girth = girths.find((each) => each.option === option);
    const ofBody = unitOf(range, named, measurements);
    const isUnmeasured = girth !== undefined && ofBody.unit !== "cm";
    const unit = isUnmeasured ? { unit: "cm" as const, factor: girth.body / MM_PER_CM } : ofBody;
    const { factor } = unit;
    const requestedMm = girth?.requested ?? null;
    const offset = girth ? girth.reached / MM_PER_CM - value * factor : 0;
    return [
      {
        option,
        label: named.name,
        isEase: easeOptions.has(option),
        unit: unit.unit,
        factor,
        offset,
        from: lowest(range.from * factor + offset),
        to: highest(range.to * factor + offset),
        value: value * factor + offset,
        requested: requestedMm === null ? null : requestedMm / MM_PER_CM,
        hint: hintOf(unit, named, measures),
      },
    ];
  });
  return sliders.toSorted((a, b) => Number(b.isEase) - Number(a.isEase));
}
