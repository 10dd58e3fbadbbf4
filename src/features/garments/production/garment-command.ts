import { z } from "zod";
import { tidyText } from "#core/submitted-text.ts";
import type { CutBlocker, GarmentStage } from "#features/garments/garment/garment.ts";
import { STAGES, stageMessages } from "#features/garments/garment/garment.ts";

export const MAX_NOTE_LENGTH = 1_000;
export const MAX_MINUTES = 10_000;
/** More than one garment needs of one cloth. */
const MAX_CUT_MM = 100_000;

const note = z
  .string()
  .default("")
  .transform(tidyText)
  .refine(({ length }) => length <= MAX_NOTE_LENGTH, `At most ${MAX_NOTE_LENGTH} characters.`);

const minutes = z
  .int("Please enter whole minutes.")
  .min(0, "Please enter whole minutes.")
  .max(MAX_MINUTES, `At most ${MAX_MINUTES} minutes.`);

const id = z.string().max(64);

/** What every change says: the garment's version that the device showed, and what makes a repeated one harmless. */
const common = {
  garmentId: id,
  version: z.int().min(1),
  deviceEventId: z.uuid().nullable().default(null),
  /** By the device's clock, ISO 8601; null for now. */
  happenedAt: z.iso.datetime().nullable().default(null),
};

/** A change of one garment, as a form or a device that was offline sends it. */
export const garmentCommandSchema = z.discriminatedUnion("kind", [
  z.object({
    ...common,
    kind: z.literal("move"),
    to: z.enum(STAGES),
    /** Of the stage that ends. */
    minutes: minutes.nullable().default(null),
    /** Who worked on it; null leaves the garment's own. */
    makerId: id.nullable().default(null),
    note,
    /** The customer confirmed what the check had stopped. */
    areFindingsConfirmed: z.boolean().default(false),
    isPatternByHand: z.boolean().default(false),
    /** Cut off each roll, by cloth id; what is missing is cut as committed. */
    cutMm: z.record(id, z.int().min(0).max(MAX_CUT_MM)).default({}),
  }),
  z.object({ ...common, kind: z.literal("assign"), makerId: id.nullable() }),
  z.object({
    ...common,
    kind: z.literal("work"),
    /** Below zero corrects what was entered before. */
    minutes: z
      .int("Please enter whole minutes.")
      .min(-MAX_MINUTES, `At most ${MAX_MINUTES} minutes.`)
      .max(MAX_MINUTES, `At most ${MAX_MINUTES} minutes.`)
      .refine((count) => count !== 0, "Please enter whole minutes."),
    makerId: id.nullable().default(null),
    note,
  }),
  z.object({
    ...common,
    kind: z.literal("note"),
    note: note.refine((text) => text !== "", "Please write a note."),
  }),
]);

export type GarmentCommand = z.output<typeof garmentCommandSchema>;

/** Why a garment cannot come to a stage yet. */
export type Blocker = CutBlocker | "not_measured" | "outside_tolerance";

export const blockerMessages: Readonly<Record<Blocker, string>> = {
  not_checked: "A tailor has to check the measurements first.",
  changed_since_check:
    "The contract changed after the measurements were checked. Please check them again.",
  no_pattern: "There is no pattern: choose “drafted by hand”, or approve a drafted one.",
  proposal_open: "The customer has not responded to the proposed change.",
  contract_unreadable: "The contract cannot be read or does not match its seal.",
  not_measured:
    "Nothing of it has been measured. Please measure it on the page of quality control first.",
  outside_tolerance:
    "Quality control found a measure outside its tolerance. Please decide about it on the page of quality control.",
};

/** What a garment is now, for a device that is late. */
export type CurrentGarment = {
  stage: GarmentStage;
  version: number;
  /** Of the last change. */
  by: string;
  at: Date;
};

export type GarmentRefusal =
  | { code: "forbidden" | "not_found" | "no_such_maker" }
  | { code: "atelier_only"; to: GarmentStage }
  | { code: "conflict"; current: CurrentGarment }
  | { code: "not_possible"; from: GarmentStage; to: GarmentStage }
  | { code: "findings_open"; findings: readonly string[] }
  | { code: "blocked"; blockers: readonly Blocker[] }
  | { code: "too_few_minutes"; entered: number }
  | { code: "shortage"; shortages: readonly { name: string; leftMm: number }[] };

const metres = (mm: number) => `${mm / 1_000} m`;

/** A refusal for the person at the tablet. */
export function messageOfRefusal(refusal: GarmentRefusal): string {
  switch (refusal.code) {
    case "forbidden":
      return "Please sign in again.";
    case "not_found":
      return "This garment is not there any more.";
    case "no_such_maker":
      return "This maker was archived. Please choose another one.";
    case "atelier_only":
      return `Only the atelier role may set “${stageMessages[refusal.to]}”.`;
    case "conflict":
      return `${refusal.current.by || "The shop"} changed this garment meanwhile. It is now: ${stageMessages[refusal.current.stage]}.`;
    case "not_possible":
      return `A garment that is “${stageMessages[refusal.from]}” cannot become “${stageMessages[refusal.to]}”.`;
    case "findings_open":
      return `The check stopped these measurements: ${refusal.findings.join(", ")}. Please ask the customer, then confirm it here.`;
    case "blocked":
      return refusal.blockers.map((each) => blockerMessages[each]).join(" ");
    case "too_few_minutes":
      return `Only ${refusal.entered} minutes of this maker are entered, so no more can be subtracted.`;
    case "shortage":
      return refusal.shortages
        .map(({ leftMm, name }) => `Only ${metres(leftMm)} of ${name} is on the roll.`)
        .join(" ");
  }
}
