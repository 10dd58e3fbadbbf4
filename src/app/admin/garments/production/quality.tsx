import { useEffect, useId, useRef } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { FitNumbersList } from "#app/components/garments/fit-numbers.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { readFlatFormData } from "#app/web/form.server.ts";
import { allTexts, readFields } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuseWithoutAtelier } from "#app/web/require-admin.server.ts";
import { formatMoment } from "#core/georgetown-time.ts";
import { readFitNumbers } from "#features/garments/alterations/fit-numbers.server.ts";
import { FIT_POINTS } from "#features/garments/fit-memory/fit-points.ts";
import {
  FIT_COMPONENTS,
  pointKey,
  pointLabel,
} from "#features/garments/fit-memory/fit-sections.ts";
import type { QualityCheck } from "#features/garments/quality-control/check-quality.server.ts";
import {
  checkQuality,
  MAX_QUALITY_REASON_LENGTH,
  openQualityForm,
} from "#features/garments/quality-control/check-quality.server.ts";
import {
  bothUnits,
  checkedText,
  howToMeasure,
  isWithinTolerance,
  opensGate,
  qualityVerdictMessages,
  toleranceText,
} from "#features/garments/quality-control/quality-check.ts";
import { readMeasured } from "#features/garments/quality-control/quality-input.ts";
import type { QualityTarget } from "#features/garments/quality-control/quality-targets.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { Button } from "#ui/button.tsx";
import { Field, Input, Textarea } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/quality.ts";

export async function loader({ context, params }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const input = { actor: context.get(actorContext), garmentId: params.id };
  const form = await openQualityForm(deps, input);
  if (!form.ok) {
    if (form.error === "forbidden") return refuseWithoutAtelier();
    throw data(null, { status: 404 });
  }
  const numbers = await readFitNumbers(deps, input);
  const fitNumbers = numbers.ok ? numbers.value : [];
  return { ...form.value, fitNumbers, maxReason: MAX_QUALITY_REASON_LENGTH };
}

/** Every field that a length can have, of whichever garment. */
const POINT_FIELDS = FIT_POINTS.flatMap((point) => [
  pointKey({ point }),
  ...FIT_COMPONENTS.map((component) => pointKey({ component, point })),
]);

/** By field: `pointKey`, or "form" for the whole form. */
type Problems = Readonly<Record<string, string>>;

const NOTHING_MEASURED =
  "Please enter at least one measure; of a garment with several parts one of each.";

export async function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const here = `/admin/atelier/production/${params.id}/quality`;
  const form = await readFlatFormData(request);
  const values = readFields(form, allTexts);
  const textOf = (name: string) => values[name] ?? "";
  const refused = (problems: Problems) => data({ values, problems }, { status: 422 });
  const fields = POINT_FIELDS.filter((field) => values[field] !== undefined);
  const { measured, problems } = readMeasured(textOf, fields);
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
      return refused({ form: NOTHING_MEASURED });
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
  const { checks, fitNumbers, garment, maxReason, sections } = loaderData;
  const busy = useNavigation().state !== "idle";
  const [newest] = checks;
  const problems: Problems = actionData?.problems ?? {};
  const before = (target: QualityTarget) => {
    const found = newest?.points.find((each) => pointKey(each) === pointKey(target));
    return found ? String(found.measured / 10) : "";
  };
  return (
    <>
      <div className="mx-auto max-w-page">
        <Breadcrumbs
          items={[
            { label: "Production", to: "/admin/atelier/production" },
            { label: garment.name, to: `/admin/atelier/production/${garment.id}` },
            { label: "Quality control" },
          ]}
        />
      </div>
      <AdminPage title="Quality control" lead={garment.name}>
        {newest && <Verdict newest={newest} garmentId={garment.id} />}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="space-y-12">
            <Form method="post" aria-label="Finished measures" className="space-y-6">
              <input type="hidden" name="intent" value="check" />
              {problems.form && (
                <Notice kind="error" live>
                  {problems.form}
                </Notice>
              )}
              {sections.map(({ garmentType, targets, title }) => (
                <section key={title} aria-label={title || undefined}>
                  {title && <h2 className="mb-2 text-lg">{title}</h2>}
                  <ul className="divide-y divide-line border-y border-line">
                    {targets.map((target) => (
                      <TargetRow
                        key={pointKey(target)}
                        target={target}
                        how={howToMeasure(garmentType, target.point)}
                        value={
                          actionData ? (actionData.values[pointKey(target)] ?? "") : before(target)
                        }
                        error={problems[pointKey(target)]}
                        newest={newest}
                      />
                    ))}
                  </ul>
                </section>
              ))}
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
            {fitNumbers.length > 0 && (
              <OrderSection id="fit" title="Sewn, drawn and reported">
                <FitNumbersList numbers={fitNumbers} />
              </OrderSection>
            )}
          </div>
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
          </div>
        </div>
      </AdminPage>
    </>
  );
}

type VerdictProps = { newest: QualityCheck; garmentId: string };

/** What the newest check decided. A new one gets the focus, because its form is far below it on a phone. */
function Verdict({ garmentId, newest: { id, verdict } }: VerdictProps) {
  const notice = useRef<HTMLDivElement>(null);
  const read = useRef(id);
  useEffect(() => {
    if (read.current === id) return;
    read.current = id;
    notice.current?.focus();
  }, [id]);
  return (
    <div ref={notice} tabIndex={-1} className="mb-8 outline-none empty:hidden">
      {verdict === "failed" && (
        <Notice kind="warning" title="Outside a tolerance: a decision is needed">
          Alter the garment and measure again, or accept it with a reason. Until then it cannot be
          finished.
        </Notice>
      )}
      {opensGate(verdict) && (
        <Notice kind="success" title={qualityVerdictMessages[verdict]}>
          <Link to={`/admin/atelier/production/${garmentId}`} className="link inline-block py-1">
            To the garment
          </Link>
        </Notice>
      )}
    </div>
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
  how: string;
  value: string;
  error: string | undefined;
  newest: QualityCheck | undefined;
};

function TargetRow({ error, how, newest, target, value }: RowProps) {
  const targetId = useId();
  const { body } = target;
  const label = pointLabel(target);
  const checked = newest?.points.find((each) => pointKey(each) === pointKey(target));
  const isOff = checked && !isWithinTolerance(checked);
  return (
    <li className="grid gap-x-6 gap-y-2 py-4 sm:grid-cols-2">
      <div className="text-sm">
        <p className="font-medium">{label}</p>
        <p className="text-ink-quiet">{how}</p>
        <p id={targetId} className="figures text-ink-soft">
          {target.target === null
            ? "The pattern has no measure for it"
            : `Should be ${bothUnits(target.target)}, ${toleranceText(target)}`}
        </p>
        {body !== null && <p className="figures text-ink-quiet">Body {bothUnits(body)}</p>}
        {checked && (
          <p className={`figures ${isOff ? "font-medium text-hibiscus" : "text-success"}`}>
            {checkedText(checked)}
          </p>
        )}
      </div>
      <Field label={`${label}, in cm`} error={error} describedBy={targetId}>
        <Input
          name={pointKey(target)}
          inputMode="decimal"
          autoComplete="off"
          defaultValue={value}
          className="figures"
        />
      </Field>
    </li>
  );
}
