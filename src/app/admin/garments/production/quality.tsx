import { data, Form, redirect, useNavigation } from "react-router";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { readFlatFormData } from "#app/web/form.server.ts";
import { allTexts, readFields } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuseWithoutAtelier } from "#app/web/require-admin.server.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import type { FitPoint } from "#features/garments/fit-memory/fit-points.ts";
import { FIT_POINTS, POINTS } from "#features/garments/fit-memory/fit-points.ts";
import type {
  QualityCheck,
  QualityTarget,
} from "#features/garments/quality-control/check-quality.server.ts";
import {
  checkQuality,
  MAX_QUALITY_REASON_LENGTH,
  openQualityForm,
  skipQualityCheck,
} from "#features/garments/quality-control/check-quality.server.ts";
import {
  bothUnits,
  checkedText,
  howToMeasure,
  isWithinTolerance,
  qualityVerdictMessages,
  toleranceText,
} from "#features/garments/quality-control/quality-check.ts";
import { readMeasured } from "#features/garments/quality-control/quality-input.ts";
import { Badge } from "#ui/badge.tsx";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { Button } from "#ui/button.tsx";
import { Field, Input, Textarea } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/quality.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const form = await openQualityForm(deps, {
    actor: context.get(actorContext),
    garmentId: params.id,
  });
  if (form.ok) return { ...form.value, maxReason: MAX_QUALITY_REASON_LENGTH };
  if (form.error === "forbidden") return refuseWithoutAtelier();
  throw data(null, { status: 404 });
}

type Problems = Partial<Record<FitPoint | "form" | "reason", string>>;

const MESSAGES = {
  nothing_measured: "Please enter at least one measure.",
  reason_missing: "Please write why it is not measured.",
};

export async function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const here = `/admin/atelier/production/${params.id}/quality`;
  const form = await readFlatFormData(request);
  const texts = readFields(form, allTexts);
  const textOf = (name: string) => texts[name] ?? "";
  const values = Object.fromEntries(
    [...FIT_POINTS, "reason", "skip"].map((name) => [name, textOf(name)]),
  );
  const refused = (problems: Problems) => data({ values, problems }, { status: 422 });
  if (textOf("intent") === "skip") {
    const reason = textOf("skip");
    const skipped = await skipQualityCheck(deps, { actor, garmentId: params.id, reason });
    if (skipped.ok) return redirect(here, 303);
    if (skipped.error === "reason_missing") return refused({ reason: MESSAGES.reason_missing });
    return skipped.error === "forbidden" ? refuseWithoutAtelier() : missingGarment();
  }
  const { measured, problems } = readMeasured(textOf);
  if (Object.keys(problems).length > 0) return refused(problems);
  const checked = await checkQuality(deps, {
    actor,
    garmentId: params.id,
    measured,
    acceptedBecause: textOf("reason"),
  });
  if (checked.ok) return redirect(here, 303);
  switch (checked.error) {
    case "forbidden":
      return refuseWithoutAtelier();
    case "nothing_measured":
    case "reason_missing":
      return refused({ form: MESSAGES[checked.error] });
    default:
      return missingGarment();
  }
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

function missingGarment(): never {
  throw data(null, { status: 404 });
}

export const meta: Route.MetaFunction = () => [
  { title: "Quality control" },
  { name: "robots", content: "noindex" },
];

const missing = {
  title: "Garment not found",
  text: "Its URL may be incomplete.",
  list: { label: "Production", path: "/admin/atelier/production" },
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} missing={missing} />;
}

