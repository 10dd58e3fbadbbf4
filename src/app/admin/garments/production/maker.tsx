import { getFormProps, useForm } from "@conform-to/react";
import { data, Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { BackLink } from "#app/admin/garments/atelier/atelier-nav.tsx";
import { ImageField } from "#app/admin/garments/atelier/image-field.tsx";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { controlProps, FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, readFormData, rejectForm } from "#app/web/form.server.ts";
import { buttonText, readFields, shownVersion } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { intentOf } from "#app/web/submit-form.ts";
import { formatLongDay } from "#core/business-days.ts";
import type { Result } from "#core/result.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import {
  absenceSchema,
  hoursText,
  MAX_ABOUT_LENGTH,
  makerSchema,
  WEEKDAYS,
} from "#features/garments/production/maker-input.ts";
import type { Absence, Maker, MakerRefusal } from "#features/garments/production/makers.server.ts";
import {
  addAbsence,
  archiveMaker,
  createMaker,
  findMaker,
  removeAbsence,
  updateMaker,
} from "#features/garments/production/makers.server.ts";
import type { Overtime } from "#features/garments/scheduling/overtime.server.ts";
import {
  addOvertime,
  listOvertime,
  overtimeSchema,
  removeOvertime,
} from "#features/garments/scheduling/overtime.server.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Input, Textarea } from "#ui/field.tsx";
import type { Route } from "./+types/maker.ts";

const NEW = "new";
const LIST = "/admin/atelier/makers";

export async function loader({ context, params }: Route.LoaderArgs) {
  if (params.id === NEW) return { maker: null, overtime: [] };
  const actor = context.get(actorContext);
  const deps = context.get(depsContext);
  const found = await findMaker(deps.db, { actor, id: params.id });
  const overtime = await listOvertime(deps, { actor, makerId: params.id });
  if (found.ok) return { maker: found.value, overtime: overtime.ok ? overtime.value : [] };
  if (found.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}

const MESSAGES: Readonly<Record<Exclude<MakerRefusal, "forbidden" | "not_found">, string>> = {
  conflict:
    "Someone else changed this maker in the meantime. What you entered is still here: open the page in another tab to see the change.",
  no_image: "This image is not in the library any more.",
};

const makerButtons = z.object({ intent: buttonText, target: buttonText, version: shownVersion });

export async function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const subject = { actor: context.get(actorContext), makerId: params.id };
  const form = await readFormData(request);
  const { intent, target, version } = readFields(form, makerButtons);
  switch (intent) {
    case "absence": {
      const submission = await parseForm(form, absenceSchema);
      if (submission.status !== "success") return rejectForm(submission);
      const added = await addAbsence(deps, { ...subject, absence: submission.value });
      return showChanged(params.id, added);
    }
    case "remove-absence": {
      const removed = await removeAbsence(deps, { ...subject, absenceId: target });
      return showChanged(params.id, removed);
    }
    case "overtime": {
      const submission = await parseForm(form, overtimeSchema);
      if (submission.status !== "success") return rejectForm(submission);
      const added = await addOvertime(deps, { ...subject, overtime: submission.value });
      return showChanged(params.id, added);
    }
    case "remove-overtime": {
      return showChanged(params.id, await removeOvertime(deps, { ...subject, day: target }));
    }
    case "archive":
      return archive(deps, { ...subject, version, isArchived: true });
    case "restore":
      return archive(deps, { ...subject, version, isArchived: false });
    default:
      return saveMaker(deps, { ...subject, form, version });
  }
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

type Subject = { actor: Actor; makerId: string };

function showChanged(makerId: string, changed: Result<null, "forbidden" | "not_found">) {
  return changed.ok ? redirect(`${LIST}/${makerId}`, 303) : refuseChange(changed.error);
}

function refuseChange(error: "forbidden" | "not_found"): never {
  if (error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}

/** Archives the maker or brings her back; the page shows what somebody else saved in the meantime. */
async function archive(
  deps: AppDeps,
  { actor, isArchived, makerId, version }: Subject & { version: number; isArchived: boolean },
) {
  const archived = await archiveMaker(deps, { actor, id: makerId, version, isArchived });
  if (archived.ok || archived.error === "conflict" || archived.error === "no_image") {
    return redirect(`${LIST}/${makerId}`, 303);
  }
  return refuseChange(archived.error);
}

async function saveMaker(
  deps: AppDeps,
  { actor, form, makerId, version }: Subject & { form: FormData; version: number },
) {
  const submission = await parseForm(form, makerSchema);
  if (submission.status !== "success") return rejectForm(submission);
  const maker = submission.value;
  const saved =
    makerId === NEW
      ? await createMaker(deps, { actor, maker })
      : await updateMaker(deps, { actor, id: makerId, version, maker });
  if (saved.ok) return redirect(saved.value ? `${LIST}/${saved.value.id}` : LIST, 303);
  if (saved.error === "forbidden" || saved.error === "not_found") return refuseChange(saved.error);
  return rejectForm(submission, { formErrors: [MESSAGES[saved.error]] });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.maker ? `Maker: ${loaderData.maker.name}` : "Add a maker" },
  { name: "robots", content: "noindex" },
];

const missing = {
  title: "Maker not found",
  text: "Its URL may be incomplete.",
  list: { label: "All makers", path: LIST },
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} missing={missing} />;
}

