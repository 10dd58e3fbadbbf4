import type { DraftedComponent } from "#features/garments/order-patterns/draft-line.server.ts";
import type { PatternContent } from "#features/garments/order-patterns/pattern-content.ts";
import type { Slider } from "#features/garments/order-patterns/slider.ts";
import { slidersOf } from "#features/garments/order-patterns/slider.ts";
import type { OpenComponent } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { MAX_PDF_MM, rollSize } from "#features/patterns/printing/pattern-pdf.server.ts";
import { tileGrid } from "#features/patterns/printing/pattern-tiles.ts";

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
> & { status: DraftedComponent["status"]; sliders: readonly Slider[] };

export type PatternActionResult = { message: string | null; preview: DraftView | null };

type FileFacts = {
  /** In mm. */
  rollMm: number;
  /** Printed pages, with the map of the tiles. */
  pages: { a4: number; letter: number };
  /** Longer than a PDF page can be: only the SVG is offered. */
  isTooLong: boolean;
};

export type PatternView = Omit<OpenComponent, "content"> & {
  /** Null when it was removed or does not open. */
  draft: DraftView | null;
  /** Null without a drawing. */
  files: FileFacts | null;
  /** Whether a tailor's own choices are among the draft's options. */
  hasChoices: boolean;
};

export function draftViewOf({
  content,
  status,
}: Pick<DraftedComponent, "content" | "status">): DraftView {
  const { changes, corrections, cutList, findings, fit, measures, note, parts, seamAllowance } =
    content;
  return {
    changes,
    corrections,
    cutList,
    findings,
    fit,
    measures,
    note,
    parts,
    seamAllowance,
    status,
    sliders: slidersOf(content),
  };
}

function filesOf({ height, svg, width }: PatternContent): FileFacts | null {
  if (svg === "") return null;
  const size = { widthMm: width, heightMm: height };
  const pagesOn = (format: "a4" | "letter") => tileGrid(size, format).tiles.length + 1;
  const rollMm = Math.ceil(rollSize(size).heightMm);
  return {
    rollMm,
    pages: { a4: pagesOn("a4"), letter: pagesOn("letter") },
    isTooLong: rollMm > MAX_PDF_MM,
  };
}

export function patternViewOf({ content, ...component }: OpenComponent): PatternView {
  const { status } = component;
  return {
    ...component,
    draft: content && draftViewOf({ content, status }),
    files: content && filesOf(content),
    hasChoices: content !== null && Object.keys(content.options).length > 0,
  };
}
