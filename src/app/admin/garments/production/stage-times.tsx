import { getFormProps, useForm } from "@conform-to/react";
import { data, Form, redirect, useNavigation } from "react-router";
import { AtelierTabs } from "#app/admin/garments/atelier/atelier-nav.tsx";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, readFlatFormData, rejectForm } from "#app/web/form.server.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { countLabel } from "#core/format-number.ts";
import { garmentTypeName } from "#core/garment-type-name.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { stageMessages } from "#features/garments/garment/garment.ts";
import type { TimedGarment, WorkStage } from "#features/garments/scheduling/production-times.ts";
import { isTimedGarment, TIMED_GARMENTS } from "#features/garments/scheduling/production-times.ts";
import type { StageTime } from "#features/garments/scheduling/stage-times.server.ts";
import {
  findStageTimes,
  saveStageTimes,
  stageTimesSchema,
} from "#features/garments/scheduling/stage-times.server.ts";
import { Button } from "#ui/button.tsx";
import { LinkTabs } from "#ui/pagination.tsx";
import type { Route } from "./+types/stage-times.ts";

const LIST = "/admin/atelier/times";

const FIRST_GARMENT: TimedGarment = "dress";

const TIMES_FILTERS: readonly FilterReader[] = [
  { label: "Garment", name: "garment", isReadable: isTimedGarment },
];

function garmentOf(query: URLSearchParams): TimedGarment {
  const garment = query.get("garment") ?? "";
  return isTimedGarment(garment) ? garment : FIRST_GARMENT;
}

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const found = await findStageTimes(context.get(depsContext), {
    actor,
    garment: garmentOf(url.searchParams),
  });
  if (found.ok) return { ...found.value, isSaved: url.searchParams.has("saved") };
  if (found.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}

export async function action({ context, request, url }: Route.ActionArgs) {
  const submission = await parseForm(await readFlatFormData(request), stageTimesSchema);
  if (submission.status !== "success") return rejectForm(submission);
  const actor = context.get(actorContext);
  const garment = url.searchParams.get("garment") ?? FIRST_GARMENT;
  const times = submission.value;
  const saved = await saveStageTimes(context.get(depsContext), { actor, garment, times });
  if (saved.ok) return redirect(`${LIST}?garment=${garment}&saved=1`, 303);
  if (saved.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = () => [
  { title: "Minutes of each stage" },
  { name: "robots", content: "noindex" },
];

const missing = {
  title: "There is no such garment type",
  text: "Its URL may be incomplete.",
  list: { label: "Minutes of each stage", path: LIST },
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} missing={missing} />;
}

export default function StageTimes({ actionData, loaderData }: Route.ComponentProps) {
  const { garment, isSaved, stages } = loaderData;
  const minutes = stages.reduce((sum, { used }) => sum + used, 0);
  return (
    <AdminPage
      title="Minutes of each stage"
      lead="What the dates count with. Leave a field empty, and the minutes that makers record replace the starting value from five garments on."
    >
      <AtelierTabs />
      <LinkTabs
        label="Garment types"
        tabs={TIMED_GARMENTS.map((each) => ({
          label: garmentTypeName(each).name,
          search: `?garment=${each}`,
          current: each === garment,
        }))}
      />
      <UnreadableFilters filters={TIMES_FILTERS} />
      <p role="status" className="figures mt-6 mb-4 text-sm text-ink-quiet">
        {isSaved && !actionData && "Saved. "}
        {garmentTypeName(garment).name}: {minutes} minutes in all, {Math.round(minutes / 6) / 10}{" "}
        hours
      </p>
      <TimesForm
        key={garment}
        garment={garment}
        stages={stages}
        result={actionData as FormResult | undefined}
      />
    </AdminPage>
  );
}

const SOURCES = {
  own: "yours",
  recorded: "what makers recorded",
  start: "the starting value",
} as const satisfies Record<StageTime["source"], string>;

/** "In use: 165, the starting value. Recorded: 150 in 7 garments." */
function timeHint({ recorded, source, used }: StageTime): string {
  const found = recorded
    ? ` Recorded: ${recorded.minutes} in ${countLabel(recorded.count, "garment")}.`
    : "";
  return `In use: ${used}, ${SOURCES[source]}.${found}`;
}

function TimesForm({
  garment,
  result,
  stages,
}: {
  garment: TimedGarment;
  stages: readonly StageTime[];
  result: FormResult | undefined;
}) {
  const busy = useNavigation().state === "submitting";
  const [form, fields] = useForm<Record<WorkStage, string>>({
    id: "times",
    lastResult: result,
    defaultValue: Object.fromEntries(
      stages.map(({ own, stage }) => [stage, own === null ? "" : String(own)]),
    ),
  });
  return (
    <Form
      {...getFormProps(form)}
      action={`?garment=${garment}`}
      method="post"
      noValidate
      className="max-w-180 space-y-6"
    >
      <FormErrors form={form} />
      <div className="grid gap-6 sm:grid-cols-2">
        {stages.map((time) => (
          <FormField
            key={time.stage}
            field={fields[time.stage]}
            label={`Until “${stageMessages[time.stage]}”`}
            hint={timeHint(time)}
            inputMode="numeric"
            autoComplete="off"
          />
        ))}
      </div>
      <Button type="submit" busy={busy}>
        Save the minutes
      </Button>
    </Form>
  );
}