export default function Quality({ actionData, loaderData }: Route.ComponentProps) {
  const { checks, garment, maxReason, targets } = loaderData;
  const busy = useNavigation().state !== "idle";
  const [newest] = checks;
  const problems: Problems = actionData?.problems ?? {};
  const before = (point: FitPoint) => {
    const found = newest?.points.find((each) => each.point === point);
    return found ? String(found.measured / 10) : "";
  };
  return (
    <>
      <div className="mx-auto max-w-page">
        <Breadcrumbs
          items={[
            { label: "Production", to: "/admin/atelier/production" },
            { label: garment.productName, to: `/admin/atelier/production/${garment.id}` },
            { label: "Quality control" },
          ]}
        />
      </div>
      <AdminPage
        title="Quality control"
        lead={[garment.productName, garment.label && `for ${garment.label}`]
          .filter(Boolean)
          .join(" ")}
      >
        {newest?.verdict === "failed" && (
          <Notice kind="warning" title="Outside a tolerance: a decision is needed" className="mb-8">
            Alter the garment and measure again, or accept it with a reason. Until then it cannot be
            finished.
          </Notice>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Form method="post" aria-label="Finished measures" className="space-y-6">
            <input type="hidden" name="intent" value="check" />
            {problems.form && (
              <Notice kind="error" live>
                {problems.form}
              </Notice>
            )}
            <ul className="divide-y divide-line border-y border-line">
              {targets.map((target) => (
                <TargetRow
                  key={target.point}
                  target={target}
                  value={
                    actionData ? (actionData.values[target.point] ?? "") : before(target.point)
                  }
                  error={problems[target.point]}
                  newest={newest}
                />
              ))}
            </ul>
            <Field
              label="Accepted outside a tolerance because"
              optional
              hint="Only where a measure is outside. Without a reason the garment stays unfinished."
            >
              <Textarea
                name="reason"
                rows={2}
                maxLength={maxReason}
                defaultValue={actionData?.values.reason ?? ""}
              />
            </Field>
            <Button type="submit" busy={busy}>
              Record the measures
            </Button>
          </Form>
          <div className="grid content-start gap-10">
            <OrderSection id="checks" title="Checks">
              {checks.length === 0 ? (
                <p className="text-sm text-ink-quiet">Not measured yet.</p>
              ) : (
                <ol className="space-y-4 text-sm">
                  {checks.map((check) => (
                    <li key={check.id}>
                      <p>
                        <VerdictBadge check={check} />
                      </p>
                      {check.reason && (
                        <p className="mt-1 wrap-anywhere text-ink-soft">{check.reason}</p>
                      )}
                      <p className="figures mt-1 text-ink-quiet">
                        {formatMoment(check.createdAt)}, {check.staffName}
                      </p>
                    </li>
                  ))}
                </ol>
              )}
            </OrderSection>
            <OrderSection id="skip" title="Without measuring">
              <Form method="post" className="space-y-4">
                <Field label="Reason" error={problems.reason}>
                  <Input
                    name="skip"
                    maxLength={maxReason}
                    defaultValue={actionData?.values.skip ?? ""}
                    autoComplete="off"
                  />
                </Field>
                <Button type="submit" name="intent" value="skip" variant="secondary" busy={busy}>
                  Finish it unmeasured
                </Button>
              </Form>
            </OrderSection>
          </div>
        </div>
      </AdminPage>
    </>
  );
}

function VerdictBadge({ check: { verdict } }: { check: QualityCheck }) {
  const kind = {
    passed: "success",
    failed: "error",
    accepted: "warning",
    skipped: "neutral",
  } as const;
  return <Badge kind={kind[verdict]}>{qualityVerdictMessages[verdict]}</Badge>;
}

type RowProps = {
  target: QualityTarget;
  value: string;
  error: string | undefined;
  newest: QualityCheck | undefined;
};

function TargetRow({ error, newest, target: { point, target }, value }: RowProps) {
  const checked = newest?.points.find((each) => each.point === point);
  const isOff = checked && !isWithinTolerance(checked);
  return (
    <li className="grid gap-x-6 gap-y-2 py-4 sm:grid-cols-2">
      <div className="text-sm">
        <p className="font-medium">{POINTS[point].label}</p>
        <p className="text-ink-quiet">{howToMeasure[point]}</p>
        <p className="figures text-ink-soft">
          {target === null ? "No target" : `Should be ${bothUnits(target)}`}, {toleranceText(point)}
        </p>
        {checked && (
          <p className={`figures ${isOff ? "font-medium text-hibiscus" : "text-success"}`}>
            {checkedText(checked)}
          </p>
        )}
      </div>
      <Field label={`${POINTS[point].label}, in cm`} error={error}>
        <Input
          name={point}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={value}
          className="figures"
        />
      </Field>
    </li>
  );
}
