import type { ShapeChange } from "#features/patterns/body-shape/alter-parts.ts";
import {
  alterParts,
  measureShape,
  shapeChanges,
} from "#features/patterns/body-shape/alter-parts.ts";
import { SHAPE_MEASURE_LABELS } from "#features/patterns/body-shape/shape-alterations.ts";
import { findWiderThanCloth } from "#features/patterns/cutting/cloth-width.ts";
import { patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type {
  BodyMeasurements,
  DraftMeasures,
  DraftOptions,
  Finding,
} from "#features/patterns/designs/pattern-design.ts";
import { Drafted, NotDrafted } from "#features/patterns/measuring/drafted.ts";
import type { DraftedParts } from "#features/patterns/measuring/drafted-part.ts";
import { SEAMS_OF_DESIGN } from "#features/patterns/seams/all-seams.ts";
import type { SeamPair } from "#features/patterns/seams/seam-pair.ts";
import type { TruedCorner } from "#features/patterns/seams/true-seams.ts";
import { trueSeams } from "#features/patterns/seams/true-seams.ts";
import { findUnevenSeams } from "#features/patterns/seams/walk-seams.ts";
import { closeBackDart } from "./close-back-dart.ts";
import { cutListFrom, cutsOf, cutText } from "./cut-list.ts";
import { measurementsFor } from "./draft-guard.ts";
import type { DraftRequest } from "./draft-request.ts";
import { drawCutting } from "./draw-cutting.ts";
import { drawParts } from "./draw-parts.ts";
import type { FreeSewingPart, FreeSewingPattern, PatternSettings } from "./freesewing.server.ts";
import { undraftedPartOf, withoutPrintedTexts, withoutScaleBoxes } from "./freesewing.server.ts";
import type { CutListEntry, Drawing, DrawnPattern, GarmentDraft } from "./garment-draft.ts";
import { ORDER_LABEL } from "./garment-draft.ts";
import type { HousePart } from "./let-out-legs.ts";
import { letOutLegs } from "./let-out-legs.ts";
import { letOutSide } from "./let-out-side.ts";
import { escaped, partTitle, translate } from "./part-titles.ts";
import { smoothSide } from "./smooth-side.ts";
import { spaceButtons } from "./space-buttons.ts";
import { layOutTitles } from "./title-layout.ts";
import { unreadWarnings } from "./unread-warnings.server.ts";
import { widenLegs } from "./widen-legs.ts";

const BROKEN: Omit<Finding, "reason"> = {
  code: "not-drafted",
  measure: null,
  spot: null,
  by: 10_000,
};

function hasErrors(pattern: FreeSewingPattern): boolean {
  const { pattern: own, sets } = pattern.getLogs();
  return own.error.length > 0 || sets.some((set) => set.error.length > 0);
}

const notDrafted = (reason: string): DraftMeasures => ({
  measures: [],
  findings: [{ ...BROKEN, reason }],
});

/** Options of the house, which FreeSewing does not know. */
const HOUSE_OPTIONS: ReadonlySet<string> = new Set([
  "legWidth",
  "seatWidth",
  "thighWidth",
  "waistWidth",
]);

const withoutHouseOptions = (options: DraftOptions): DraftOptions =>
  Object.fromEntries(Object.entries(options).filter(([name]) => !HOUSE_OPTIONS.has(name)));

/** FreeSewing fills gaps into the objects it is given, so each draft gets its own. */
function settingsOf(
  { design, measurements, options }: Pick<DraftRequest, "design" | "measurements" | "options">,
  drawing: Pick<PatternSettings, "sa" | "paperless" | "only" | "maxWidth" | "complete">,
): PatternSettings {
  return {
    measurements: { ...measurementsFor(design, measurements) } as Record<string, number>,
    options: withoutHouseOptions({ ...patternDesignOf(design).defaults, ...options }),
    ...drawing,
  };
}

/** What is left out is neither drawn nor cut. */
function hideLeftOut(parts: Record<string, FreeSewingPart>, leftOut: ReadonlySet<string>): void {
  for (const name of leftOut) {
    const part = parts[name];
    if (part) part.hidden = true;
  }
}

/** One finding: which part FreeSewing could not draw. */
function undrawn({ loaded }: DraftRequest, pattern: FreeSewingPattern): DraftMeasures {
  const part = undraftedPartOf(pattern);
  return notDrafted(
    part === null
      ? "The pattern could not be drafted for this body."
      : `The part ${partTitle(loaded, part)} could not be drawn for this body.`,
  );
}

type Draft =
  | { readonly isDrawn: false; readonly measured: DraftMeasures }
  | (FinishedParts & {
      readonly isDrawn: true;
      readonly pattern: FreeSewingPattern;
      readonly parts: DraftedParts & Record<string, FreeSewingPart>;
    });

function draft(
  request: DraftRequest,
  drawing: Pick<PatternSettings, "sa" | "paperless" | "only" | "complete">,
): Draft {
  const settings = settingsOf(request, drawing);
  const pattern = request.loaded.create(settings).use(withoutPrintedTexts).draft();
  const parts = pattern.parts[0];
  if (hasErrors(pattern) || !parts) return { isDrawn: false, measured: undrawn(request, pattern) };
  const finished = finishParts(request, parts);
  hideLeftOut(parts, request.leftOut);
  return { isDrawn: true, pattern, parts, ...finished };
}

type FinishedParts = {
  readonly house: readonly HousePart[];
  readonly trued: readonly TruedCorner[];
  readonly shaped: readonly ShapeChange[];
};

/**
 * What the house changes of FreeSewing's draft before anything is measured, drawn or printed: wider legs, the buttons of a coat, a side seam without a corner, seams let out, a dart that is
 * turned around, the shape of the body, and last seams that meet become equal.
 */
function finishParts(
  { design, options, shape }: Pick<DraftRequest, "design" | "options" | "shape">,
  parts: DraftedParts,
): FinishedParts {
  if (design === "titan" && typeof options.legWidth === "number") {
    widenLegs(parts, options.legWidth);
  }
  spaceButtons(design, parts);
  const house = [
    ...smoothSide(design, parts),
    ...letOutLegs(design, parts, options),
    ...letOutSide(design, parts, options),
    ...closeBackDart(design, parts),
  ];
  if (Object.values(shape).every((mm) => mm === 0)) {
    return { house, trued: trueSeams(parts, pairsOf({ design, options }, parts)), shaped: [] };
  }
  const before = measureShape(design, parts);
  alterParts(design, parts, shape);
  const trued = trueSeams(parts, pairsOf({ design, options }, parts));
  const after = measureShape(design, parts);
  return { house, trued, shaped: shapeChanges(design, shape, { before, after }) };
}

const pairsOf = (
  { design, options }: Pick<DraftRequest, "design" | "options">,
  parts: DraftedParts,
): readonly SeamPair[] => SEAMS_OF_DESIGN[design](new Drafted(parts), options);

function measureParts(
  { design, loaded, options, target }: DraftRequest,
  { drafted, pattern }: { drafted: Drafted; pattern: FreeSewingPattern },
  body: BodyMeasurements,
): DraftMeasures {
  try {
    const { measure } = patternDesignOf(design);
    const { measures, findings } = measure({ body, drafted, options, target });
    const uneven = findUnevenSeams(drafted, SEAMS_OF_DESIGN[design](drafted, options));
    const wide = findWiderThanCloth(drafted, (part) => cutsOf(design, pattern, part));
    return { measures, findings: [...findings, ...uneven, ...wide] };
  } catch (error) {
    if (!(error instanceof NotDrafted)) throw error;
    return notDrafted(`The part ${partTitle(loaded, error.part)} is incomplete.`);
  }
}

/** An alteration is drawn within this many millimetres. */
const SHAPE_TOLERANCE_MM = 1;

/** A finding for each alteration to the body that the finished draft does not have. */
function findMissedShape(shaped: readonly ShapeChange[]): readonly Finding[] {
  return shaped.flatMap(({ byMm, changedMm, measure }): Finding[] => {
    const by = Math.abs(changedMm - byMm);
    if (by <= SHAPE_TOLERANCE_MM) return [];
    const reason = `${SHAPE_MEASURE_LABELS[measure]}: changed by ${changedMm} mm, ${byMm} mm were asked for.`;
    return [{ code: "shape-missed", measure: null, reason, spot: null, by }];
  });
}

/**
 * Measures the seam lines of one draft after the other against the body. The first draft shows which parts are measured; the others
 * are drafted of these alone and without annotations, which needs a third of the time and moves no line. A draft that FreeSewing
 * cannot finish has one finding and no measures; nothing is thrown.
 */
export class PatternMeasurer {
  readonly #request: Omit<DraftRequest, "measurements" | "options">;
  readonly #body: BodyMeasurements;
  readonly #known = new Map<string, DraftMeasures>();
  #parts: readonly string[] | null = null;

  constructor(request: Omit<DraftRequest, "measurements" | "options">, body: BodyMeasurements) {
    this.#request = request;
    this.#body = body;
  }

  /** A recipe that was measured before is not drafted again. */
  measure(recipe: Pick<DraftRequest, "measurements" | "options">): DraftMeasures {
    const { measurements, options } = recipe;
    const key = JSON.stringify([measurements, options]);
    const known = this.#known.get(key);
    if (known) return known;
    const hasAllParts = this.#parts === null;
    const measured = this.#draft({ measurements, options });
    // Findings of parts that are not measured belong to no recipe that is compared with others.
    if (!hasAllParts) this.#known.set(key, measured);
    return measured;
  }

  #draft(recipe: Pick<DraftRequest, "measurements" | "options">): DraftMeasures {
    const request: DraftRequest = { ...this.#request, ...recipe };
    const only = this.#parts;
    const made = draft(request, {
      sa: 0,
      paperless: false,
      complete: false,
      ...(only && { only }),
    });
    if (!made.isDrawn) return made.measured;
    const drafted = new Drafted(made.parts);
    const measured = measureParts(request, { drafted, pattern: made.pattern }, this.#body);
    if (measured.measures.length > 0) this.#parts ??= drafted.readParts;
    return measured;
  }
}

type Screen = Pick<GarmentDraft, "parts" | "cutList" | "house" | "trued" | "shaped">;

/**
 * One draft, measured and drawn for the screen, with dimensions and the corrected cut list. Nothing is drawn when it cannot be
 * drafted.
 */
export function draftForScreen(
  request: DraftRequest,
  body: BodyMeasurements,
  seamAllowance: number,
): { readonly measured: DraftMeasures; drawn(findings: readonly Finding[]): Screen } {
  const drafted = draft(request, { sa: seamAllowance, paperless: true });
  if (!drafted.isDrawn) {
    return {
      measured: drafted.measured,
      drawn: () => ({ parts: [], cutList: [], house: [], trued: [], shaped: [] }),
    };
  }
  const { house, pattern, parts, shaped, trued } = drafted;
  const measured = measureParts(request, { drafted: new Drafted(parts), pattern }, body);
  return {
    measured: {
      measures: measured.measures,
      findings: [
        ...measured.findings,
        ...unreadWarnings(request, pattern),
        ...findMissedShape(shaped),
      ],
    },
    drawn: (findings) => {
      drawCutting(parts, pairsOf(request, parts), seamAllowance);
      return {
        parts: drawParts(parts, (part) => partTitle(request.loaded, part), findings),
        cutList: cutListFrom(request, {
          house,
          pattern,
          trued,
          seamAllowance,
          measures: measured.measures,
        }),
        house,
        trued,
        shaped,
      };
    },
  };
}

/** Removes date, logo and brand, prints the corrected cut list and the label of the order. */
function correctLabels(
  part: FreeSewingPart,
  { cuts, note }: Pick<CutListEntry, "cuts" | "note">,
  label: string | undefined,
): void {
  for (const [name, snippet] of Object.entries(part.snippets)) {
    if (snippet.def === "logo") delete part.snippets[name];
  }
  for (const [name, point] of Object.entries(part.points)) {
    if (/^__macro_title_.*_date$/i.test(name)) {
      delete part.points[name];
    } else if (/^__macro_title_.*_name$/.test(name)) {
      if (label === undefined) delete part.points[name];
      else point.attributes.set("data-text", label);
    } else if (/^__macro_title_.*_notes$/.test(name)) {
      point.attributes.set("data-text", [...cuts.map(cutText), ...(note ? [note] : [])].join("\n"));
    }
  }
}

const FINDING_RADIUS_MM = 12;

/** Circles and numbers the findings in the part where they are, in the order of the list. */
function circleFindings(parts: Record<string, FreeSewingPart>, findings: readonly Finding[]): void {
  findings.forEach(({ spot }, index) => {
    const part = spot ? parts[spot.part] : undefined;
    if (!part || !spot) return;
    const { Point } = part.shorthand();
    part.points[`finding${index + 1}`] = new Point(spot.x, spot.y)
      .attr("data-circle", FINDING_RADIUS_MM)
      .attr("data-circle-class", "finding")
      .attr("data-text", String(index + 1))
      .attr("data-text-class", "center finding-number");
  });
}

/** Comments and indentation are a fifth of FreeSewing's text; its namespace is the brand. */
function compactSvg(svg: string): string {
  return svg
    .replace(/<!--.*?-->/g, "")
    .replace(/\s+(xmlns:)?freesewing(:\w+)?="[^"]*"/g, "")
    .replace(/\n\s*/g, "\n")
    .trim();
}

/**
 * Draws a draft at true scale, the same bytes for the same request. All text is escaped. Null when FreeSewing cannot draw
 * it. A design's style is part of the drawing and global, so a page shows it as an image.
 */
export function drawPattern(
  request: DraftRequest,
  drawing: Drawing,
  findings: readonly Finding[] = [],
): DrawnPattern | null {
  const { seamAllowance, dimensioned, only, maxWidth, label } = drawing;
  if (label !== undefined && !ORDER_LABEL.test(label)) throw new Error("Unsafe label.");
  const { loaded } = request;
  const pattern = loaded.create(
    settingsOf(request, {
      sa: seamAllowance,
      paperless: dimensioned,
      ...(only && { only }),
      ...(maxWidth && { maxWidth }),
    }),
  );
  pattern.use(withoutScaleBoxes).use(loaded.theme, { stripped: true });
  pattern.on("insertText", (_locale, text) =>
    Array.isArray(text)
      ? text.map((one) => escaped(translate(loaded, String(one))))
      : escaped(translate(loaded, String(text))),
  );
  pattern.draft();
  const parts = pattern.parts[0];
  if (hasErrors(pattern) || !parts) return null;
  const { house, trued } = finishParts(request, parts);
  drawCutting(parts, pairsOf(request, parts), seamAllowance);
  hideLeftOut(parts, request.leftOut);
  const cutList = cutListFrom(request, {
    house,
    pattern,
    trued,
    seamAllowance,
    measures: [],
  });
  for (const entry of cutList) {
    const drawn = parts[entry.part];
    if (drawn) correctLabels(drawn, entry, label);
  }
  layOutTitles(parts);
  circleFindings(parts, findings);
  const svg = compactSvg(pattern.render());
  if (!(pattern.width > 0) || /NaN|Infinity/.test(svg)) return null;
  return { svg, width: pattern.width, height: pattern.height };
}
