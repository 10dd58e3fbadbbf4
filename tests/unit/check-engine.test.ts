import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { BodyModel } from "#features/measurement/check/body-model.ts";
import { decodeModel, encodeModel } from "#features/measurement/check/decode-model.ts";
import { HARD_RANGES, ORDER_RULES } from "#features/measurement/check/rule-table.ts";
import type { CompletePerson } from "../../scripts/body-model/complete-people.ts";
import { completePeople } from "../../scripts/body-model/complete-people.ts";
import {
  bodyClass,
  check,
  falseAlarms,
  noticedFaults,
  noticedInTwoReadings,
} from "../../scripts/body-model/evaluate.ts";
import type { Fault, SetName } from "../../scripts/body-model/faults.ts";
import { SETS } from "../../scripts/body-model/faults.ts";
import { seededRandom } from "../../scripts/body-model/random.ts";
import { readSurvey } from "../../scripts/body-model/surveys.ts";

const FILE = "../../src/features/measurement/check/body-model.json";
const SETS_OF_FIVE = Object.keys(SETS) as SetName[];

/** Every fourth of the people that the fit has not used; the bench has all of them. */
let people: CompletePerson[];
let model: BodyModel;
beforeAll(() => {
  model = decodeModel(JSON.parse(readFileSync(new URL(FILE, import.meta.url), "utf8")));
  people = completePeople("even", 1, seededRandom(8))
    .filter(({ file }) => file !== "measured-waist")
    .filter((_, index) => index % 4 === 0);
});

describe("the check engine on people that its model was not fitted on", () => {
  test.each(SETS_OF_FIVE)("%s: few correct profiles are questioned, hardly any stopped", (set) => {
    const rates = falseAlarms(model, people, SETS[set], bodyClass, seededRandom(5)).get("all");
    expect(rates?.count).toBeGreaterThan(850);
    // Of 900 people, one standard deviation is one percent.
    expect(rates?.questioned).toBeLessThan(0.115);
    expect(rates?.stopped).toBeLessThan(0.015);
  });

  test.each(SETS_OF_FIVE)(
    "%s: every unit mistake and every doubled or halved value is stopped",
    (set) => {
      const rates = noticedFaults(model, people, set, "unit", seededRandom(6)).get("all");
      expect(rates?.count).toBeGreaterThan(850);
      expect(rates?.noticed).toBe(1);
    },
  );

  test.each<[Fault, number]>([
    ["swapped", 0.94],
    ["digit", 0.93],
    ["rows", 0.98],
    ["4 cm", 0.39],
    ["6 cm", 0.66],
    ["8 cm", 0.82],
    ["10 cm", 0.88],
  ])("suit: %s is noticed in a share of at least %d", (fault, share) => {
    const rates = noticedFaults(model, people, "suit", fault, seededRandom(6)).get("all");
    expect(rates?.noticed).toBeGreaterThan(share);
  });

  test("with a second reading nearly every slip of the hand is noticed", () => {
    expect(noticedInTwoReadings(model, people.slice(0, 300), seededRandom(9))).toBeGreaterThan(
      0.985,
    );
  });

  test.each(["measured-33", "measured-7", "measured-waist"] as const)(
    "%s, as measured: few people are questioned",
    (file) => {
      const measured = readSurvey(file, "even");
      const results = measured.map(({ values }) => check(model, values));
      const share = (level?: string) =>
        results.filter(({ findings }) => findings.some((f) => !level || f.level === level)).length /
        results.length;
      expect(share()).toBeLessThan(0.1);
      expect(share("stop")).toBeLessThan(0.02);
    },
  );
});

describe("the rule table", () => {
  test("nobody of the surveys is outside a range, and an order rule contradicts at most one in a thousand", () => {
    const everyone = (["measured-33", "measured-7", "measured-waist"] as const).flatMap((file) =>
      (["odd", "even"] as const).flatMap((half) => readSurvey(file, half)),
    );
    expect(everyone.length).toBe(7_444);
    for (const { values } of everyone) {
      for (const [name, value] of Object.entries(values)) {
        const range = HARD_RANGES[name];
        expect(range && value >= range.from && value <= range.to, `${name} ${value}`).toBe(true);
      }
    }
    for (const { smaller, larger, factor, slackMm } of ORDER_RULES) {
      const broken = everyone.filter(({ values }) => {
        const byName: Readonly<Record<string, number>> = values;
        const [part, whole] = [byName[smaller], byName[larger]];
        return part !== undefined && whole !== undefined && part > factor * whole + slackMm;
      });
      expect(broken.length, `${smaller} against ${larger}`).toBeLessThanOrEqual(7);
    }
  });
});

test("the stored model is exact to a thousandth of its spreads, and at most 30 kB", () => {
  const again = decodeModel(encodeModel(model));
  for (const [index, value] of model.covariances.entries()) {
    expect(Math.abs((again.covariances[index] ?? 0) - value)).toBeLessThan(1e-5);
  }
});