export default function MakerPage({ actionData, loaderData }: Route.ComponentProps) {
  const { maker, overtime } = loaderData;
  const result = actionData as FormResult | undefined;
  const intent = intentOf(result);
  const isAbsence = intent === "absence";
  const isOvertime = intent === "overtime";
  return (
    <AdminPage
      title={maker?.name ?? "Add a maker"}
      {...(maker?.isArchived && { lead: "Archived: given no more garments." })}
    >
      <p className="mb-5">
        <BackLink to={LIST}>All makers</BackLink>
      </p>
      <div className="max-w-180 space-y-12">
        <MakerForm
          key={maker?.version}
          maker={maker}
          result={isAbsence || isOvertime ? undefined : result}
        />
        {maker && (
          <>
            <Absences absences={maker.absences} result={isAbsence ? result : undefined} />
            <OvertimeDays overtime={overtime} result={isOvertime ? result : undefined} />
            <Form method="post">
              <input type="hidden" name="version" value={maker.version} />
              <Button
                type="submit"
                name="intent"
                value={maker.isArchived ? "restore" : "archive"}
                variant="secondary"
              >
                {maker.isArchived ? "Bring back" : "Archive this maker"}
              </Button>
            </Form>
          </>
        )}
      </div>
    </AdminPage>
  );
}

type MakerFields = {
  name: string;
  publicName: string;
  about: string;
  mediaId: string;
  isNewDawn: string;
  week: string[];
};

const WEEK = [480, 480, 480, 480, 480, 0, 0];

function MakerForm({ maker, result }: { maker: Maker | null; result: FormResult | undefined }) {
  const busy = useNavigation().state === "submitting";
  const [form, fields] = useForm<MakerFields>({
    id: "maker",
    lastResult: result,
    defaultValue: {
      name: maker?.name ?? "",
      publicName: maker?.publicName ?? "",
      about: maker?.about ?? "",
      mediaId: maker?.mediaId ?? "",
      week: (maker?.weekMinutes ?? WEEK).map(hoursText),
    },
  });
  const week = fields.week.getFieldList();
  return (
    <Form {...getFormProps(form)} method="post" noValidate className="space-y-6">
      <input type="hidden" name="version" value={maker?.version ?? 1} />
      <FormErrors form={form} />
      <FormField field={fields.name} label="Name" required autoComplete="off" />
      <FormField
        field={fields.publicName}
        label="Name for customers"
        optional
        hint="Only with her agreement; a first name is enough. Without it customers read no name, text or picture of her, and her hours still count."
        autoComplete="off"
      />
      <FormField
        field={fields.about}
        label="About"
        optional
        hint="Shown to customers below the name for customers."
      >
        <Textarea {...controlProps(fields.about)} rows={4} maxLength={MAX_ABOUT_LENGTH} />
      </FormField>
      <div>
        <p className="mb-1.5 text-sm font-medium">Picture</p>
        <ImageField
          field={fields.mediaId}
          of="the maker"
          onChange={(value) => form.update({ name: fields.mediaId.name, value })}
        />
      </div>
      <Checkbox
        name="isNewDawn"
        label="Works with New Dawn"
        defaultChecked={maker?.isNewDawn ?? false}
      />
      <fieldset>
        <legend className="mb-2 text-sm font-medium">Hours of work</legend>
        <div className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {week.map((field, index) => (
            <FormField
              key={field.key}
              field={field}
              label={WEEKDAYS[index] ?? ""}
              inputMode="decimal"
              autoComplete="off"
            />
          ))}
        </div>
      </fieldset>
      <Button type="submit" busy={busy}>
        {maker ? "Save the maker" : "Add the maker"}
      </Button>
    </Form>
  );
}

