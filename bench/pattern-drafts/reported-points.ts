import type { Draft, DrawnPart } from "./draft.ts";
import { Examination, spanOf, sumOf } from "./findings.ts";
import { boundsOf, distance, lengthOf, waysBetween } from "./geometry.ts";
import { hemOf } from "./hem-level.ts";
import type { Measurements } from "./measurements.ts";
import { RECIPES } from "./recipes.ts";
import { girthBelowWaist, seamOf } from "./tops.ts";

/** What is laid beside the tape of a garment: points that customers report, and everything else that must stay. */
type MeasuredName =
  | ("chest" | "waist" | "hips" | "seat" | "hem" | "neck" | "sleeve" | "wrist" | "thigh" | "knee")
  | ("armhole" | "shoulder" | "sleeve length" | "length" | "outer leg" | "inner leg" | "hem place");

export type MeasuredGarment = ReadonlyMap<string, number>;

const GIRTHS: readonly MeasuredName[] = [
  "chest",
  "waist",
  "hips",
  "seat",
  "hem",
  "neck",
  "sleeve",
  "wrist",
  "thigh",
  "knee",
  "armhole",
];

const yOf = (part: DrawnPart | undefined, point: string) => part?.points[point]?.y ?? null;

const bottomOf = (part: DrawnPart | undefined) => (part ? boundsOf(seamOf(part)).bottom : null);

const difference = (lower: number | null, upper: number | null) =>
  lower === null || upper === null ? null : lower - upper;

function heightOf(part: DrawnPart | undefined): number | null {
  if (!part) return null;
  const { bottom, top } = boundsOf(seamOf(part));
  return bottom - top;
}

/** The shorter way along the seam line of a part. */
function wayOf(part: DrawnPart | undefined, from: string, to: string): number | null {
  const a = part?.points[from];
  const b = part?.points[to];
  const ways = part && a && b ? waysBetween(seamOf(part), a, b) : null;
  return ways && Math.min(...ways.map(lengthOf));
}

type Parts = Draft["parts"];
type Lengths = Readonly<Partial<Record<MeasuredName, (parts: Parts) => number | null>>>;

const twoPartSleeve = (upper: string) => (parts: Parts) =>
  difference(yOf(parts[upper], "tsWristRight"), yOf(parts[upper], "top"));

const shoulderOf = (part: string, from: string, to: string, path?: string) => (parts: Parts) =>
  spanOf(parts[part] ?? null, from, to, path);

const backLength = (part: string, neck = part) => {
  return (parts: Parts) => difference(bottomOf(parts[part]), yOf(parts[neck], "cbNeck"));
};

const SHIRT: Lengths = {
  shoulder: shoulderOf("simon.yoke", "s3CollarSplit", "s3ArmholeSplit"),
  "sleeve length": (parts) =>
    sumOf([heightOf(parts["simon.sleeve"]), heightOf(parts["simon.cuff"])]),
  length: backLength("simon.back", "simon.yoke"),
};

const coatOf = (design: string): Lengths => ({
  shoulder: shoulderOf(`${design}.back`, "s3CollarSplit", "s3ArmholeSplit"),
  "sleeve length": twoPartSleeve("carlton.topsleeve"),
  length: (parts) =>
    difference(yOf(parts[`${design}.front`], "cfHem"), yOf(parts[`${design}.front`], "hps")),
});

