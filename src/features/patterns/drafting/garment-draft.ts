import type { Fit } from "#features/body/measurement/fit.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { ShapeChange } from "#features/patterns/body-shape/alter-parts.ts";
import type { ShapeAmounts } from "#features/patterns/body-shape/shape-alterations.ts";
import type { AllowedCloth } from "#features/patterns/cutting/hand-parts.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import type {
  BodyMeasurements,
  Cut,
  DraftOptions,
  FindingCode,
  FitChange,
  MeasureName,
} from "#features/patterns/designs/pattern-design.ts";
import type { TruedCorner } from "#features/patterns/seams/true-seams.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import type { DraftFault } from "./draft-guard.ts";
import type { HousePart } from "./let-out-legs.ts";

/** How a draft is drawn on paper. */
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

/** mm; of every drawing and paper when the tailor chooses nothing else. */
export const SEAM_ALLOWANCE_MM = 10;

/** What is printed for an order: nothing that needs escaping. */
export const ORDER_LABEL = /^[\p{L}\p{N} .,#·/-]{1,60}$/u;

/** A drawing at true scale: one unit is one millimeter. All text in it is escaped. */
export type DrawnPattern = {
  readonly svg: string;
  readonly width: number;
  readonly height: number;
};

export type LineKind =
  | ("seam" | "allowance" | "fold" | "grain" | "inside")
  /** With a label; arrows at both ends. */
  | "dimension"
  /** From a corner to the line of its dimension. */
  | "leader";

export type DrawnLine = {
  readonly kind: LineKind;
  /** SVG path data in mm, in the part's own coordinates. */
  readonly d: string;
};

export type DrawnLabel = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  /** Degrees, clockwise, so that the text runs along its line and is never upside down. */
  readonly angle: number;
};

