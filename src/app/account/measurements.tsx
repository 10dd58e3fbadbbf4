import { Ruler } from "lucide-react";
import { useEffect, useState } from "react";
import { Form } from "react-router";
import { z } from "zod";
import { actorContext, depsContext } from "#app/web/context.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import { formatDay, formatMoment } from "#core/georgetown-time.ts";
import { mergeWaitingFeedback } from "#features/alterations/fit-feedback.server.ts";
import { correctionSource, correctionText, formatAmount } from "#features/fit-memory/correction.ts";
import type { FitMemory } from "#features/fit-memory/fit-memories.server.ts";
import { listMyFitMemories, removeCorrection } from "#features/fit-memory/fit-memories.server.ts";
import { FIT_POINTS } from "#features/fit-memory/fit-points.ts";
import type { MeasurementName } from "#features/measurement/measurement-definitions.ts";
import { MEASUREMENT_NAMES, MEASUREMENTS } from "#features/measurement/measurement-definitions.ts";
import type { MeasurementProfile, Retention } from "#features/measurement/measurement-profile.ts";
import {
  DAYS_AFTER_DELIVERY,
  formatMeasurement,
  lastMeasuredAt,
  MAX_LABEL_LENGTH,
  newestReading,
  RETENTIONS,
} from "#features/measurement/measurement-profile.ts";
import type { MeasurementRead } from "#features/measurement/measurement-reads.server.ts";
import { listMyReads } from "#features/measurement/measurement-reads.server.ts";
import {
  deleteProfile,
  listProfiles,
  renameProfile,
  setRetention,
} from "#features/measurement/profiles.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { useLazyPart } from "#ui/hydration.ts";
import { EmptyState, Notice } from "#ui/notice.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { Route } from "./+types/measurements.ts";
import { AccountError, AccountPage, accountMeta, LedgerSection } from "./account-page.tsx";
import { doneAt, notFound, refuseAccount } from "./account-responses.server.ts";

const HERE = "/profile/measurements";

export async function loader({ context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  await mergeWaitingFeedback(deps, { actor });
  const memories = await listMyFitMemories(deps, { actor });
  const people = await listProfiles(deps, { actor });
  const reads = await listMyReads(deps.db, { actor });
  if (!people.ok || !reads.ok || !memories.ok) return refuseAccount();
  return { people: people.value.map(toPerson), reads: reads.value, memories: memories.value };
}

type Person = {
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
function toPerson({ id, profile, retention, revision }: Listed): Person {
  if (!profile)
    return { id, revision, retention, name: null, measuredAt: null, details: [], values: [] };
  const measuredAt = lastMeasuredAt(profile);
  const { notes, posture, shoulders } = profile;
  return {
    ...{ id, revision, retention, name: profile.label.value },
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

const forms = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("delete-person"), profileId: z.string() }),
  z.object({
    intent: z.literal("rename-person"),
    profileId: z.string(),
    name: z
      .string("Please name the person")
      .max(MAX_LABEL_LENGTH, `A name has at most ${MAX_LABEL_LENGTH} letters`),
  }),
  z.object({
    intent: z.literal("remove-correction"),
    memoryId: z.string(),
    point: z.enum(FIT_POINTS),
  }),
  z.object({
    intent: z.literal("choose-retention"),
    profileId: z.string(),
    retention: z.enum(RETENTIONS, "Please choose one"),
  }),
]);

