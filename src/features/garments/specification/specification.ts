import { z } from "zod";
import { FITS } from "#features/body/measurement/fit.ts";
import { UNNAMED_LABEL } from "#features/body/measurement/measurement-profile.ts";
import { appliedCorrectionSchema } from "#features/garments/fit-memory/correction.ts";
import type { LocatedPoint } from "#features/garments/fit-memory/fit-sections.ts";
import { pointKey } from "#features/garments/fit-memory/fit-sections.ts";
import type { LineWearer } from "#features/orders/order/line-description.ts";

export const MAX_REMARKS_LENGTH = 500;
export const MAX_MONOGRAM_LENGTH = 5;

/** One value that a garment is cut to, in the measurement's unit (whole mm, degrees or grams). */
const measuredSchema = z.object({
  value: z.int(),
  /** The check engine's probability that the value is right. */
  confidence: z.number().min(0).max(1),
  /** How often it was taken. */
  readings: z.int().min(1),
  /** The person was asked about it and says that it is right. */
  confirmed: z.boolean(),
  /** Derived from what the person chose, and off by this much in one of three; absent where it was measured. */
  plusMinus: z.int().min(1).optional(),
});

/**
 * What an ordered garment is cut to, sealed; options, prices and days are not part of it. Before the order they are its
 * `OrderableFit`, afterwards the terms of its contract, which stay when the specification is removed.
 */
export const fitSpecificationSchema = z.object({
  /** Whose garment it is. */
  label: z.string(),
  profileId: z.string().nullable(),
  measurements: z.record(z.string(), measuredSchema),
  fit: z.enum(FITS),
  posture: z.string().nullable(),
  shoulders: z.string().nullable(),
  remarks: z.string().max(MAX_REMARKS_LENGTH),
  monogram: z
    .string()
    .refine((letters) => [...letters].length <= MAX_MONOGRAM_LENGTH)
    .nullable(),
  findingsInsisted: z.array(z.object({ name: z.string(), level: z.enum(["ask", "stop"]) })),
  /** What earlier garments have taught about the fit; absent without. */
  corrections: z.array(appliedCorrectionSchema).optional(),
  /** Somebody measured by link and did not share the numbers: the customer who orders must not read them. */
  measuredByLink: z.literal(true).optional(),
});

export type FitSpecification = z.infer<typeof fitSpecificationSchema>;

/** Whose garment a specification is for, and what they chose about it. Nobody is named where the customer measured themselves without a name. */
export const wearerOf = ({ fit, label, monogram }: FitSpecification): LineWearer => ({
  wearer: label === UNNAMED_LABEL ? "" : label,
  fitName: fit,
  monogram: monogram ?? "",
});

/**
 * What the customer who ordered reads: everything, but of a garment with numbers that were not shared only their own choices.
 * The atelier reads the specification itself.
 */
export function customerView(specification: FitSpecification): FitSpecification {
  if (!specification.measuredByLink) return specification;
  const body = { measurements: {}, posture: null, shoulders: null, findingsInsisted: [] };
  return { ...specification, ...body };
}

/**
 * The specification without the corrections of these points, named as `pointKey` does; what earlier garments taught about others stays. The person's fit
 * memory keeps all of them for later orders.
 */
export function withoutCorrections(
  specification: FitSpecification,
  keys: readonly string[],
): FitSpecification {
  const { corrections = [], ...rest } = specification;
  const left = corrections.filter((each) => !keys.includes(pointKey(each)));
  if (left.length === corrections.length) return specification;
  return left.length > 0 ? { ...rest, corrections: left } : rest;
}

/** A form's field for a correction that this garment is made without. */
export const leaveOutField = (located: LocatedPoint): string => `leaveOut.${pointKey(located)}`;

/** The text in place of the numbers, for the customer who ordered without them; null where the numbers are shown. */
export function hiddenNumbersMessage(specification: FitSpecification): string | null {
  const { label, measuredByLink, measurements } = specification;
  if (!measuredByLink || Object.keys(measurements).length > 0) return null;
  return `Measured by link: only ${label} and the atelier read the numbers.`;
}
