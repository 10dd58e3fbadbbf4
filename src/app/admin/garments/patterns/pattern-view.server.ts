import type { DraftedComponent } from "#features/garments/order-patterns/draft-component.server.ts";
import type { PatternContent } from "#features/garments/order-patterns/pattern-content.ts";
import type { ShapeControl, Slider } from "#features/garments/order-patterns/slider.ts";
import { shapeControlsOf, slidersOf } from "#features/garments/order-patterns/slider.ts";
import { svgOf } from "#features/garments/order-patterns/stored-patterns.server.ts";
import type { OpenComponent } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { shapeChangeText } from "#features/patterns/body-shape/shape-alterations.ts";
import {
  countPages,
  planRoll,
  ROLL_LIMITS_MM,
  ROLL_WIDTHS_MM,
} from "#features/patterns/printing/pattern-pdf.server.ts";
import type { PatternSvg } from "#features/patterns/printing/pattern-svg.ts";
import { readPatternSvg } from "#features/patterns/printing/pattern-svg.ts";
import { layOutOnTiles } from "#features/patterns/printing/strip-layout.ts";

/** What the page shows of a draft, stored or not: no measurements of the body and no drawing for paper. */
export type DraftView = Pick<
  PatternContent,
  | "changes"
  | "corrections"
  | "cutList"
  | "findings"
  | "fit"
  | "measures"
  | "note"
  | "parts"
  | "seamAllowance"
  | "shapeStates"
> & {
  status: DraftedComponent["status"];
  sliders: readonly Slider[];
  shapeControls: readonly ShapeControl[];
  /** "Back balance, neck to waist: 10 mm more". */
  shaped: readonly string[];
  /** "High hip +4 mm": what the changes moved beside themselves. */
  followed: readonly string[];
};

export type PatternActionResult = { message: string | null; preview: DraftView | null };

/** A roll, and how long its page is; or why there is none, for the tailor. Lengths in mm. */
type RollFacts = { rollMm: number; lengthMm: number; failure: string };

type FileFacts = {
  rolls: readonly RollFacts[];
  rollLimitsMm: { from: number; to: number };
  /** Printed pages, with the map of the tiles. */
  pages: { a0: number; a4: number; letter: number };
};

export type PatternView = Omit<OpenComponent, "content"> & {
  /** Null when it was removed or does not open. */
  draft: DraftView | null;
  /** Null without a drawing. */
  files: FileFacts | null;
  /** Whether a tailor's own choices are among the draft's options. */
  hasChoices: boolean;
};

const followedTexts = ({ followed = [], measures }: PatternContent): readonly string[] =>
  followed.map(({ byMm, measure }) => {
    const label = measures.find(({ name }) => name === measure)?.label ?? measure;
    return `${label} ${byMm > 0 ? "+" : ""}${Math.round(byMm)} mm`;
  });

export function draftViewOf({
  content,
  status,
}: Pick<DraftedComponent, "content" | "status">): DraftView {
  const { changes, corrections, cutList, findings, fit, measures, note, parts } = content;
  const { seamAllowance, shaped = [], shapeStates } = content;
  return {
    changes,
    corrections,
    cutList,
    findings,
    fit,
    followed: followedTexts(content),
    measures,
    note,
    parts,
    seamAllowance,
    shapeStates,
    shaped: shaped.map(shapeChangeText),
    shapeControls: shapeControlsOf(content),
    status,
    sliders: slidersOf(content),
  };
}

function rollFacts(pattern: PatternSvg, rollMm: number, titleOf: (part: string) => string) {
  const planned = planRoll(pattern, rollMm);
  if (planned.ok) return { rollMm, lengthMm: planned.value.heightMm, failure: "" };
  const { error } = planned;
  const failure =
    error.code === "too_wide"
      ? `${titleOf(error.part)} needs a roll of ${error.neededMm} mm`
      : "Longer than a PDF page can be";
  return { rollMm, lengthMm: 0, failure };
}

function filesOf(content: PatternContent): FileFacts | null {
  if (content.svg === "") return null;
  const pattern = readPatternSvg(svgOf(content));
  const titleOf = (name: string) =>
    content.parts.find(({ part }) => part === name)?.title ?? "A part";
  return {
    rolls: ROLL_WIDTHS_MM.map((rollMm) => rollFacts(pattern, rollMm, titleOf)),
    rollLimitsMm: ROLL_LIMITS_MM,
    pages: {
      a0: countPages(layOutOnTiles(pattern, "a0")),
      a4: countPages(layOutOnTiles(pattern, "a4")),
      letter: countPages(layOutOnTiles(pattern, "letter")),
    },
  };
}

const hasOwnChoices = ({ eases = {}, options, shape = {} }: PatternContent) =>
  [eases, options, shape].some((chosen) => Object.keys(chosen).length > 0);

export function patternViewOf({ content, ...component }: OpenComponent): PatternView {
  const { status } = component;
  return {
    ...component,
    draft: content && draftViewOf({ content, status }),
    files: content && filesOf(content),
    hasChoices: content !== null && hasOwnChoices(content),
  };
}
