import { z } from "zod";
import { formatLength, unitAbbreviation } from "#features/body/measurement/length-text.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import type { FitPoint } from "./fit-points.ts";
import { changeText, FIT_POINTS, POINTS } from "./fit-points.ts";
import type { FitComponent, LocatedPoint } from "./fit-sections.ts";
import { FIT_COMPONENTS, pointKey, pointSubject } from "./fit-sections.ts";

/** Larger corrections are new measurements: the atelier measures again. In mm, in both directions. */
export const MAX_CORRECTION_MM = 80;

/**
 * One change of the next garment. `mm` is how much more the finished garment measures than it would without it. A `body`
 * correction is about the person and always applies; an `ease` correction is about how close it should be and applies to the
 * same fit alone.
 */
export const correctionSchema = z.object({
  point: z.enum(FIT_POINTS),
  /** Of a garment with several: which of them. Absent for one component, and for reports of before. */
  component: z.enum(FIT_COMPONENTS).optional(),
  mm: z.int().min(-MAX_CORRECTION_MM).max(MAX_CORRECTION_MM),
  cause: z.enum(["body", "ease"]),
  /** Of the garment that it comes from. */
  fit: z.string().max(20),
  garmentId: z.string(),
  product: z.string(),
  by: z.enum(["customer", "atelier"]),
  at: z.iso.datetime({ offset: true }),
});

export type Correction = z.infer<typeof correctionSchema>;

/** A correction as an ordered garment is cut with it; the contract names it. */
export const appliedCorrectionSchema = correctionSchema.pick({
  point: true,
  component: true,
  mm: true,
  garmentId: true,
  product: true,
  at: true,
});

export type AppliedCorrection = z.infer<typeof appliedCorrectionSchema>;

/**
 * What a draft changes for these corrections, as `asked` of the drafting takes it: `byMm` is how many whole mm more (fewer, when
 * negative) the finished garment measures at `point` than it would without. Each point at most once, never 0, |byMm| at most
 * MAX_CORRECTION_MM. Pass `specification.corrections` of the contract version that the garment is cut to: it holds what the
 * person's fit memory held when it was ordered, and for a garment that is made again what was reported since.
 */
export function correctionsForDraft(
  corrections: readonly Pick<Correction, "component" | "point" | "mm">[] = [],
): { point: FitPoint; component?: FitComponent; byMm: number }[] {
  return corrections.map(({ component, mm, point }) => ({
    ...(component && { component }),
    point,
    byMm: mm,
  }));
}

/** Lengths and shoulders belong to the body, girths to how close the garment should be. */
export function causeOf(point: FitPoint): Correction["cause"] {
  return POINTS[point].kind === "girth" ? "ease" : "body";
}

/** One point of a report about a finished garment: `mm` is positive when it is too long, wide or loose. */
export type PointReport = LocatedPoint & { readonly mm: number };

type ReportedGarment = {
  garmentId: string;
  product: string;
  /** Chosen for it. */
  fit: string;
  /** The corrections that its pattern reached. */
  applied: readonly Pick<AppliedCorrection, "component" | "point" | "mm">[];
  /** What quality control measured beyond the approved pattern: sewn so, not drafted so. */
  sewn: readonly PointReport[];
  by: Correction["by"];
  /** ISO. */
  at: string;
};

const amountAt = (list: readonly PointReport[], key: string) =>
  list.find((each) => pointKey(each) === key)?.mm ?? 0;

const clamp = (mm: number) => Math.max(-MAX_CORRECTION_MM, Math.min(MAX_CORRECTION_MM, mm));

/**
 * The corrections after a report about one garment. What was sewn wrong is taken out: a sleeve that is reported 10 mm too long
 * and was sewn 8 mm too long asks for 2 mm. The report is about a garment that may already hold a correction, which stays part
 * of the new one. A newer report of the same garment replaces its earlier one; a report of another garment replaces the point,
 * so that two garments cut alike do not count twice. Points without a report stay, unless they come from this garment.
 */
export function mergeReport(
  corrections: readonly Correction[],
  garment: ReportedGarment,
  report: readonly PointReport[],
): Correction[] {
  const { applied, at, by, fit, garmentId, product, sewn } = garment;
  const reported = new Map(report.map((each) => [pointKey(each), each]));
  const others = corrections.filter(
    (each) => !reported.has(pointKey(each)) && each.garmentId !== garmentId,
  );
  // A correction that this garment was cut with and that its report does not mention has proven right.
  const confirmed = corrections.filter(
    (each) =>
      each.garmentId === garmentId &&
      !reported.has(pointKey(each)) &&
      amountAt(applied, pointKey(each)) !== 0,
  );
  const changed = [...reported].flatMap(([key, { component, mm, point }]): Correction[] => {
    const total = clamp(amountAt(applied, key) + amountAt(sewn, key) - mm);
    if (total === 0) return [];
    const located = { ...(component && { component }), point };
    return [{ ...located, mm: total, cause: causeOf(point), fit, garmentId, product, by, at }];
  });
  return inOrder([...others, ...confirmed, ...changed]);
}

const inOrder = (corrections: readonly Correction[]) =>
  corrections.toSorted((a, b) => FIT_POINTS.indexOf(a.point) - FIT_POINTS.indexOf(b.point));

/** Selects the corrections that apply to a garment of this fit. */
export function correctionsForFit(
  corrections: readonly Correction[],
  fit: string,
): readonly Correction[] {
  return corrections.filter((each) => each.cause === "body" || each.fit === fit);
}

/** The same corrections, as the garment's contract names them. */
export function appliedTo(corrections: readonly Correction[], fit: string): AppliedCorrection[] {
  return correctionsForFit(corrections, fit).map(
    ({ at, component, garmentId, mm, point, product }) => ({
      ...(component && { component }),
      point,
      mm,
      garmentId,
      product,
      at,
    }),
  );
}

/** "10 mm": how much, never signed; inches in eighths. */
export function formatAmount(mm: number, unit: ChartUnit): string {
  return `${formatLength(Math.abs(mm), unit)} ${unitAbbreviation(unit)}`;
}

/** "Sleeves: 1 cm shorter", "Pants, waist: 1 cm looser". */
export function correctionText(
  correction: Pick<Correction, "component" | "point" | "mm">,
  unit: ChartUnit,
): string {
  const { mm, point } = correction;
  return `${pointSubject(correction)}: ${formatAmount(mm, unit)} ${changeText(point, mm)}`;
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/** "from your Camp Street Shirt of March". */
export function correctionSource({ at, product }: Pick<Correction, "at" | "product">): string {
  return `from your ${product} of ${MONTHS[Number(at.slice(5, 7)) - 1]}`;
}
