import { z } from "zod";
import {
  enterReadings,
  questionsAbout,
  readingTexts,
  readingUnits,
} from "#app/components/measuring/reading-texts.server.ts";
import { allTexts, buttonText } from "#app/web/form-fields.ts";
import { newId } from "#core/ids.ts";
import { newProfile, UNNAMED_LABEL } from "#features/body/measurement/measurement-profile.ts";
import type { MadeToMeasureTerms } from "#features/garments/options/made-to-measure-terms.ts";
import { choiceField, measurementsOfDraft } from "#features/garments/specification/fit-draft.ts";

const NO_CHOICE = choiceField("");

/**
 * The page's form. Its script sends the person that the browser has as `profile`, or somebody's `link`; without the script the form
 * has one text for each reading. Everything else has the same fields.
 */
export const fitForm = z
  .looseObject({
    ...readingUnits,
    intent: buttonText,
    /** The line of the cart that is changed. */
    line: buttonText,
    person: buttonText,
    fit: z.string().optional(),
    monogram: buttonText,
    remarks: buttonText,
    /** JSON. */
    profile: z.string().optional(),
    link: buttonText,
    /** A page that was opened before the shop was updated sends its choices as JSON. */
    choices: z.string().optional(),
  })
  .transform((fields) => {
    const { fit, intent, line, link, monogram, person, profile, remarks } = fields;
    return {
      intent,
      line,
      person: person.trim() || UNNAMED_LABEL,
      readings: readingTexts.parse(fields),
      /** The fields that `createSpecification` reads. */
      submitted: {
        fit,
        monogram,
        remarks,
        link,
        profile,
        choices: fields.choices ?? choicesOf(fields),
      },
    };
  });

export type FitForm = z.output<typeof fitForm>;

/** A choice by group. */
function choicesOf(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const choices: Record<string, string> = {};
  for (const [name, choice] of Object.entries(allTexts.parse(fields))) {
    if (name.startsWith(NO_CHOICE) && choice !== "") choices[name.slice(NO_CHOICE.length)] = choice;
  }
  return choices;
}

type FitFromTexts = {
  readonly submitted: FitForm["submitted"] | Record<string, unknown>;
  /** What keeps the measurements from being used, by field of the form. */
  readonly problems: Readonly<Record<string, string[]>>;
};

/**
 * Makes a person of the readings that were typed. A value that the check engine asks about is named at its field until it is changed
 * or kept.
 */
export function measureFromTexts(
  form: FitForm,
  terms: MadeToMeasureTerms,
  now: Date,
): FitFromTexts {
  const { choices } = form.submitted;
  const chosen = typeof choices === "string" ? {} : choices;
  const { required } = measurementsOfDraft({ choices: chosen }, terms);
  const before = newProfile(newId(), form.person, now.toISOString());
  const entry = { person: before, names: required, source: "self", now, shownIn: null } as const;
  const { missing, person, unreadable } = enterReadings(form.readings, entry);
  const unfinished = { ...missing, ...unreadable };
  const isWhole = Object.keys(unfinished).length === 0;
  const problems = isWhole ? questionsAbout(person, required, form.readings.unit) : unfinished;
  return { submitted: { ...form.submitted, profile: person }, problems };
}