/** One part of a pattern for the screen, in its own coordinates; y grows downward. */
export type DrawnPart = {
  readonly part: string;
  readonly title: string;
  /** Of everything that is drawn, in mm: a viewBox. */
  readonly bounds: {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly lines: readonly DrawnLine[];
  /** The lengths along dimension lines. Plain text, not escaped. */
  readonly labels: readonly DrawnLabel[];
  readonly notches: readonly { readonly x: number; readonly y: number }[];
  /** `number` is the place of the finding in the list, from 1. */
  readonly spots: readonly { readonly number: number; readonly x: number; readonly y: number }[];
};

export type CutListEntry = {
  readonly part: string;
  readonly title: string;
  readonly cuts: readonly Cut[];
  /** What the tailor adds, because FreeSewing draws the part incompletely. */
  readonly note?: string;
  /** Of a part that is drafted by hand: what the nest keeps free for it, each time that it is cut. */
  readonly allowed?: readonly AllowedCloth[];
};

/**
 * "ready": measured, and it fits. "review": a person decides, for the reasons in `findings`. "by_hand": no design can be
 * drafted to this body.
 */
type DraftStatus = "ready" | "review" | "by_hand";

/** One row of the measurement table, in mm and a tenth of it. */
export type MeasureRow = {
  readonly name: MeasureName;
  readonly label: string;
  /** Along the seam lines, without seam allowance. */
  readonly finished: number;
  /** Of the body; null where there is nothing to compare with. */
  readonly body: number | null;
  /** More than the body by the options; null without such an option. */
  readonly easeAsked: number | null;
  /** Below it the garment cannot be worn. */
  readonly least: number | null;
  /** Changed by `asked`: the finished measure of the draft without it. */
  readonly before: number | null;
};

type DraftFinding = {
  readonly code: FindingCode;
  readonly measure: MeasureName | null;
  /** A sentence for the tailor. */
  readonly reason: string;
  /** In the part's own coordinates; null when it is about the whole draft. */
  readonly spot: { readonly part: string; readonly x: number; readonly y: number } | null;
};

/** A measurement that the draft was made from instead of the body's own. */
export type MeasurementChange = {
  readonly measurement: MeasurementName;
  readonly body: number;
  readonly drafted: number;
};

/** Whether an asked change was reached. `changedMm` is measured on the finished draft. */
export type ChangeResult = FitChange & {
  readonly measure: MeasureName | null;
  readonly changedMm: number;
  readonly reached: boolean;
};

/** What a correction moved beside itself, as far as the table of ease allows, in mm of the finished garment. */
export type FollowedMeasure = { readonly measure: MeasureName; readonly byMm: number };

/** What became of an ordered style that is a question about the design. */
export type StyleResult = {
  readonly style: StyleName;
  readonly outcome: "drafted" | "by_hand";
  /** What is left to do or was not reached, in words; "" for nothing. */
  readonly note: string;
};

/** Who waits at a page for a draft. */
export type DraftWaiter = "tailor" | "visitor";

/** What the finished garment should have beyond the body: a share of it, by the option of the girth. Not what the option is set to. */
export type RequestedEases = Readonly<Record<string, number>>;

export type DraftInput = {
  /** Tried in this order until one measures right; the first one is drawn when none does. */
  readonly designs: readonly DraftableDesign[];
  /** Of the person, in mm and degrees: at least what the designs need. More measurements are more checks. */
  readonly measurements: Readonly<Record<string, unknown>>;
  readonly fit: Fit;
  /** Chosen by the tailor: clamped, and never changed by the solver. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** Eases that were asked for instead of the fit's, as shares of the body, by the option of their girth. */
  readonly eases?: RequestedEases;
  /** What was ordered of the garment: lengths, sleeves, collars. The tailor's own options stand before it. */
  readonly styles?: readonly StyleName[];
  /** Alterations to the shape of the body, in mm; a design leaves out those that it does not have. */
  readonly shape?: ShapeAmounts;
  /** Corrections of the finished garment, at most `MAX_CHANGE_MM` each. */
  readonly requestedChanges?: readonly FitChange[];
  /** Of the drafted component that this one is sewn to; its waist becomes equal. */
  readonly joinedWaistMm?: number;
  /** Without it there is no drawing for paper. */
  readonly drawing?: Drawing;
  /** Who waits at a page: the draft does not stand behind those of the job. A draft for the screen is a visitor's by default. */
  readonly awaitedBy?: DraftWaiter;
};

/** A redraw with exactly these options: nothing is solved. */
export type DraftOnceInput = {
  readonly design: DraftableDesign;
  readonly measurements: Readonly<Record<string, unknown>>;
  /** Every option of the draft, such as `GarmentDraft.options` with a slider moved. */
  readonly options: Readonly<Record<string, unknown>>;
  /** Whose ease stands beside the drawn one; regular without it. */
  readonly fit?: Fit;
  /** Eases that stand beside the drawn ones instead of the fit's. */
  readonly eases?: RequestedEases;
  /** What was ordered; parts that it leaves out are not drawn. */
  readonly styles?: readonly StyleName[];
  /** Alterations to the shape of the body, in mm. */
  readonly shape?: ShapeAmounts;
  /** In mm; 0 draws the seam lines only. */
  readonly seamAllowance?: number;
  /** Of the drafted component that this one is sewn to: a difference is a finding. */
  readonly joinedWaistMm?: number;
  readonly drawing?: Drawing;
};

export type GarmentDraft = {
  readonly status: DraftStatus;
  readonly design: DraftableDesign;
  readonly title: string;
  /** Every option that the draft was made with: the same ones give the same bytes. */
  readonly options: DraftOptions;
  /** Of the body, with what the solver corrected: the same ones give the same bytes. */
  readonly measurements: BodyMeasurements;
  /** What FreeSewing was given: the hips of a top may lie lower than the body's. */
  readonly draftedFrom: BodyMeasurements;
  readonly corrections: readonly MeasurementChange[];
  readonly measures: readonly MeasureRow[];
  readonly requestedChanges: readonly ChangeResult[];
  /** What these changes moved beside themselves. */
  readonly followed: readonly FollowedMeasure[];
  /** Of the ordered styles, those that are a question about this design. */
  readonly styles: readonly StyleResult[];
  /** Numbered from 1 in the drawings; empty when ready. */
  readonly findings: readonly DraftFinding[];
  /** Empty when by hand. */
  readonly parts: readonly DrawnPart[];
  readonly cutList: readonly CutListEntry[];
  /** Parts that the house changed after FreeSewing drew them: seams let out, a dart left out. */
  readonly house: readonly HousePart[];
  /** Ends of seams that were moved so that seams that meet are equal. */
  readonly trued: readonly TruedCorner[];
  /** What alterations to the shape of the body changed, measured on the finished draft. */
  readonly shaped: readonly ShapeChange[];
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

/** A checked request, as the drafting process receives it. */
export type DraftJob = {
  readonly designs: readonly DraftableDesign[];
  readonly body: BodyMeasurements;
  /** Whose ease is asked for. */
  readonly fit: Fit;
  /** Drafts exactly the options and judges nothing that was asked for but the least ease. */
  readonly isExact: boolean;
  /** By design. */
  readonly options: Readonly<Partial<Record<DraftableDesign, DraftOptions>>>;
  readonly eases: RequestedEases;
  readonly styles: readonly StyleName[];
  readonly shape: ShapeAmounts;
  readonly requestedChanges: readonly FitChange[];
  readonly joinedWaistMm?: number;
  /** Of the parts for the screen, in mm. */
  readonly seamAllowance: number;
  readonly drawing: Drawing | null;
  /** Null: the job, for an order that is paid. */
  readonly awaitedBy: DraftWaiter | null;
};
