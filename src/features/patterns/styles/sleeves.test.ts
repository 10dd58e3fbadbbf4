import { expect, test } from "vitest";
import {
  DESIGN_MEASUREMENTS,
  designsOfGarment,
  GARMENT_NAMES,
  garmentTypeOf,
  isOfArm,
  MEASURED_GARMENTS,
} from "#features/body/measurement/required-measurements.ts";
import { DRAFTABLE_DESIGNS } from "#features/patterns/designs/all-designs.ts";
import {
  COMPONENT_NAMES,
  designsOfComponent,
  measurementsOfOrder,
} from "#features/patterns/designs/pattern-table.ts";
import { validateDraft } from "#features/patterns/drafting/draft-garment.server.ts";
import { validateMeasurements } from "#features/patterns/drafting/draft-guard.ts";
import { runDraftJob } from "#features/patterns/drafting/run-draft-job.server.ts";
import { MEASURED_WOMAN } from "#tests/support/patterns.ts";
import { changesOfDraft, isDraftedSleeveless, isSleeveless } from "./sleeves.ts";

test("dresses can be ordered without sleeves and without an arm; shirts, jackets and coats keep theirs", () => {
  const without = COMPONENT_NAMES.filter((name) => isSleeveless([name], ["sleeve:none"]));
  expect(without).toContain("columnGown");
  expect(without).toContain("bodice");
  for (const name of without) {
    expect(isSleeveless([name], ["sleeve:short"])).toBe(false);
    expect(isSleeveless([name], [])).toBe(false);
  }
  for (const name of ["shirt", "dartedShirt", "jacket", "coat", "waistcoat"] as const) {
    expect(isSleeveless([name], ["sleeve:none"]), name).toBe(false);
  }
  expect(isSleeveless(["bodice", "pencilSkirt"], ["sleeve:none"])).toBe(true);
  expect(isSleeveless(["jacket", "bodice"], ["sleeve:none"])).toBe(false);
});

test("a draft without sleeves misses nothing of the arm, and a draft with sleeves does", () => {
  const [design] = designsOfComponent("columnGown");
  if (!design) throw new Error("no design");
  const missing = (isWithoutSleeves: boolean) =>
    validateMeasurements(design, { chest: 900 }, isWithoutSleeves).faults.flatMap((fault) =>
      fault.code === "missing" && isOfArm(fault.measurement) ? fault.measurement : [],
    );
  expect(missing(true)).toEqual([]);
  expect(missing(false).toSorted()).toEqual(["biceps", "shoulderToWrist", "wrist"]);
});

test("a design without a rule for it is not drafted without sleeves", () => {
  const drafted = DRAFTABLE_DESIGNS.filter((each) => isDraftedSleeveless(each, ["sleeve:none"]));
  expect(drafted.toSorted()).toEqual(["bella", "bibi", "noble"]);
});

test("a person is measured without the arm for exactly the garment types that every design drafts without sleeves", () => {
  const isForArm = (design: (typeof DRAFTABLE_DESIGNS)[number]) =>
    DESIGN_MEASUREMENTS[design].required.some(isOfArm);
  const sleeveless = GARMENT_NAMES.filter((garment) => {
    const designs = DRAFTABLE_DESIGNS.filter((each) => designsOfGarment(garment).includes(each));
    const needArm = designs.filter(isForArm);
    const canLoseIt = needArm.every((design) => isDraftedSleeveless(design, ["sleeve:none"]));
    return needArm.length > 0 && canLoseIt;
  });
  const named = MEASURED_GARMENTS.filter((name) => garmentTypeOf(name) !== name);
  expect(named.map(garmentTypeOf)).toEqual(sleeveless);
});

test("what hangs from the waist is measured at no arm and no chest, and a waistcoat at no sleeve", () => {
  const namesOf = (garmentType: string) =>
    ["female", "male", "unisex"].flatMap((gender) =>
      measurementsOfOrder({ garmentType, gender, components: null }),
    );
  for (const garment of ["skirt", "pants"]) {
    const upper = namesOf(garment).filter((name) => isOfArm(name) || name === "chest");
    expect(upper, garment).toEqual([]);
  }
  const sleeves = ["shoulderToWrist", "shoulderToElbow", "wrist"];
  expect(namesOf("waistcoat").filter((name) => sleeves.includes(name))).toEqual([]);
});

test("a draft without sleeves is asked for no correction of them, and for every other one", () => {
  const changes = [
    { point: "sleeve", byMm: 10 },
    { point: "upperArm", byMm: -5 },
    { point: "chest", byMm: 10 },
  ] as const;
  expect(changesOfDraft("bibi", ["sleeve:none"], changes)).toEqual([{ point: "chest", byMm: 10 }]);
  expect(changesOfDraft("bibi", ["sleeve:long"], changes)).toEqual(changes);
  // A design without a rule for it keeps its sleeves.
  expect(changesOfDraft("simon", ["sleeve:none"], changes)).toEqual(changes);
});

test("a gown without sleeves is ready although sleeves were reported too short before", async () => {
  const job = validateDraft({
    designs: ["bibi"],
    measurements: MEASURED_WOMAN,
    fit: "regular",
    styles: ["sleeve:none"],
    requestedChanges: [{ point: "sleeve", byMm: 10 }],
  });
  if (!job.ok) throw new Error(JSON.stringify(job.error));
  expect(await runDraftJob(job.value)).toMatchObject({ status: "ready", requestedChanges: [] });
});
