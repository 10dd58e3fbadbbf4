import { eq } from "drizzle-orm";
import type { Database } from "#db/client.server.ts";
import { patternDrafts } from "#db/schema/patterns.server.ts";
import type { PatternContent } from "#features/garments/order-patterns/pattern-content.ts";
import { addPattern } from "#features/garments/order-patterns/stored-patterns.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import type { ComponentName } from "#features/patterns/designs/pattern-table.ts";
import type { SecretBox } from "#platform/secrets.server.ts";
import { testSpecification } from "./contracts.ts";
import { testMeasurementBox } from "./measurements.ts";

/** A measured man (person A2967 of the surveys, measured with a tape): mm and degrees. */
export const MEASURED_MAN = {
  chest: 983,
  neck: 399,
  highBust: 963,
  waist: 808,
  waistBack: 404,
  hips: 856,
  seat: 961,
  seatBack: 528,
  hpsToWaistBack: 425,
  hpsToWaistFront: 413,
  hpsToBust: 253,
  biceps: 292,
  crossSeam: 729,
  crossSeamFront: 349,
  inseam: 862,
  knee: 356,
  shoulderSlope: 13,
  shoulderToElbow: 337,
  shoulderToShoulder: 417,
  shoulderToWrist: 617,
  upperLeg: 570,
  waistToArmpit: 166,
  waistToFloor: 1138,
  waistToHips: 61,
  waistToKnee: 651,
  waistToSeat: 215,
  waistToUpperLeg: 276,
  wrist: 169,
  height: 1746,
  weight: 73_000,
} as const;

/** A measured woman of median build, without height and weight: mm and degrees. */
export const MEASURED_WOMAN = {
  chest: 946,
  neck: 356,
  highBust: 886,
  underbust: 797,
  bustSpan: 175,
  waist: 766,
  waistBack: 377,
  hips: 847,
  seat: 1005,
  seatBack: 552,
  hpsToWaistBack: 405,
  hpsToWaistFront: 411,
  hpsToBust: 244,
  ankle: 215,
  biceps: 300,
  crossSeam: 700,
  crossSeamFront: 330,
  crotchDepth: 244,
  heel: 305,
  inseam: 760,
  knee: 370,
  shoulderSlope: 15,
  shoulderToElbow: 310,
  shoulderToShoulder: 400,
  shoulderToWrist: 560,
  upperLeg: 600,
  waistToArmpit: 165,
  waistToFloor: 1000,
  waistToHips: 57,
  waistToKnee: 560,
  waistToSeat: 205,
  waistToUpperLeg: 240,
  wrist: 152,
} as const;

/** A specification that was measured completely; `without` names what nobody measured. */
export function measuredSpecification(
  body: Readonly<Record<string, number>> = MEASURED_MAN,
  { without = [], ...changes }: Partial<FitSpecification> & { without?: readonly string[] } = {},
): FitSpecification {
  const measurements = Object.fromEntries(
    Object.entries(body)
      .filter(([name]) => !without.includes(name))
      .map(([name, value]) => {
        return [name, { value, confidence: 0.97, readings: 2, confirmed: false }];
      }),
  );
  return testSpecification({ measurements, ...changes });
}

/** What a draft stores, of one measure and nothing drawn. */
export function testPattern(changes: Partial<PatternContent> = {}): PatternContent {
  return {
    measurements: { chest: 983, wrist: 169 },
    design: "jaeger",
    title: "Jacket",
    fit: "regular",
    options: {},
    seamAllowance: 10,
    solved: {},
    estimated: ["wrist"],
    note: "",
    corrections: [],
    changes: [],
    parts: [],
    measures: [
      {
        name: "chest",
        label: "Chest",
        body: 983,
        easeAsked: 60,
        least: null,
        finished: 1_043,
      },
    ],
    findings: [{ code: "hem", measure: null, reason: "The hem is not level.", spot: null }],
    cutList: [],
    width: 0,
    height: 0,
    svg: "",
    ...changes,
  };
}

/** Stores an approved draft of one component with these finished measures. */
export async function approveTestPattern(
  db: Database,
  input: {
    orderItemId: string;
    component: ComponentName;
    design: string;
    finished: Readonly<Record<string, number>>;
    changes?: PatternContent["changes"];
    box?: SecretBox;
  },
): Promise<void> {
  const {
    box = testMeasurementBox(),
    changes = [],
    component,
    design,
    finished,
    orderItemId,
  } = input;
  const measures = Object.entries(finished).map(([name, mm]) => {
    return { name, label: name, finished: mm, body: null, easeAsked: null, least: null };
  });
  const row = await db.transaction((tx) =>
    addPattern(tx, box, {
      orderItemId,
      component,
      contractVersion: 1,
      status: "ready",
      origin: "order",
      staffId: null,
      packages: {},
      content: testPattern({ design, measures, changes, estimated: [], findings: [] }),
    }),
  );
  await db
    .update(patternDrafts)
    .set({ approvedAt: new Date(), approvedName: "Rosa" })
    .where(eq(patternDrafts.id, row.id));
}
