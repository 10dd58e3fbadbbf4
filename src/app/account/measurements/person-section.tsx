import { Form } from "react-router";
import { formatDay } from "#core/georgetown-time.ts";
import type { MeasurementName } from "#features/body/measurement/measurement-definitions.ts";
import {
  MEASUREMENT_NAMES,
  MEASUREMENTS,
} from "#features/body/measurement/measurement-definitions.ts";
import type {
  MeasurementProfile,
  Retention,
} from "#features/body/measurement/measurement-profile.ts";
import {
  DAYS_AFTER_DELIVERY,
  formatMeasurement,
  lastMeasuredAt,
  MAX_LABEL_LENGTH,
  newestReading,
} from "#features/body/measurement/measurement-profile.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { LedgerSection } from "../account-page.tsx";

/** A person of the account as the page shows them. */
export type MeasuredPerson = {
  id: string;
  revision: number;
  /** Null when no key of the shop opens the measurements. */
  name: string | null;
  measuredAt: Date | null;
  retention: Retention;
  details: string[];
  values: { name: MeasurementName; value: number; readings: number }[];
};

type Listed = {
  id: string;
  revision: number;
  profile: MeasurementProfile | null;
  retention: Retention;
};

/** The newest value of each measurement; older readings are in the download. */
export function toMeasuredPerson({ id, profile, retention, revision }: Listed): MeasuredPerson {
  if (!profile)
    return { id, revision, retention, name: null, measuredAt: null, details: [], values: [] };
  const measuredAt = lastMeasuredAt(profile);
  const { notes, posture, shoulders } = profile;
  return {
    id,
    revision,
    retention,
    name: profile.label.value,
    measuredAt: measuredAt === null ? null : new Date(measuredAt),
    details: [
      posture && `Posture: ${posture.value}`,
      shoulders && `Shoulders: ${shoulders.value}`,
      notes && notes.value !== "" && `Notes: ${notes.value}`,
    ].filter((line) => typeof line === "string"),
    values: MEASUREMENT_NAMES.flatMap((name) => {
      const reading = newestReading(profile, name);
      const readings = profile.readings[name]?.length ?? 0;
      return reading ? [{ name, value: reading.value, readings }] : [];
    }),
  };
}

/** The measurements of one person, and what can be done with them; without JavaScript too. */
export function PersonSection({ person }: { person: MeasuredPerson }) {
  const { details, id, measuredAt, name, values } = person;
  const privacy = "Encrypted. You and the atelier alone can read them.";
  return (
    <LedgerSection
      id={`person-${id}`}
      title={name ?? "Unreadable measurements"}
      lead={measuredAt ? `Last measured ${formatDay(measuredAt)}. ${privacy}` : privacy}
    >
      {name === null && (
        <Notice kind="warning" title="These measurements cannot be read at the moment">
          They are still stored, and nothing was changed. Please contact us.
        </Notice>
      )}
      {values.length > 0 && <Values values={values} />}
      {name !== null && (
        <ButtonLink
          to={{ hash: `#measuring/${id}` }}
          state={{ guide: 1 }}
          preventScrollReset
          variant="secondary"
          className="mt-6 noscript:hidden"
          aria-label={`${values.length > 0 ? "Continue measuring" : "Measure"} ${name}`}
        >
          {values.length > 0 ? "Continue measuring" : "Measure"}
        </ButtonLink>
      )}
      {details.map((line) => (
        <p key={line} className="mt-3 text-sm text-ink-soft">
          {line}
        </p>
      ))}
      <Choices person={person} />
    </LedgerSection>
  );
}

function Values({ values }: Pick<MeasuredPerson, "values">) {
  return (
    <dl className="figures border-t border-line sm:columns-2 sm:gap-12">
      {values.map(({ name, readings, value }) => {
        const { kind, label } = MEASUREMENTS[name];
        return (
          <div
            key={name}
            className="flex break-inside-avoid justify-between gap-6 border-b border-line py-3 text-sm"
          >
            <dt className="text-ink-soft">
              {label}
              {readings > 1 && <span className="text-ink-quiet"> ({readings} readings)</span>}
            </dt>
            <dd className="shrink-0">
              {formatMeasurement(name, value, "cm")}
              {kind !== "angle" && (
                <span className="text-ink-quiet">
                  {" "}
                  / {formatMeasurement(name, value, "inches")}
                </span>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Works without JavaScript: each choice is a form of its own. */
function Choices({ person: { id, name, retention } }: { person: MeasuredPerson }) {
  const whose = name ?? "unreadable measurements";
  return (
    <div className="mt-8 flex flex-col gap-6 sm:flex-row sm:items-start sm:justify-between">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="profileId" value={id} />
        <RadioGroup
          key={retention}
          legend="How long we store them"
          name="retention"
          defaultValue={retention}
          options={[
            { value: "keep", label: "Until I delete them" },
            {
              value: "after_order",
              label: "Until my made-to-measure order is complete",
              hint: `Deleted ${DAYS_AFTER_DELIVERY} days after everything made to measure has been delivered.`,
            },
          ]}
        />
        <Button
          type="submit"
          name="intent"
          value="choose-retention"
          variant="secondary"
          size="sm"
          aria-label={`Save how long the measurements of ${whose} are stored`}
        >
          Save
        </Button>
      </Form>
      <div>
        {name !== null && <Rename id={id} name={name} />}
        <details>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
            Delete<span className="sr-only"> {whose}</span>
          </summary>
          <Form method="post" preventScrollReset className="mt-2 max-w-[36ch] space-y-3">
            <input type="hidden" name="profileId" value={id} />
            <p className="text-sm text-ink-soft">
              Every reading is deleted and cannot be brought back. Clothes that are being made are
              not affected.
            </p>
            <Button type="submit" name="intent" value="delete-person" variant="danger" size="sm">
              Delete {whose}
            </Button>
          </Form>
        </details>
      </div>
    </div>
  );
}

function Rename({ id, name }: { id: string; name: string }) {
  return (
    <details key={name}>
      <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
        Rename<span className="sr-only"> {name}</span>
      </summary>
      <Form method="post" preventScrollReset className="mt-2 mb-4 flex flex-wrap items-end gap-3">
        <input type="hidden" name="profileId" value={id} />
        <Field label="New name" className="min-w-44 grow">
          <Input
            name="name"
            defaultValue={name}
            required
            maxLength={MAX_LABEL_LENGTH}
            autoComplete="off"
          />
        </Field>
        <Button type="submit" name="intent" value="rename-person" variant="secondary">
          Save name
        </Button>
      </Form>
    </details>
  );
}
