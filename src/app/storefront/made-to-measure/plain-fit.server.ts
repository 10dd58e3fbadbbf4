import {
  questionsAbout,
  readPlainReadings,
  unitOf,
} from "#app/components/measuring/plain-readings.server.ts";
import { newId } from "#core/ids.ts";
import { newProfile } from "#features/body/measurement/measurement-profile.ts";
import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import { choiceField } from "#features/garments/specification/fit-draft.ts";

type Submitted = Readonly<Record<string, string>>;

export type PlainFit = {
  /** The fields that `createSpecification` reads. */
  readonly submitted: Record<string, unknown>;
  /** What keeps the measurements from being used, by field of the form. */
  readonly problems: Readonly<Record<string, string[]>>;
};

/**
 * Reads the form of a browser without JavaScript: texts in centimeters or inches by measurement, choices by group. A value that
 * the check engine asks about is named at its field until it is changed or kept.
 */
export function readPlainFit(submitted: Submitted, terms: MadeToMeasureTerms, now: Date): PlainFit {
  const { required } = terms.measurements;
  const before = newProfile(newId(), submitted.person?.trim() || "Me", now.toISOString());
  const entry = { person: before, names: required, source: "self", now, shownIn: null } as const;
  const { missing, person, unreadable } = readPlainReadings(submitted, entry);
  const unfinished = { ...missing, ...unreadable };
  const isWhole = Object.keys(unfinished).length === 0;
  const problems = isWhole ? questionsAbout(person, required, unitOf(submitted.unit)) : unfinished;
  const choices = terms.groups.flatMap(({ id }) => {
    const choice = submitted[choiceField(id)];
    return choice ? [[id, choice] as const] : [];
  });
  const { fit, monogram = "", remarks = "" } = submitted;
  return {
    submitted: { fit, monogram, remarks, choices: Object.fromEntries(choices), profile: person },
    problems,
  };
}