const LENGTHS: Readonly<Record<string, Lengths>> = {
  simon: SHIRT,
  simone: SHIRT,
  teagan: {
    shoulder: shoulderOf("teagan.back", "neck", "shoulder"),
    "sleeve length": (parts) => heightOf(parts["teagan.sleeve"]),
    length: backLength("teagan.back"),
  },
  jaeger: {
    shoulder: shoulderOf("jaeger.back", "s3CollarSplit", "s3ArmholeSplit"),
    "sleeve length": twoPartSleeve("jaeger.topsleeve"),
    length: (parts) =>
      difference(yOf(parts["jaeger.back"], "cbHem"), yOf(parts["jaeger.back"], "cbNeck")),
  },
  carlton: coatOf("carlton"),
  carlita: coatOf("carlita"),
  wahid: {
    shoulder: shoulderOf("wahid.back", "neck", "shoulder"),
    length: (parts) =>
      difference(yOf(parts["wahid.back"], "cbHem"), yOf(parts["wahid.back"], "cbNeck")),
  },
  bibi: {
    shoulder: shoulderOf("bibi.back", "neck", "shoulder", "shoulder"),
    "sleeve length": (parts) => heightOf(parts["bibi.sleeve"]),
    length: backLength("bibi.back"),
  },
  bella: {
    shoulder: shoulderOf("bella.back", "hps", "shoulder"),
    "sleeve length": (parts) => heightOf(parts["bella.sleeve"]),
    length: (parts) =>
      difference(yOf(parts["bella.back"], "cbWaist"), yOf(parts["bella.back"], "cbNeck")),
  },
  noble: { shoulder: shoulderOf("noble.backInside", "hps", "shoulder") },
  charlie: {
    "outer leg": (parts) => wayOf(parts["titan.front"], "styleWaistOut", "floorOut"),
    "inner leg": (parts) => wayOf(parts["charlie.back"], "fork", "floorIn"),
  },
  titan: {
    "outer leg": (parts) => wayOf(parts["titan.back"], "styleWaistOut", "floorOut"),
    "inner leg": (parts) => wayOf(parts["titan.back"], "fork", "floorIn"),
  },
  penelope: {
    length: (parts) =>
      difference(yOf(parts["penelope.back"], "lLeg"), yOf(parts["penelope.back"], "lWaist")),
  },
  sandy: {
    length: (parts) => {
      const { in2, ex2 } = parts["sandy.skirt"]?.points ?? {};
      const band = heightOf(parts["sandy.waistband"]);
      return in2 && ex2 && band !== null ? distance(in2, ex2) + band / 2 : null;
    },
  },
};

/** Everything that the tool measures of a draft, in mm. It knows neither the shop's measures nor its options. */
export function measureGarment(draft: Draft, body: Measurements): MeasuredGarment {
  const recipe = RECIPES[draft.design];
  if (!recipe) throw new Error(`${draft.design} cannot be measured`);
  const examination = new Examination(draft, body, recipe.cloth);
  recipe.examine(examination);
  const measured = new Map<string, number>();
  for (const name of GIRTHS) {
    const girth = examination.values.get(name)?.measured;
    if (girth !== undefined) measured.set(name, girth);
  }
  const seat = recipe.trunk && girthBelowWaist(examination, recipe.trunk, body.waistToSeat);
  if (seat) measured.set("seat", seat);
  for (const [name, measure] of Object.entries(LENGTHS[draft.design] ?? {})) {
    const length = measure(draft.parts);
    if (length !== null) measured.set(name, length);
  }
  const hem = hemOf(draft, body);
  if (hem !== null) measured.set("hem place", hem);
  return measured;
}

/** Where a tailor's tape lies for a point that a customer reports; the first one that the garment has. */
const TAPE: Readonly<Record<string, readonly MeasuredName[]>> = {
  collar: ["neck"],
  shoulder: ["shoulder"],
  sleeve: ["sleeve length"],
  upperArm: ["sleeve"],
  chest: ["chest"],
  waist: ["waist"],
  hips: ["seat", "hips"],
  length: ["length", "outer leg"],
  thigh: ["thigh"],
  inseam: ["inner leg"],
};

/** What a tailor expects to move along with a corrected point, by no more than the point itself. */
const FOLLOWS: Readonly<Record<string, readonly MeasuredName[]>> = {
  // The hip bone lies between waist and seat: the seam there follows both.
  waist: ["hips"],
  // The seat runs into the thigh of trousers.
  hips: ["hips", "hem", "thigh"],
  length: ["hem", "hem place", "inner leg"],
  inseam: ["outer leg", "hem place"],
};

/** The side seam of a T-shirt is straight from the chest to the hips, and the waist lies between. */
const FOLLOWS_IN_T_SHIRT: Readonly<Record<string, readonly MeasuredName[]>> = {
  chest: ["waist"],
  hips: ["hips", "hem", "waist"],
};

/** A circle skirt hangs from its waist: a wider one is wider everywhere. */
const FOLLOWS_IN_CIRCLE: readonly MeasuredName[] = ["seat", "hem", "length", "hem place"];

/** The name of what is measured at a reported point; null where the garment does not have it. */
export function tapeAt(garment: MeasuredGarment, point: string): MeasuredName | null {
  return TAPE[point]?.find((name) => garment.has(name)) ?? null;
}

export function followersOf(design: string, point: string): readonly string[] {
  if (design === "sandy" && point === "waist") return FOLLOWS_IN_CIRCLE;
  // No sleeve has to fit the armhole of the bodice with princess seams.
  if (design === "noble" && point === "shoulder") return ["armhole"];
  const own = design === "teagan" ? FOLLOWS_IN_T_SHIRT[point] : undefined;
  return own ?? FOLLOWS[point] ?? [];
}
