import { afterAll, describe, expect, test } from "vitest";
import type { MeasurementSet } from "#features/body/measurement/required-measurements.ts";
import { DESIGN_MEASUREMENTS } from "#features/body/measurement/required-measurements.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { DRAFTABLE_DESIGNS, patternDesignOf } from "#features/patterns/designs/all-designs.ts";
import type { StyleName } from "#features/patterns/styles/garment-styles.ts";
import { draftGarment, draftOnce, validateDraft } from "./draft-garment.server.ts";
import type { DraftInput, DraftOnceInput } from "./garment-draft.ts";
import type { PatternPool } from "./pattern-pool.server.ts";
import { createPatternPool } from "./pattern-pool.server.ts";

const patterns = createPatternPool({ givesWay: false });
const otherPatterns = createPatternPool({ givesWay: false });
afterAll(() => Promise.all([patterns.stop(), otherPatterns.stop()]));

/** A measured man of median build; mm, degrees. */
const BODY: Readonly<Record<string, number>> = {
  height: 1760,
  chest: 1019,
  neck: 416,
  highBust: 999,
  underbust: 899,
  bustSpan: 189,
  waist: 897,
  waistBack: 442,
  hips: 940,
  seat: 1024,
  seatBack: 562,
  hpsToWaistBack: 434,
  hpsToWaistFront: 423,
  hpsToBust: 244,
  ankle: 224,
  biceps: 343,
  crossSeam: 711,
  crossSeamFront: 325,
  crotchDepth: 244,
  heel: 325,
  inseam: 840,
  knee: 385,
  shoulderSlope: 18,
  shoulderToElbow: 337,
  shoulderToShoulder: 455,
  shoulderToWrist: 614,
  upperLeg: 617,
  waistToArmpit: 185,
  waistToFloor: 1084,
  waistToHips: 60,
  waistToKnee: 604,
  waistToSeat: 223,
  waistToUpperLeg: 244,
  wrist: 173,
};

const request = (design: DraftableDesign) => ({
  designs: [design],
  measurements: BODY,
  fit: "regular" as const,
});

async function drafted(input: Parameters<typeof draftGarment>[1]) {
  const result = await draftGarment({ patterns }, input);
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.value;
}

/** A measurement without which the design is refused. */
function requiredOf(design: DraftableDesign): string {
  const { required }: MeasurementSet = DESIGN_MEASUREMENTS[design];
  const [name] = required;
  if (!name) throw new Error(design);
  return name;
}

const body = (changes: Record<string, unknown>) => ({ measurements: { ...BODY, ...changes } });
const bad = (value: unknown) => (name: string) => body({ [name]: value });
const scaled = (by: number) => () => ({
  measurements: Object.fromEntries(Object.entries(BODY).map(([name, mm]) => [name, mm * by])),
});
const option = (name: string, value: unknown) => () => ({ options: { [name]: value } });
const requestedChanges = (point: unknown, byMm: number) => () => ({
  requestedChanges: [{ point, byMm }],
});

/** What a broken or hostile client sends, by name. */
const HOSTILE: readonly (readonly [string, (required: string) => Record<string, unknown>])[] = [
  ["NaN", bad(NaN)],
  ["Infinity", bad(Infinity)],
  ["minus infinity", bad(-Infinity)],
  ["a negative length", bad(-900)],
  ["zero", bad(0)],
  ["one millimeter", bad(1)],
  ["fifty meters", bad(50_000)],
  ["the largest number", bad(Number.MAX_VALUE)],
  ["the smallest number", bad(Number.MIN_VALUE)],
  ["a number as text", bad("900")],
  ["markup", bad("<svg onload=alert(1)>")],
  ["null", bad(null)],
  ["undefined", bad(undefined)],
  ["an object", bad({ valueOf: () => 900 })],
  ["a list", bad([900])],
  ["true", bad(true)],
  ["a missing measurement", (name) => ({ measurements: without(name) })],
  ["no measurement at all", () => ({ measurements: {} })],
  ["a body in centimeters", scaled(0.1)],
  ["a body ten times as large", scaled(10)],
  ["a wrist thicker than the arm", () => body({ wrist: 300, biceps: 290 })],
  ["hips below the seat", () => body({ waistToHips: 230 })],
  ["a back waist longer than the waist", () => body({ waistBack: 900 })],
  ["a waist half of the hips", () => body({ waist: 560, hips: 1200 })],
  ["a neck as wide as the chest", () => body({ neck: 700, chest: 1019 })],
  [
    "an inherited name",
    () => body(JSON.parse('{"__proto__":900}') as object as Record<string, unknown>),
  ],
  ["a measurement nobody knows", () => body({ constructor: 900 })],
  ["an option nobody knows", option("noSuchOption", 1)],
  ["an inherited option", option("constructor", 1)],
  [
    "an option named like a prototype",
    () => ({ options: JSON.parse('{"__proto__":{"sa":1}}') as object }),
  ],
  ["a correction that is not a number", requestedChanges("sleeve", NaN)],
  ["an endless correction", requestedChanges("sleeve", Infinity)],
  ["a correction of 81 mm", requestedChanges("sleeve", 81)],
  ["a correction of an unknown point", requestedChanges("toString", 5)],
  ["a design nobody knows", () => ({ designs: ["constructor"] })],
  ["no design", () => ({ designs: [] })],
];

