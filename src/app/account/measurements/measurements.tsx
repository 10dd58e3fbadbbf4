import { Ruler } from "lucide-react";
import { useEffect, useState } from "react";
import { z } from "zod";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import { keepInput } from "#app/web/keep-input.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { MAX_LABEL_LENGTH, RETENTIONS } from "#features/body/measurement/measurement-profile.ts";
import { listMyReads } from "#features/body/measurement/measurement-reads.server.ts";
import {
  deleteProfile,
  listProfiles,
  renameProfile,
  setRetention,
} from "#features/body/measurement/profiles.server.ts";
import {
  acceptSetApart,
  deleteSetApart,
  listSetApart,
} from "#features/body/measurement/set-apart-people.server.ts";
import { mergeWaitingFeedback } from "#features/garments/alterations/fit-feedback.server.ts";
import { findWearers } from "#features/garments/contract/contract-reads.server.ts";
import {
  listMyFitMemories,
  removeCorrection,
} from "#features/garments/fit-memory/fit-memories.server.ts";
import { FIT_POINTS } from "#features/garments/fit-memory/fit-points.ts";
import { FIT_COMPONENTS } from "#features/garments/fit-memory/fit-sections.ts";
import {
  listRemeasuredLines,
  requestRemeasuredChange,
} from "#features/garments/production/remeasured-lines.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { useLazyPart } from "#ui/hydration.ts";
import { EmptyState } from "#ui/notice.tsx";
import { AccountError, AccountPage, accountMeta, LedgerSection } from "../account-page.tsx";
import { doneAt, notFound, refuseAccount } from "../account-responses.server.ts";
import type { Route } from "./+types/measurements.ts";
import { FitMemories } from "./fit-memories.tsx";
import { MeasurementReaders } from "./measurement-readers.tsx";
import type { MeasuredPerson } from "./person-section.tsx";
import { PersonSection, toMeasuredPerson } from "./person-section.tsx";
import { REQUEST_CHANGE, RemeasuredLines } from "./remeasured-lines.tsx";
import { ACCEPT_SET_APART, DELETE_SET_APART, SetApartPeople } from "./set-apart-people.tsx";

const HERE = "/profile/measurements";

export async function loader({ context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  await mergeWaitingFeedback(deps, { actor });
  const memories = await listMyFitMemories(deps, { actor });
  const people = await listProfiles(deps, { actor });
  const setApart = await listSetApart(deps, { actor });
  const reads = await listMyReads(deps.db, { actor });
  const remeasured = await listRemeasuredLines(deps, { actor });
  if (!people.ok || !setApart.ok || !reads.ok || !memories.ok || !remeasured.ok) {
    return refuseAccount();
  }
  const agreed = reads.value.filter(({ subject }) => subject === "contract");
  const wearers = await findWearers(
    deps,
    agreed.map(({ subjectId }) => subjectId),
  );
  return {
    people: people.value.map(toMeasuredPerson),
    setApart: setApart.value,
    reads: reads.value.map((read) => ({ ...read, wearer: wearers.get(read.subjectId) ?? "" })),
    memories: memories.value,
    remeasured: remeasured.value,
  };
}

const forms = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal(REQUEST_CHANGE), orderItemId: z.string() }),
  z.object({ intent: z.literal(ACCEPT_SET_APART) }),
  z.object({ intent: z.literal(DELETE_SET_APART) }),
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
    component: z.enum(FIT_COMPONENTS).optional(),
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
  if (value.intent === REQUEST_CHANGE) {
    const requested = await requestRemeasuredChange(deps, {
      actor,
      orderItemId: value.orderItemId,
    });
    return requested.ok
      ? doneAt(HERE, "atelier-asked", deps.publicUrl)
      : refuseChange(requested.error);
  }
  if (value.intent === "remove-correction") {
    const { component, memoryId, point } = value;
    const located = { component, point };
    const removed = await removeCorrection(deps, { actor, memoryId, ...located });
    if (!removed.ok && removed.error === "forbidden") return refuseAccount();
    // What another window removed is gone as well.
    return doneAt(HERE, "correction-removed", deps.publicUrl);
  }
  if (value.intent === ACCEPT_SET_APART) {
    const accepted = await acceptSetApart(deps, { actor });
    return accepted.ok ? doneAt(HERE, "set-apart-accepted", deps.publicUrl) : refuseAccount();
  }
  if (value.intent === DELETE_SET_APART) {
    const deleted = await deleteSetApart(deps, { actor });
    return deleted.ok ? doneAt(HERE, "set-apart-deleted", deps.publicUrl) : refuseAccount();
  }
  return changePerson(deps, actor, submission, value);
}

type PersonChange = Exclude<
  z.output<typeof forms>,
  {
    intent:
      | "remove-correction"
      | typeof REQUEST_CHANGE
      | typeof ACCEPT_SET_APART
      | typeof DELETE_SET_APART;
  }
>;

async function changePerson(
  deps: AppDeps,
  actor: Actor,
  submission: Parameters<typeof rejectForm>[0],
  value: PersonChange,
) {
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
    return refuseChange(renamed.error);
  }
  const chosen = await setRetention(deps, { actor, profileId, retention: value.retention });
  if (chosen.ok) return doneAt(HERE, "retention-saved", deps.publicUrl);
  return refuseChange(chosen.error);
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

const refuseChange = (error: "forbidden" | "not_found"): never =>
  error === "forbidden" ? refuseAccount() : notFound();

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Your measurements", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function Measurements({ loaderData }: Route.ComponentProps) {
  const { memories, people, reads, remeasured, setApart } = loaderData;
  return (
    <AccountPage tab="Measurements">
      <SetApartPeople {...setApart} />
      {people.length === 0 ? (
        <>
          <EmptyState
            title="No measurements in your account yet"
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
          <ButtonLink to="/measurement" className="mb-12">
            Get Measured
          </ButtonLink>
          <LedgerSection
            title="Your data"
            lead="The file also has every earlier reading, and everything else in your account."
          >
            <ButtonLink to="/profile/export" variant="secondary" reloadDocument>
              Download my data
            </ButtonLink>
          </LedgerSection>
        </>
      )}
      <RemeasuredLines lines={remeasured} />
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
      {(people.length > 0 || reads.length > 0) && (
        <MeasurementReaders reads={reads} people={people} />
      )}
    </AccountPage>
  );
}

const loadAccountPeople = () =>
  import("./account-people.tsx").then((module) => module.AccountPeople);

function PeopleInBrowser({ known }: { known: readonly MeasuredPerson[] }) {
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
