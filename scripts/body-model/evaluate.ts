import type { BodyModel } from "#features/body/check/body-model.ts";
import type { CheckResult } from "#features/body/check/check-profile.ts";
import { checkProfile } from "#features/body/check/check-profile.ts";
import { surveyColumn } from "#features/body/check/measurement-columns.ts";
import type { SurveyColumn } from "#features/body/check/survey-columns.ts";
import type { CompletePerson } from "./complete-people.ts";
import type { Fault, Profile, SetName } from "./faults.ts";
import { readingsOf, SETS, withFault } from "./faults.ts";

/** 0 to 1. `named`: of the noticed, those naming a wrong value first. */
export type FaultRates = { count: number; noticed: number; stopped: number; named: number };
export type AlarmRates = { count: number; questioned: number; stopped: number };

/** Checks one profile of survey columns. */
export function check(model: BodyModel, profile: Profile): CheckResult {
  const values = Object.entries(profile).map(([name, value]) => ({ name, readings: [value] }));
  return checkProfile(model, values, surveyColumn);
}

const isStopped = ({ findings }: CheckResult) => findings.some(({ level }) => level === "stop");

/** The share of correct profiles that are questioned, in all and by `groupOf`. */
export function falseAlarms(
  model: BodyModel,
  people: readonly CompletePerson[],
  columns: readonly SurveyColumn[],
  groupOf: (person: CompletePerson) => string,
  random: () => number,
): Map<string, AlarmRates> {
  const groups = new Map<string, AlarmRates>();
  for (const person of people) {
    const result = check(model, readingsOf(person, columns, random));
    for (const name of ["all", groupOf(person)]) {
      const rates = groups.get(name) ?? { count: 0, questioned: 0, stopped: 0 };
      rates.count += 1;
      if (result.findings.length > 0) rates.questioned += 1;
      if (isStopped(result)) rates.stopped += 1;
      groups.set(name, rates);
    }
  }
  for (const rates of groups.values()) {
    rates.questioned /= rates.count;
    rates.stopped /= rates.count;
  }
  return groups;
}

function countFault(rates: FaultRates, result: CheckResult, wrong: readonly SurveyColumn[]): void {
  const [first] = result.findings;
  rates.count += 1;
  if (first) rates.noticed += 1;
  if (isStopped(result)) rates.stopped += 1;
  if (first && wrong.some((column) => column === first.name)) rates.named += 1;
}

/** Noticed profiles with one fault, in all and by the wrong measurement. */
export function noticedFaults(
  model: BodyModel,
  people: readonly CompletePerson[],
  set: SetName,
  fault: Fault,
  random: () => number,
): Map<string, FaultRates> {
  const rates = new Map<string, FaultRates>();
  for (const person of people) {
    const faulty = withFault(readingsOf(person, SETS[set], random), SETS[set], fault, random);
    if (!faulty) continue;
    const result = check(model, faulty.profile);
    for (const name of ["all", faulty.wrong[0] ?? ""]) {
      const own = rates.get(name) ?? { count: 0, noticed: 0, stopped: 0, named: 0 };
      countFault(own, result, faulty.wrong);
      rates.set(name, own);
    }
  }
  for (const own of rates.values()) {
    own.named /= Math.max(1, own.noticed);
    own.noticed /= own.count;
    own.stopped /= own.count;
  }
  return rates;
}

/** Sex and body mass index class, as in the surveys. */
export function bodyClass({ sex, values }: CompletePerson): string {
  const bmi = values.weight / (values.height / 1_000) ** 2;
  const limits = [18.5, 25, 30, 35, 40];
  const index = limits.findIndex((limit) => bmi < limit);
  const name = ["under 18.5", "18.5 to 25", "25 to 30", "30 to 35", "35 to 40", "from 40"];
  return `${sex === "f" ? "women" : "men"}, BMI ${name.at(index)}`;
}

/** Noticed share of swapped or wrong digits and exchanged rows of a suit, with two readings and a fault in one. */
export function noticedInTwoReadings(
  model: BodyModel,
  people: readonly CompletePerson[],
  random: () => number,
): number {
  let count = 0;
  let noticed = 0;
  for (const person of people) {
    for (const fault of ["swapped", "digit", "rows"] as const) {
      const first = readingsOf(person, SETS.suit, random);
      const second = readingsOf(person, SETS.suit, random);
      const faulty = withFault(second, SETS.suit, fault, random);
      if (!faulty) continue;
      const values = SETS.suit.map((name) => ({
        name,
        readings: [first[name] ?? 0, faulty.profile[name] ?? 0],
      }));
      const { findings } = checkProfile(model, values, surveyColumn);
      count += 1;
      if (findings.some(({ name }) => faulty.wrong.some((column) => column === name))) noticed += 1;
    }
  }
  return noticed / count;
}