/** Fails a test that drafts what must be refused. */
const UNUSED: PatternPool = {
  run: () => Promise.reject(new Error("It was drafted.")),
  nest: () => Promise.reject(new Error("It was nested.")),
  stop: () => Promise.resolve(),
};

function without(name: string): Record<string, number> {
  return Object.fromEntries(Object.entries(BODY).filter(([each]) => each !== name));
}

type Stored = Pick<DraftOnceInput, "options" | "measurements">;

describe.each(DRAFTABLE_DESIGNS)("%s", (design) => {
  test("a measured person's draft is ready, with parts, a table and the same bytes twice", async () => {
    const drawing = { seamAllowance: 10, dimensioned: true, label: "DM-1042" };
    const first = await drafted({ ...request(design), drawing });
    expect(first.findings).toEqual([]);
    expect(first.status).toBe("ready");
    expect(first.parts.length).toBeGreaterThan(0);
    expect(first.measures.length).toBeGreaterThan(0);
    expect(first.drawing?.svg).toContain("DM-1042");
    expect(first.drawing?.svg).not.toMatch(/NaN|FreeSewing|<script|<!--/);
    expect(await drafted({ ...request(design), drawing })).toEqual(first);
  });

  test("what was stored of a draft draws the same bytes again in another worker", async () => {
    const drawing = { seamAllowance: 10, dimensioned: false, label: "DM-1042", maxWidth: 821 };
    const { options, measurements, ...first } = await drafted({ ...request(design), drawing });
    const stored = JSON.parse(JSON.stringify({ options, measurements })) as Stored;
    const again = await draftOnce({ patterns: otherPatterns }, { design, drawing, ...stored });
    if (!again.ok) throw new Error(JSON.stringify(again.error));
    expect(again.value.drawing?.svg).toBe(first.drawing?.svg);
    expect(again.value.measures).toEqual(first.measures);
  });

  test.each(HOSTILE)("%s is refused before anything is drafted", async (_name, change) => {
    const input = { ...request(design), ...change(requiredOf(design)) } as DraftInput;
    expect(await draftGarment({ patterns: UNUSED }, input)).toMatchObject({
      ok: false,
      error: { code: "refused" },
    });
  });

  test("huge option values are clamped to the range", () => {
    for (const [option, range] of Object.entries(patternDesignOf(design).options)) {
      if (range.kind === "flag" || range.kind === "list") continue;
      for (const value of [Number.MAX_VALUE, -Number.MAX_VALUE]) {
        const checked = validateDraft({ ...request(design), options: { [option]: value } });
        if (!checked.ok) throw new Error(option);
        const clamped = Number(checked.value.options[design]?.[option]);
        expect(clamped).toBe(value > 0 ? range.to : range.from);
      }
    }
  });

  test("a text that needs escaping is never printed on a part", async () => {
    const labels = ["<script>alert(1)</script>", 'DM" onload="x', "a&b", "]]>", "\u202Eabc", ""];
    for (const label of labels) {
      const drawing = { seamAllowance: 10, dimensioned: false, label };
      await expect(
        draftGarment({ patterns: UNUSED }, { ...request(design), drawing }),
      ).rejects.toThrow("Unsafe label.");
    }
  });
});

test.each(["simon", "jaeger"] as const)(
  "%s: a sleeve target 10 mm longer is 10 mm longer, and nothing else moves by more than 3 mm",
  async (design) => {
    for (const byMm of [10, -10]) {
      const draft = await drafted({
        ...request(design),
        requestedChanges: [{ point: "sleeve", byMm }],
      });
      expect(draft.status).toBe("ready");
      expect(Math.abs((draft.requestedChanges[0]?.changedMm ?? 0) - byMm)).toBeLessThanOrEqual(1);
      for (const { name, finished, before } of draft.measures) {
        if (name === "sleeveLength") continue;
        expect(Math.abs(finished - (before ?? NaN))).toBeLessThanOrEqual(3);
      }
    }
  },
);

