import { describe, expect, test } from "vitest";
import { checkDraft, loadDesigns, rulesOf } from "../../bench/pattern-drafts/check-draft.ts";
import { optionsOutOfRange } from "../../bench/pattern-drafts/draft.ts";
import {
  flatten,
  lengthOf,
  selfCrossing,
  sliceAt,
  waysBetween,
} from "../../bench/pattern-drafts/geometry.ts";
import type { DraftPerson } from "../../bench/pattern-drafts/people.ts";
import { heavyPeople, spreadPeople } from "../../bench/pattern-drafts/people.ts";
import { spreadOrder } from "../../bench/pattern-drafts/person-records.ts";

const at = (x: number, y: number) => ({ x, y });
const square = [at(0, 0), at(100, 0), at(100, 100), at(0, 100)];

function personOf(people: readonly DraftPerson[], id: string): DraftPerson {
  const person = people.find((candidate) => candidate.id === id);
  if (!person) throw new Error(`${id} is not in the sample.`);
  return person;
}

function rulesFor(design: string, person: DraftPerson, options = {}) {
  return rulesOf(checkDraft({ design, measurements: person.measurements, options }).findings);
}

describe("the geometry of seam lines", () => {
  test("a slice has the width of the cloth, without a notch", () => {
    const notched = [...square.slice(0, 2), at(60, 100), at(50, 20), at(40, 100), at(0, 100)];
    expect(sliceAt(square, 50)).toEqual([{ from: 0, to: 100 }]);
    expect(sliceAt(notched, 60)).toHaveLength(2);
  });

  test("a quarter of a circle has its length within a tenth of a millimetre", () => {
    const reach = 100 * 0.5523;
    const arc = flatten([
      { type: "move", to: at(100, 0) },
      { type: "curve", cp1: at(100, reach), cp2: at(reach, 100), to: at(0, 100) },
    ]);
    expect(lengthOf(arc)).toBeCloseTo((Math.PI / 2) * 100, 1);
  });

  test("both ways around an outline add up to its length", () => {
    const ways = waysBetween(square, at(0, 0), at(100, 100));
    expect(ways?.map(lengthOf)).toEqual([200, 200]);
    expect(waysBetween(square, at(50, 50), at(0, 0))).toBeNull();
  });

  test("a crossing is found, a touching corner is none", () => {
    expect(selfCrossing(square)).toBeNull();
    expect(selfCrossing([at(0, 0), at(100, 100), at(100, 0), at(0, 100)])).not.toBeNull();
  });
});

describe("the people of the drafts", () => {
  test("they are the same at every run and all different", () => {
    const people = spreadPeople("both", "tape");
    expect(people.map(({ id }) => id)).toEqual(spreadPeople("both", "tape").map(({ id }) => id));
    expect(new Set(people.map(({ id }) => id)).size).toBe(400);
    expect(people.filter(({ sex }) => sex === "f")).toHaveLength(200);
  });

  test("every beginning of their order is spread evenly over the list", () => {
    const all = Array.from({ length: 400 }, (_, index) => index);
    const order = spreadOrder(all);
    expect(order.toSorted((a, b) => a - b)).toEqual(all);
    for (const count of [4, 16, 60, 200]) {
      const first = order.slice(0, count).toSorted((a, b) => a - b);
      const gaps = first.map((position, index) => position - (first[index - 1] ?? 0));
      expect(Math.max(...gaps)).toBeLessThanOrEqual((2 * 400) / count);
    }
    expect(spreadOrder([])).toEqual([]);
  });

  test("the shoulders of a tape's people slope by 13 degrees on average", () => {
    const slopes = spreadPeople("men", "tape").map((person) => person.measurements.shoulderSlope);
    expect(slopes.reduce((sum, slope) => sum + slope, 0) / slopes.length).toBeCloseTo(13, 0);
  });

  test("the heavy have a BMI above 35, and noise changes only what was not measured", () => {
    const plain = heavyPeople("women", "derived");
    const noisy = heavyPeople("women", "derived", { withNoise: true });
    expect(Math.min(...plain.map(({ bmi }) => bmi))).toBeGreaterThan(35);
    expect(noisy[0]?.measurements.seat).toBe(plain[0]?.measurements.seat);
    expect(noisy[0]?.measurements.neck).not.toBe(plain[0]?.measurements.neck);
  });
});

describe("the check of a draft", () => {
  test("a median man's shirt passes", async () => {
    await loadDesigns(["simon"]);
    const people = spreadPeople("men", "tape").sort((a, b) => a.bmi - b.bmi);
    const median = people[Math.floor(people.length / 2)];
    expect(median && rulesFor("simon", median)).toEqual([]);
  });

  test("a shirt with too little cloth at the waist fails there", async () => {
    await loadDesigns(["simon"]);
    const person = personOf(spreadPeople("men", "tape"), "A2139-tape");
    const narrow = { waistEase: -0.1, backDarts: "never" };
    expect(rulesFor("simon", person, narrow)).toContain("waist");
  });

  test("a jacket's sleeve that is narrower than the arm fails", async () => {
    await loadDesigns(["jaeger"]);
    const person = personOf(spreadPeople("men", "derived"), "A2139-derived");
    const { findings, values } = checkDraft({
      design: "jaeger",
      measurements: person.measurements,
    });
    const sleeve = values.get("sleeve");
    const isNarrow = (sleeve?.measured ?? 0) < 0.995 * (sleeve?.body ?? 0);
    expect(rulesOf(findings).includes("sleeve")).toBe(isNarrow);
    const wide = { ...person.measurements, biceps: person.measurements.biceps * 1.5 };
    expect(rulesOf(checkDraft({ design: "jaeger", measurements: wide }).findings)).toContain(
      "sleeve",
    );
  });

  test("a bodice with a side dart is measured between waist and bust as it is sewn", async () => {
    await loadDesigns(["bella"]);
    const { measurements } = personOf(spreadPeople("women", "tape"), "A802-tape");
    const isTight = (waist: number) => {
      const body = { ...measurements, waist };
      const draftedFrom = { waist: measurements.waist };
      const { findings } = checkDraft({ design: "bella", measurements: body, draftedFrom });
      return rulesOf(findings).includes("between levels");
    };
    // Level slices of the paper are 19 mm shorter there than the sewn front.
    expect(isTight(measurements.waist)).toBe(false);
    expect(isTight(1.04 * measurements.waist)).toBe(true);
  });

  test("a coat whose facing FreeSewing could not draw lacks a part", async () => {
    await loadDesigns(["carlita"]);
    const heaviest = heavyPeople("women", "tape").at(-1);
    expect(heaviest && rulesFor("carlita", heaviest)).toEqual(
      expect.arrayContaining(["error in the log", "inverted dart"]),
    );
  });

  test("options outside a design's range are noticed", async () => {
    await loadDesigns(["jaeger"]);
    const options = { armholeDepth: 0.2, hipsEase: 0.5, unknown: 1, backVent: 1 };
    expect(optionsOutOfRange("jaeger", options)).toEqual(["hipsEase", "unknown"]);
  });
});
