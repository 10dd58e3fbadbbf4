import { describe, expect, it } from "vitest";
import type { MeasurementSet } from "#features/body/measurement/required-measurements.ts";
import { DESIGN_MEASUREMENTS } from "#features/body/measurement/required-measurements.ts";
import type { DraftableDesign } from "#features/patterns/designs/all-designs.ts";
import { DRAFTABLE_DESIGNS } from "#features/patterns/designs/all-designs.ts";
import { validateDraft } from "#features/patterns/drafting/draft-garment.server.ts";
import type { GarmentDraft } from "#features/patterns/drafting/garment-draft.ts";
import { runDraftJob } from "#features/patterns/drafting/run-draft-job.server.ts";
import { MEASURED_MAN, MEASURED_WOMAN } from "#tests/support/patterns.ts";
import { handAlteredParts } from "./hand-alterations.ts";
import type { ShapeAmounts } from "./shape-alterations.ts";
import { HAND_ALTERATION_NAMES } from "./shape-alterations.ts";
import { shapeStates } from "./stated-shape.ts";

const HANGING = DRAFTABLE_DESIGNS.filter((design) => {
  const { required }: MeasurementSet = DESIGN_MEASUREMENTS[design];
  return required.some((name) => name === "shoulderSlope");
});

const WOMENS: ReadonlySet<string> = new Set(["simone", "carlita", "bibi", "bella", "noble"]);

async function drafted(design: DraftableDesign, shape: ShapeAmounts): Promise<GarmentDraft> {
  const measurements = WOMENS.has(design) ? MEASURED_WOMAN : MEASURED_MAN;
  const job = validateDraft({ designs: [design], measurements, fit: "regular", shape });
  if (!job.ok) throw new Error(JSON.stringify(job.error));
  return runDraftJob({ ...job.value, isExact: true });
}

const STATED = { posture: null, shoulders: null };

describe.each(HANGING)("one lower shoulder and a full upper arm of %s", (design) => {
  it("change no line, and the cut list says the amount on each part that the tailor alters", async () => {
    const plain = await drafted(design, {});
    const altered = await drafted(design, { lowerShoulder: -8, upperArm: 12 });
    expect(altered.parts).toEqual(plain.parts);
    expect(altered.findings).toEqual(plain.findings);
    const texts = { lowerShoulder: "Right shoulder 8 mm lower", upperArm: "Upper arm 12 mm" };
    for (const name of HAND_ALTERATION_NAMES) {
      const named = altered.cutList.filter(({ note = "" }) => note.includes(texts[name]));
      const drawn = plain.cutList.map(({ part }) => part);
      const parts = handAlteredParts(design, name).filter((part) => drawn.includes(part));
      expect(named.map(({ part }) => part).toSorted()).toEqual(parts.toSorted());
    }
    expect(handAlteredParts(design, "lowerShoulder").length).toBeGreaterThan(1);
  });

  it("are open until the tailor has made them", () => {
    const amounts = { lowerShoulder: 8 };
    expect(shapeStates(design, STATED, amounts)).toEqual([
      {
        label: "Lower shoulder: left, 8 mm",
        outcome: "by_hand",
        note: "the cut list says what to do on each part",
      },
    ]);
    expect(shapeStates(design, STATED, {})).toEqual([]);
  });
});

it("of garments that do not hang from the shoulders there is none", () => {
  for (const design of DRAFTABLE_DESIGNS.filter((each) => !HANGING.includes(each))) {
    for (const name of HAND_ALTERATION_NAMES) expect(handAlteredParts(design, name)).toEqual([]);
  }
});