test("a gown that is ordered without sleeves is drafted, with its hem where it was ordered", async () => {
  const draft = await drafted({ ...request("bibi"), styles: ["length:midi", "sleeve:none"] });
  expect(draft.styles.map(({ outcome }) => outcome)).toEqual(["drafted", "drafted"]);
  const hem = draft.measures.find(({ name }) => name === "hemLevel")?.finished;
  // The fullest part of the calf: 0.45 of the way from knee to floor.
  expect(hem).toBeCloseTo(604 + 0.45 * (1_084 - 604), 0);
});

test.each(["penelope", "sandy"] as const)(
  "a skirt to the floor for heels of 9 cm is 9 cm longer, and one to the knee is as long as barefoot: %s",
  async (design) => {
    const hemOf = async (...styles: StyleName[]) => {
      const draft = await drafted({ ...request(design), styles });
      expect(draft.status).toBe("ready");
      expect(draft.styles.map(({ outcome }) => outcome)).toEqual(styles.map(() => "drafted"));
      return draft.measures.find(({ name }) => name === "hemLevel")?.finished ?? Number.NaN;
    };
    const barefoot = await hemOf("length:floor");
    expect((await hemOf("length:floor", "heel:high")) - barefoot).toBeCloseTo(90, 0);
    const knee = await hemOf("length:knee");
    expect(await hemOf("length:knee", "heel:high")).toBeCloseTo(knee, 1);
  },
);

test("what FreeSewing flags and no rule reads is a reason to look at the draft", async () => {
  // Shoulders that are wider than the chest: FreeSewing raises a flag and writes no line into its log.
  const { findings, status } = await drafted({
    ...request("simon"),
    ...body({ chest: 880, highBust: 870, shoulderToShoulder: 560 }),
  });
  expect(status).toBe("review");
  expect(findings.map(({ code, reason }) => [code, reason])).toContainEqual([
    "warned",
    "FreeSewing warns: Shoulder Width larger than anticipated.",
  ]);
});

test("an option outside its range is clamped, and a redraw keeps exactly the given options", async () => {
  const { options } = await drafted(request("simon"));
  const input = { design: "simon" as const, measurements: BODY };
  const redraw = await draftOnce({ patterns }, { ...input, options: { ...options, chestEase: 9 } });
  if (!redraw.ok) throw new Error(JSON.stringify(redraw.error));
  expect(redraw.value.options).toEqual({ ...options, chestEase: 0.35 });
  expect(redraw.value.drafts).toBe(1);
});

test("a worker that does not finish in time is ended, and the next draft has a new one", async () => {
  const pool = createPatternPool({ givesWay: false, timeoutMs: 1 });
  const stuck = await draftGarment({ patterns: pool }, request("jaeger"));
  expect(stuck).toEqual({ ok: false, error: { code: "timeout" } });
  await pool.stop();
  expect((await drafted(request("teagan"))).status).toBe("ready");
});

test("a worker without enough memory is ended, and the process lives on", async () => {
  const pool = createPatternPool({ givesWay: false, maxHeapMb: 10 });
  const result = await draftGarment({ patterns: pool }, request("jaeger"));
  await pool.stop();
  expect(result).toEqual({ ok: false, error: { code: "too-large" } });
});

const ARM = ["biceps", "shoulderToElbow", "shoulderToWrist", "wrist"];

test("a gown without sleeves is drawn without an arm, and no line of it follows one", async () => {
  const armless = Object.fromEntries(Object.entries(BODY).filter(([name]) => !ARM.includes(name)));
  const without = (measurements: Readonly<Record<string, number>>) => {
    const styles = ["sleeve:none"] as const;
    return {
      ...request("bibi"),
      measurements,
      styles,
      drawing: { seamAllowance: 10, dimensioned: false, label: "DM-1042" },
    };
  };
  const { drawing, measurements, options } = await drafted(without(armless));
  expect(drawing).not.toBeNull();
  expect(measurements).not.toHaveProperty("biceps");
  const measured = await drafted(without({ ...armless, shoulderToWrist: 700, wrist: 190 }));
  expect(measured.drawing).toEqual(drawing);
  expect(measured.options).toEqual(options);
  const [sleeveless] = DRAFTABLE_DESIGNS.filter((each) => each === "bella");
  if (!sleeveless) throw new Error("no bodice");
  const bodice = await drafted({ ...without(armless), designs: [sleeveless] });
  expect(bodice.drawing).not.toBeNull();
});
