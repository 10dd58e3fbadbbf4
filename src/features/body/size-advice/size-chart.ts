/** The units in which bodies are measured and sizes are shown, in the order of every choice between them. */
export const CHART_UNITS = ["cm", "inches"] as const;

/** Two given tables, so toggling never converts. */
export type ChartUnit = (typeof CHART_UNITS)[number];

export type ChartMeasure = "chest" | "waist" | "hips" | "inseam";

/** Both ends belong to the size. */
export type SizeRange = { readonly from: number; readonly to: number };

export type SizeChartRow = { readonly size: string } & Readonly<Record<ChartMeasure, SizeRange>>;

/** Wider than this is a whole size too wide. */
export const WHOLE_SIZE_MM = 51;

/** The measures of the chart in their order, with instructions for the tape. */
export const CHART_MEASURES: readonly {
  readonly measure: ChartMeasure;
  readonly label: string;
  readonly how: string;
}[] = [
  { measure: "chest", label: "Chest", how: "Around the fullest part, tape level under the arms." },
  { measure: "waist", label: "Waist", how: "Around the narrowest part, just above the navel." },
  {
    measure: "hips",
    label: "Hips",
    how: "Around the fullest part of the seat, below the hip bones, feet together.",
  },
  { measure: "inseam", label: "Inseam", how: "From the crotch to the floor, inside the leg." },
];

type Measures = readonly [number, number, number, number, number, number, number, number];

function row(size: string, measures: Measures): SizeChartRow {
  const [chestFrom, chestTo, waistFrom, waistTo, hipsFrom, hipsTo, inseamFrom, inseamTo] = measures;
  return {
    size,
    chest: { from: chestFrom, to: chestTo },
    waist: { from: waistFrom, to: waistTo },
    hips: { from: hipsFrom, to: hipsTo },
    inseam: { from: inseamFrom, to: inseamTo },
  };
}

/** Specification 9 in whole inches and centimetres, continued to XXL, the largest size on sale. */
export const SIZE_CHART: Readonly<Record<ChartUnit, readonly SizeChartRow[]>> = {
  inches: [
    row("XS", [32, 34, 26, 28, 34, 36, 30, 32]),
    row("S", [34, 36, 28, 30, 36, 38, 30, 32]),
    row("M", [36, 38, 30, 32, 38, 40, 32, 34]),
    row("L", [38, 40, 32, 34, 40, 42, 32, 34]),
    row("XL", [40, 42, 34, 36, 42, 44, 32, 34]),
    row("XXL", [42, 44, 36, 38, 44, 46, 32, 34]),
  ],
  cm: [
    row("XS", [81, 86, 66, 71, 86, 91, 76, 81]),
    row("S", [86, 91, 71, 76, 91, 97, 76, 81]),
    row("M", [91, 97, 76, 81, 97, 102, 81, 86]),
    row("L", [97, 102, 81, 86, 102, 107, 81, 86]),
    row("XL", [102, 107, 86, 91, 107, 112, 81, 86]),
    row("XXL", [107, 112, 91, 97, 112, 117, 81, 86]),
  ],
};

/** '32-34'. */
export function formatSizeRange(range: SizeRange): string {
  return `${range.from}-${range.to}`;
}
