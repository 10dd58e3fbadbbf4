import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, test } from "vitest";
import type { BodyModel } from "#features/body/check/body-model.ts";
import type { CheckLevel, CheckResult } from "#features/body/check/check-profile.ts";
import { checkProfile } from "#features/body/check/check-profile.ts";
import { decodeModel, encodeModel } from "#features/body/check/decode-model.ts";
import { shopColumn, surveyColumn } from "#features/body/check/measurement-columns.ts";
import { HARD_RANGES, PROPORTIONS } from "#features/body/check/rule-table.ts";
import { SURVEY_COLUMNS } from "#features/body/check/survey-columns.ts";
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
import { readingsOf, SETS } from "../../scripts/body-model/faults.ts";
import { seededRandom } from "../../scripts/body-model/random.ts";
import { shopReadingsOf } from "../../scripts/body-model/shop-profile.ts";
import { readSurvey } from "../../scripts/body-model/surveys.ts";

const FILE = "../../src/features/body/check/body-model.json";
const SETS_OF_FIVE = Object.keys(SETS) as SetName[];

const shareOf = (results: readonly CheckResult[], level?: CheckLevel) =>
  results.filter(({ findings }) => findings.some((found) => !level || found.level === level))
    .length / results.length;

/** Every fourth of those outside the fit; the bench has all. */
let people: CompletePerson[];
let model: BodyModel;
beforeAll(() => {
  model = decodeModel(JSON.parse(readFileSync(new URL(FILE, import.meta.url), "utf8")));
  people = completePeople("even", 1, seededRandom(8))
    .filter(({ file }) => file !== "measured-waist")
    .filter((_, index) => index % 4 === 0);
  // Against hanging: people take two seconds.
}, 60_000);

describe("the check engine on people that its model was not fitted on", () => {
  test.each(SETS_OF_FIVE)("%s: few correct profiles are questioned, hardly any stopped", (set) => {
    const rates = falseAlarms(model, people, SETS[set], bodyClass, seededRandom(5)).get("all");
    expect(rates?.count).toBeGreaterThan(850);
    // 900 people: one standard deviation is one percent.
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
      expect(shareOf(results)).toBeLessThan(0.1);
      expect(shareOf(results, "stop")).toBeLessThan(0.02);
    },
  );
});

describe("any set of measurements", () => {
  test("in the shop's measurements few correct profiles are questioned, hardly any stopped", () => {
    const random = seededRandom(3);
    const results = people.map((person) => {
      const readings = Object.entries(shopReadingsOf(person, random));
      return checkProfile(
        model,
        readings.map(([name, value]) => ({ name, readings: [value] })),
        shopColumn,
      );
    });
    expect(shareOf(results)).toBeLessThan(0.1);
    expect(shareOf(results, "stop")).toBeLessThan(0.015);
  });

  test("random sets of columns question few correct profiles", () => {
    const random = seededRandom(12);
    const measured = Object.keys(readSurvey("measured-33", "even")[0]?.values ?? {});
    expect(measured.length).toBe(33);
    for (let round = 0; round < 8; round += 1) {
      const columns = SURVEY_COLUMNS.filter(
        (column) => measured.includes(column) && random() < 0.1 + 0.1 * round,
      );
      const { questioned, stopped } = falseAlarms(
        model,
        people.slice(0, 450),
        columns,
        bodyClass,
        seededRandom(round),
      ).get("all") ?? { questioned: 1, stopped: 1 };
      // 450 people: one standard deviation is 1.4 percent.
      expect(questioned, columns.join()).toBeLessThan(0.13);
      expect(stopped, columns.join()).toBeLessThan(0.02);
    }
  });

  test("values entered one after the other are questioned at any step hardly more often than at the end", () => {
    const random = seededRandom(14);
    const sample = people.filter((_, index) => index % 3 === 0);
    const isQuestioned = (readings: readonly [string, number][], count: number) =>
      checkProfile(
        model,
        readings.slice(0, count).map(([name, value]) => ({ name, readings: [value] })),
        surveyColumn,
        count === readings.length ? "complete" : "entry",
      ).findings.length > 0;
    let atEnd = 0;
    let atAnyStep = 0;
    for (const person of sample) {
      const readings = Object.entries(readingsOf(person, SETS.suit, random));
      const steps = readings.map((_, index) => isQuestioned(readings, index + 1));
      if (steps.at(-1)) atEnd += 1;
      if (steps.some(Boolean)) atAnyStep += 1;
    }
    expect(sample.length).toBeGreaterThan(280);
    expect((atAnyStep - atEnd) / sample.length).toBeLessThan(0.03);
  });
});

describe("the rule table", () => {
  test("nobody of the surveys is outside a range, and a rule of two contradicts at most one in a thousand", () => {
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
    for (const { from, part, slackMm, to, whole } of PROPORTIONS) {
      const broken = everyone.filter(({ values }) => {
        const byName: Readonly<Record<string, number>> = values;
        const own = byName[part];
        const other = byName[whole];
        if (own === undefined || other === undefined) return false;
        return own > to * other + slackMm || own < from * other;
      });
      expect(broken.length, `${part} against ${whole}`).toBeLessThanOrEqual(7);
    }
  });
});

test("the stored model is exact to a thousandth of its spreads, and at most 30 kB", () => {
  const again = decodeModel(encodeModel(model));
  for (const [index, value] of model.covariances.entries()) {
    expect(Math.abs((again.covariances[index] ?? 0) - value)).toBeLessThan(1e-5);
  }
});