function Absences({
  absences,
  result,
}: {
  absences: readonly Absence[];
  result: FormResult | undefined;
}) {
  const [form, fields] = useForm<{ fromDay: string; untilDay: string; reason: string }>({
    id: "absence",
    lastResult: result,
  });
  return (
    <OrderSection id="absences" title="Days away">
      {absences.length === 0 && <p className="text-sm text-ink-quiet">None entered.</p>}
      <ul className="divide-y divide-line text-sm">
        {absences.map(({ fromDay, id, reason, untilDay }) => {
          const days =
            fromDay === untilDay
              ? formatLongDay(fromDay)
              : `${formatLongDay(fromDay)} to ${formatLongDay(untilDay)}`;
          return (
            <li key={id} className="flex items-center justify-between gap-4">
              <span className="figures py-2.5">
                {days}
                {reason && `, ${reason}`}
              </span>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="intent" value="remove-absence" />
                <input type="hidden" name="target" value={id} />
                <Button type="submit" size="sm" variant="quiet" aria-label={`Remove ${days}`}>
                  Remove
                </Button>
              </Form>
            </li>
          );
        })}
      </ul>
      <Form
        {...getFormProps(form)}
        method="post"
        noValidate
        preventScrollReset
        className="flex flex-wrap items-end gap-4"
      >
        <input type="hidden" name="intent" value="absence" />
        <FormField field={fields.fromDay} label="First day">
          <Input {...controlProps(fields.fromDay)} type="date" required />
        </FormField>
        <FormField field={fields.untilDay} label="Last day">
          <Input {...controlProps(fields.untilDay)} type="date" required />
        </FormField>
        <FormField field={fields.reason} label="Reason" optional autoComplete="off" />
        <Button type="submit" variant="secondary">
          Add the days
        </Button>
      </Form>
    </OrderSection>
  );
}

type OvertimeProps = { overtime: readonly Overtime[]; result: FormResult | undefined };

/** Minutes beyond the week on single days. */
function OvertimeDays({ overtime, result }: OvertimeProps) {
  const [form, fields] = useForm<{ day: string; minutes: string }>({
    id: "overtime",
    lastResult: result,
  });
  return (
    <OrderSection id="overtime" title="Overtime">
      {overtime.length === 0 && <p className="text-sm text-ink-quiet">None planned.</p>}
      <ul className="divide-y divide-line text-sm">
        {overtime.map(({ day, minutes }) => (
          <li key={day} className="flex items-center justify-between gap-4">
            <span className="figures py-2.5">
              {formatLongDay(day)}, {minutes} minutes
            </span>
            <Form method="post" preventScrollReset>
              <input type="hidden" name="intent" value="remove-overtime" />
              <input type="hidden" name="target" value={day} />
              <Button
                type="submit"
                size="sm"
                variant="quiet"
                aria-label={`Remove the overtime of ${formatLongDay(day)}`}
              >
                Remove
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <Form
        {...getFormProps(form)}
        method="post"
        noValidate
        preventScrollReset
        className="flex flex-wrap items-end gap-4"
      >
        <input type="hidden" name="intent" value="overtime" />
        <FormField field={fields.day} label="Day">
          <Input {...controlProps(fields.day)} type="date" required />
        </FormField>
        <FormField
          field={fields.minutes}
          label="Minutes more"
          inputMode="numeric"
          autoComplete="off"
        />
        <Button type="submit" variant="secondary">
          Add the overtime
        </Button>
      </Form>
    </OrderSection>
  );
}
