import type { Rule } from "./findings.ts";

/**
 * What a tailor would lay beside the tape, written down a second time on purpose: the least share of the body that a girth must
 * measure, half a percent below the table of the shop. Rules that are missing have only the body itself as their limit.
 */
const LEAST: Readonly<Record<string, Readonly<Partial<Record<Rule, number>>>>> = {
  shirt: {
    chest: 1.055,
    waist: 1.045,
    hips: 1.025,
    seat: 1.025,
    hem: 1.025,
    neck: 1.005,
    sleeve: 1.075,
    wrist: 1.095,
  },
  top: { chest: 1.015, waist: 1.015, hips: 1.005, seat: 1.005, hem: 1.005, sleeve: 1.015 },
  jacket: { chest: 1.045, waist: 1.045, hips: 1.025, seat: 1.025, sleeve: 1.075, wrist: 1.145 },
  waistcoat: { chest: 1.015, waist: 1.025, hips: 1.025 },
  outerwear: { chest: 1.055, waist: 1.055, hips: 1.035, seat: 1.035, sleeve: 1.095, wrist: 1.195 },
  pants: { waist: 0.995, seat: 1.01, thigh: 1.015, knee: 1.015 },
  skirt: { waist: 0.995, hips: 1, seat: 1 },
  dress: { chest: 0.975, waist: 0.975, hips: 0.975, seat: 0.975, sleeve: 0.975 },
  bodice: { chest: 1.035, waist: 1.005, sleeve: 1.075, wrist: 1.095 },
};

const GARMENT_OF: Readonly<Record<string, string>> = {
  simon: "shirt",
  simone: "shirt",
  teagan: "top",
  jaeger: "jacket",
  wahid: "waistcoat",
  carlton: "outerwear",
  carlita: "outerwear",
  charlie: "pants",
  titan: "pants",
  penelope: "skirt",
  sandy: "skirt",
  bibi: "dress",
  bella: "bodice",
  noble: "bodice",
};

/** The garment that a design is drafted for; null for ties. */
export function garmentOf(design: string): string | null {
  return GARMENT_OF[design] ?? null;
}

/** The least share of the body; null where only the body itself counts. */
export function leastShareOf(design: string, rule: Rule): number | null {
  return LEAST[GARMENT_OF[design] ?? ""]?.[rule] ?? null;
}
