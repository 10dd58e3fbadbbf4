import { z } from "zod";
import { readingField } from "#app/components/measuring/reading-fields.ts";
import {
  enterReadings,
  knownTexts,
  questionsAbout,
  readingTexts,
  readingUnits,
} from "#app/components/measuring/reading-texts.server.ts";
import type { AppDeps } from "#app/web/context.ts";
import { isSent } from "#app/web/form-fields.ts";
import type { OwnFailure } from "#features/body/links/measure-by-link.server.ts";
import { openLink, saveByLink } from "#features/body/links/measure-by-link.server.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasurementProfile } from "#features/body/measurement/measurement-profile.ts";
import {
  newProfile,
  POSTURES,
  SHOULDER_SHAPES,
} from "#features/body/measurement/measurement-profile.ts";
import { measurementSetOf } from "#features/body/measurement/required-measurements.ts";
import { derivedSlope } from "#features/body/measurement/shoulder-slope.ts";
import { finishMeasuring } from "#features/garments/proposals/garments-of-link.server.ts";
import type { PlainLinkTexts } from "./link-form.ts";
import { FINISH_WITHOUT_REST } from "./link-form.ts";

/** The fields of the form beside its readings (`readingTexts`). */
const linkForm = z.looseObject({
  ...readingUnits,
  intent: z.string(),
  /** The person stops before everything is measured. */
  [FINISH_WITHOUT_REST]: isSent,
  posture: z.enum(POSTURES).optional().catch(undefined),
  shoulders: z.enum(SHOULDER_SHAPES).optional().catch(undefined),
});

type Shapes = Pick<z.output<typeof linkForm>, "posture" | "shoulders">;

type Deps = Pick<AppDeps, "db" | "clock" | "jobs" | "measurementBox" | "publicUrl">;
type Own = { readonly token: string; readonly code: string };

export type PlainLinkOutcome =
  /** "stopped": finished with something left to measure, so the person is not done. */
  | { readonly kind: "saved" | "stopped" | "finished" }
  /** What could be read is stored; these fields need another look. */
  | { readonly kind: "open"; readonly problems: Readonly<Record<string, string[]>> }
  | { readonly kind: "refused"; readonly error: OwnFailure | "too_many_attempts" };

/** What the form begins with, in the unit of the newest reading. */
export function plainTexts(
  person: MeasurementProfile,
  names: readonly MeasurementName[],
): PlainLinkTexts {
  const readings = Object.values(person.readings).flat();
  const [newest] = readings.toSorted((one, other) => (one.at < other.at ? 1 : -1));
  const unit = newest?.unit ?? "cm";
  const shapes = {
    ...(person.posture && { posture: person.posture.value }),
    ...(person.shoulders && { shoulders: person.shoulders.value }),
  };
  return { unit, texts: { ...knownTexts(person, names, unit), ...shapes } };
}

/** A posture or shoulder shape that was chosen or changed. */
function withShapes(person: MeasurementProfile, { posture, shoulders }: Shapes, now: Date) {
  const at = now.toISOString();
  return {
    ...person,
    ...(posture && posture !== person.posture?.value && { posture: { value: posture, at } }),
    ...(shoulders &&
      shoulders !== person.shoulders?.value && { shoulders: { value: shoulders, at } }),
  };
}

/**
 * Stores what a browser without JavaScript sends for a measure-me link: every text that can be read, also when another one
 * cannot. Finishes when it is asked to, nothing is questioned, and nothing is missing or the person stops without the rest.
 */
export async function measurePlain(
  deps: Deps,
  own: Own,
  submitted: Readonly<Record<string, string>>,
): Promise<PlainLinkOutcome> {
  const fields = linkForm.parse(submitted);
  const opened = await openLink(deps, own);
  if (!opened.ok) return { kind: "refused", error: opened.error };
  const { garment, id, isOwn, personName, profile } = opened.value;
  if (!isOwn) return { kind: "refused", error: "not_found" };
  const names = measurementSetOf(garment)?.required ?? [];
  const now = deps.clock.now();
  const before = profile ?? newProfile(id, personName, now.toISOString());
  const { intent, shownIn, unit } = fields;
  const entry = { person: before, names, source: "link", now, shownIn } as const;
  const { missing, person, unreadable } = enterReadings(readingTexts.parse(fields), entry);
  const saved = await saveByLink(deps, { ...own, profile: withShapes(person, fields, now) });
  if (!saved.ok) return { kind: "refused", error: saved.error };
  const isFinishing = intent === "plain-finish";
  // The drawing of the shoulders stands for a slope that was not measured.
  if (derivedSlope(saved.value)) delete missing[readingField("shoulderSlope", 0)];
  const problems = {
    ...(isFinishing && !fields[FINISH_WITHOUT_REST] && missing),
    ...unreadable,
    ...questionsAbout(saved.value, names, unit),
  };
  if (Object.keys(problems).length > 0) return { kind: "open", problems };
  if (!isFinishing) return { kind: "saved" };
  const finished = await finishMeasuring(deps, own);
  if (!finished.ok) return { kind: "refused", error: finished.error };
  return { kind: finished.value.isDone ? "finished" : "stopped" };
}
