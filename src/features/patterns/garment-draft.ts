import type { Fit } from "#features/atelier/specification/specification.ts";
import type { MeasurementName } from "#features/measurement/measurement-definitions.ts";
import type { DraftableDesign } from "./designs/all-designs.ts";
import type { DraftFault } from "./draft-guard.ts";
import type {
  BodyMeasurements,
  Cut,
  DraftOptions,
  Finding,
  FinishedMeasure,
} from "./pattern-design.ts";

/** How a draft is drawn. */
export type Drawing = {
  /** In mm; 0 draws the seam lines only. */
  readonly seamAllowance: number;
  /** With dimensions in centimeters and a grid. */
  readonly dimensioned: boolean;
  /** Parts to draw, as `CutListEntry.part` names them; all without it. */
  readonly only?: readonly string[];
  /** Parts are laid out within this width in mm where they fit: 821 for a roll of 841. */
  readonly maxWidth?: number;
  /** Printed on every part; it must match `ORDER_LABEL`. */
  readonly label?: string;
};

/** What is printed for an order: nothing that needs escaping. */
export const ORDER_LABEL = /^[\p{L}\p{N} .,#·/-]{1,60}$/u;

/** A drawing at true scale: one unit is one millimetre. */
export type DrawnPattern = {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
};

export type CutListEntry = {
  readonly part: string;
  readonly title: string;
  readonly cuts: readonly Cut[];
};

/** "ready": measured, and it fits. "review": a person decides, for the reasons in `findings`. */
export type DraftStatus = "ready" | "review";

/** A measurement that the draft was made from instead of the body's own. */
export type Correction = {
  readonly measurement: MeasurementName;
  readonly body: number;
  readonly drafted: number;
};

export type DraftInput = {
  /** Tried in this order until one measures right; the first one is drawn when none does. */
  readonly designs: readonly DraftableDesign[];
  /** Of the person, in mm and degrees: at least what the designs need. More measurements are more checks. */
  readonly measurements: Readonly<Record<string, unknown>>;
  readonly fit: Fit;
  /** Chosen by the tailor: clamped, and never changed by the solver. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** False drafts exactly these options, for a redraw while a slider moves. */
  readonly solve?: boolean;
  /** Without it nothing is drawn. */
  readonly drawing?: Drawing;
};

export type GarmentDraft = {
  readonly status: DraftStatus;
  readonly design: DraftableDesign;
  readonly title: string;
  /** Every option that the draft was made with: the same ones give the same bytes. */
  readonly options: DraftOptions;
  /** What the draft was made from. */
  readonly measurements: BodyMeasurements;
  readonly corrections: readonly Correction[];
  readonly measures: readonly FinishedMeasure[];
  /** Numbered from 1 in the drawing; empty when ready. */
  readonly findings: readonly Finding[];
  readonly cutList: readonly CutListEntry[];
  readonly drawing: DrawnPattern | null;
  /** Packages and runtime. */
  readonly versions: Readonly<Record<string, string>>;
  /** How many drafts were made until this one. */
  readonly drafts: number;
};

export type DraftRefusal =
  | { readonly code: "refused"; readonly faults: readonly DraftFault[] }
  /** The draft took too long or too much memory, or too many are waiting. */
  | { readonly code: "timeout" | "too-large" | "busy" };

/** A checked request, as the worker thread receives it. */
export type DraftJob = {
  readonly designs: readonly DraftableDesign[];
  readonly body: BodyMeasurements;
  readonly fit: Fit;
  /** By design. */
  readonly options: Readonly<Partial<Record<DraftableDesign, DraftOptions>>>;
  readonly solve: boolean;
  readonly drawing: Drawing | null;
};
