import { DraftReport } from "#features/patterns/measuring/draft-report.ts";
import type { DraftMeasures, MeasuringInput, PatternDesign } from "./pattern-design.ts";
import { oneOf, share } from "./pattern-design.ts";

/** Ties have sizes and no fit: their parts must be whole, and their length is recorded. */
function measureTie(
  design: PatternDesign,
  input: MeasuringInput,
  { parts, along }: { readonly parts: readonly string[]; readonly along: "x" | "y" },
): DraftMeasures {
  const report = new DraftReport(design, input);
  const length = parts.reduce((sum, part) => {
    const values = report.drafted.line(part).map((point) => point[along]);
    return sum + Math.max(...values) - Math.min(...values);
  }, 0);
  report.record("length", length);
  report.outlines(parts);
  return report.done();
}

export const trayvon: PatternDesign = {
  design: "trayvon",
  title: "Tie",
  garment: null,
  hem: null,
  knit: false,
  options: {
    tipWidth: share(0.05, 0.35),
    knotWidth: share(0.04, 0.12),
    lengthBonus: share(-0.5, 0.5),
  },
  defaults: { tipWidth: 0.15, knotWidth: 0.08, lengthBonus: 0.05 },
  eases: {},
  lengths: {},
  cuts: {},
  levers: [],
  requested: { length: { measures: ["length"], option: "lengthBonus" } },
  adjusters: ["lengthBonus"],
  measure: (input) =>
    measureTie(trayvon, input, { parts: ["trayvon.fabricTail", "trayvon.fabricTip"], along: "y" }),
};

export const benjamin: PatternDesign = {
  design: "benjamin",
  title: "Bow tie",
  garment: null,
  hem: null,
  knit: false,
  options: {
    collarEase: share(0, 0.06),
    tipWidth: share(0, 0.2),
    knotWidth: share(0.05, 0.1),
    bowLength: share(0.23, 0.33),
    bowStyle: oneOf("diamond", "butterfly", "square", "widesquare"),
    endStyle: oneOf("straight", "pointed", "rounded"),
  },
  defaults: { collarEase: 0.03, bowStyle: "butterfly", endStyle: "straight" },
  eases: {},
  lengths: {},
  cuts: {},
  levers: [],
  requested: { collar: { measures: ["length"], option: "collarEase" } },
  adjusters: ["collarEase"],
  measure: (input) => measureTie(benjamin, input, { parts: ["benjamin.collarBand"], along: "x" }),
};