export async function action({ request, context }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const submission = await parseForm(request, forms);
  if (submission.status !== "success") return rejectForm(submission);
  const { value } = submission;
  if (value.intent === "remove-correction") {
    const { memoryId, point } = value;
    const removed = await removeCorrection(deps, { actor, memoryId, point });
    if (!removed.ok && removed.error === "forbidden") return refuseAccount();
    // What another window removed is gone as well.
    return doneAt(HERE, "correction-removed", deps.publicUrl);
  }
  const { profileId } = value;
  if (value.intent === "delete-person") {
    const deleted = await deleteProfile(deps, { actor, profileId });
    return deleted.ok ? doneAt(HERE, "measurements-deleted", deps.publicUrl) : refuseAccount();
  }
  if (value.intent === "rename-person") {
    const renamed = await renameProfile(deps, { actor, profileId, name: value.name });
    if (renamed.ok) return doneAt(HERE, "person-renamed", deps.publicUrl);
    if (renamed.error === "invalid") {
      return rejectForm(submission, { fieldErrors: { name: ["Please name the person"] } });
    }
    return renamed.error === "forbidden" ? refuseAccount() : notFound();
  }
  const chosen = await setRetention(deps, { actor, profileId, retention: value.retention });
  if (chosen.ok) return doneAt(HERE, "retention-saved", deps.publicUrl);
  return chosen.error === "forbidden" ? refuseAccount() : notFound();
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Your measurements", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function Measurements({ loaderData }: Route.ComponentProps) {
  const { memories, people, reads } = loaderData;
  return (
    <AccountPage tab="Measurements">
      {people.length === 0 ? (
        <>
          <EmptyState
            title="No measurements yet"
            icon={<Ruler size={28} aria-hidden="true" />}
            action={<ButtonLink to="/measurement">Get Measured</ButtonLink>}
            className="py-16"
          >
            Measure once with a tape, and every piece can be cut to you.
          </EmptyState>
          <PeopleInBrowser known={people} />
        </>
      ) : (
        <>
          {people.map((person) => (
            <PersonSection key={person.id} person={person} />
          ))}
          <PeopleInBrowser known={people} />
          <LedgerSection
            title="Your data"
            lead="The file also has every earlier reading, and everything else in your account."
          >
            <div className="flex flex-col gap-3 sm:flex-row">
              <ButtonLink to="/measurement">Get Measured</ButtonLink>
              <ButtonLink to="/profile/export" variant="secondary" reloadDocument>
                Download my data
              </ButtonLink>
            </div>
          </LedgerSection>
        </>
      )}
      {memories.length > 0 && <FitMemories memories={memories} />}
      <LedgerSection
        title="Somebody else"
        lead="For bridesmaids, a father, a team. They measure themselves on their own phone."
      >
        <p className="max-w-[52ch] text-ink-soft">
          Send each person a private link. You see who is done. The numbers stay theirs unless they
          share them with you.
        </p>
        <ButtonLink to="/profile/measurements/links" variant="secondary" className="mt-5">
          Ask somebody to measure
        </ButtonLink>
      </LedgerSection>
      {(people.length > 0 || reads.length > 0) && <Reads reads={reads} people={people} />}
    </AccountPage>
  );
}

const loadAccountPeople = () =>
  import("./account-people.tsx").then((module) => module.AccountPeople);

function PeopleInBrowser({ known }: { known: readonly Person[] }) {
  const { part: AccountPeople, request } = useLazyPart(loadAccountPeople);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    void request().then((isLoaded) => setHasFailed(!isLoaded));
  }, [request]);
  return (
    <div className="noscript:hidden">
      {AccountPeople && <AccountPeople known={known} />}
      {hasFailed && (
        <p className="py-10 text-ink-soft">
          The guide could not be loaded. Please check the connection and reload the page.
        </p>
      )}
    </div>
  );
}

function PersonSection({ person }: { person: Person }) {
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

function Values({ values }: Pick<Person, "values">) {
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
function Choices({ person: { id, name, retention } }: { person: Person }) {
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

/** What finished clothes taught about the fit. Each correction can be removed, without JavaScript too. */
function FitMemories({ memories }: { memories: readonly FitMemory[] }) {
  return (
    <LedgerSection
      id="fit-memory"
      title="Fit memory"
      lead="What you told us about finished clothes. The next one is cut with it."
    >
      {memories.map(({ corrections, garment, id, label }) => (
        <div key={id} className="mb-8 last:mb-0">
          <h3 className="font-medium wrap-anywhere">
            {label}, {garment}
          </h3>
          <ul className="mt-3 divide-y divide-line border-y border-line">
            {corrections.map((correction) => {
              const text = correctionText(correction, "cm");
              return (
                <li
                  key={correction.point}
                  className="flex items-center justify-between gap-6 py-3 text-sm"
                >
                  <span>
                    <span className="figures block">
                      {text}
                      <span className="text-ink-quiet">
                        {" "}
                        ({formatAmount(correction.mm, "inches")})
                      </span>
                    </span>
                    <span className="text-ink-soft">{correctionSource(correction)}</span>
                  </span>
                  <Form method="post" preventScrollReset>
                    <input type="hidden" name="memoryId" value={id} />
                    <input type="hidden" name="point" value={correction.point} />
                    <Button
                      type="submit"
                      name="intent"
                      value="remove-correction"
                      variant="quiet"
                      size="sm"
                      aria-label={`Remove ${text}`}
                    >
                      Remove
                    </Button>
                  </Form>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </LedgerSection>
  );
}

type ReadsProps = { reads: readonly MeasurementRead[]; people: readonly Person[] };

function Reads({ reads, people }: ReadsProps) {
  const nameOf = (id: string) => people.find((person) => person.id === id)?.name;
  return (
    <LedgerSection title="Who read them" lead="Each time that somebody at the atelier opened them.">
      {reads.length === 0 ? (
        <p className="text-ink-soft">Nobody has read your measurements.</p>
      ) : (
        <ul className="divide-y divide-line border-y border-line">
          {reads.map(({ purpose, readAt, staffName, subjectId }) => (
            <li key={`${subjectId} ${readAt.toISOString()}`} className="py-4 text-sm">
              <p className="font-medium">{staffName ?? "A former member of the atelier"}</p>
              <p className="text-ink-soft">
                {[nameOf(subjectId), purpose].filter(Boolean).join(": ")}
              </p>
              <p className="text-ink-quiet">{formatMoment(readAt)} in Georgetown</p>
            </li>
          ))}
        </ul>
      )}
    </LedgerSection>
  );
}
