import { data, Link, redirect } from "react-router";
import { z } from "zod";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { StoredImage } from "#app/components/admin/stored-image.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { parseForm, readFormData, rejectForm } from "#app/web/form.server.ts";
import { isSent, readFields } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuseWithoutAtelier } from "#app/web/require-admin.server.ts";
import { formatDay, formatMoment } from "#core/georgetown-time.ts";
import { shownEmail } from "#core/shown-email.ts";
import { decisionSchema, stepSchema } from "#features/garments/alterations/alteration-input.ts";
import type { AlterationPage } from "#features/garments/alterations/alteration-queries.server.ts";
import { openAlteration } from "#features/garments/alterations/alteration-queries.server.ts";
import type { AlterationStatus } from "#features/garments/alterations/alteration-rules.ts";
import {
  alterationMessages,
  alterationTone,
  causeMessages,
  remedyMessages,
} from "#features/garments/alterations/alteration-rules.ts";
import type { DecideFailure } from "#features/garments/alterations/decide-alteration.server.ts";
import {
  decideAlteration,
  giveAlterationCredit,
  stepAlteration,
} from "#features/garments/alterations/decide-alteration.server.ts";
import type { FitImage } from "#features/garments/alterations/fit-images.server.ts";
import {
  correctionSource,
  correctionText,
  formatAmount,
} from "#features/garments/fit-memory/correction.ts";
import { deviationTexts } from "#features/garments/fit-memory/fit-points.ts";
import { pointKey, pointLabel } from "#features/garments/fit-memory/fit-sections.ts";
import { checkedText } from "#features/garments/quality-control/quality-check.ts";
import { Badge } from "#ui/badge.tsx";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import type { Route } from "./+types/alteration.ts";
import { DecisionForm, StepForms } from "./decision-form.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const opened = await openAlteration(context.get(depsContext), {
    actor: context.get(actorContext),
    requestId: params.id,
  });
  if (opened.ok) return opened.value;
  if (opened.error === "forbidden") return refuseWithoutAtelier();
  throw data(null, { status: 404 });
}

const MESSAGES: Readonly<Record<Exclude<DecideFailure, "forbidden" | "not_found">, string>> = {
  over: "This order was refunded or cancelled meanwhile, so the request can only be declined.",
  conflict: "Somebody changed this request meanwhile. Please look at it as it is now.",
  not_finished: "The new garment is not finished, so it cannot have left yet.",
  amount: "The credit is above the limit or missing.",
  no_receipt: "The customer has not sent a receipt yet.",
  no_email: "The order has no email to give the credit to.",
};

export async function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const form = await readFormData(request);
  const input = { actor: context.get(actorContext), requestId: params.id };
  const { step: isStep } = readFields(form, z.object({ step: isSent }));
  const submission = await parseForm(form, isStep ? stepSchema : decisionSchema);
  if (submission.status !== "success") return rejectForm(submission);
  const { value } = submission;
  const run = () => {
    if ("decision" in value) return decideAlteration(deps, { ...input, decision: value });
    const { credit, step, version } = value;
    if (step === "give-credit")
      return giveAlterationCredit(deps, { ...input, version, amountMinor: credit });
    return stepAlteration(deps, { ...input, step: { ...value, step } });
  };
  const done = await run();
  if (done.ok) return redirect(`/admin/atelier/alterations/${params.id}`, 303);
  if (done.error === "forbidden") return refuseWithoutAtelier();
  if (done.error === "not_found") throw data(null, { status: 404 });
  const status = done.error === "conflict" ? 409 : 422;
  return rejectForm(submission, { formErrors: [MESSAGES[done.error]] }, status);
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Request ${loaderData.request.number}` : "Request not found" },
  { name: "robots", content: "noindex" },
];

const missing = {
  title: "Request not found",
  text: "Its URL may be incomplete, or its customer was erased.",
  list: { label: "Alterations", path: "/admin/atelier/alterations" },
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} missing={missing} />;
}

export default function Alteration({ actionData, loaderData }: Route.ComponentProps) {
  const { creditCapMinor, garment, receipts, request } = loaderData;
  const { remakeGarmentId, status } = request;
  return (
    <>
      <div className="mx-auto max-w-page">
        <Breadcrumbs
          items={[
            { label: "Alterations", to: "/admin/atelier/alterations" },
            { label: request.number },
          ]}
        />
      </div>
      <AdminPage
        title={`Request ${request.number}`}
        lead={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1">
            <Badge kind={alterationTone(status)}>{alterationMessages[status]}</Badge>
            <span>{remedyMessages[request.remedy].label}</span>
            {request.isFree && <span>Free remeasurement</span>}
          </span>
        }
      >
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="space-y-12">
            <Said page={loaderData} />
            <Images title="Photos" images={loaderData.images} requestId={request.id} />
            {receipts.length > 0 && (
              <Images title="Receipt" images={receipts} requestId={request.id} />
            )}
            {status === "requested" ? (
              <OrderSection id="decision" title="Decision">
                <DecisionForm
                  version={request.version}
                  creditCapMinor={creditCapMinor}
                  remedy={request.remedy}
                  result={actionData}
                />
              </OrderSection>
            ) : (
              <StepForms request={request} hasReceipt={receipts.length > 0} result={actionData} />
            )}
          </div>
          <div className="grid content-start gap-10">
            <OrderSection id="facts" title="Garment">
              <ul className="text-sm">
                <li>
                  <Link
                    to={`/admin/atelier/production/${garment.id}`}
                    className="link inline-flex min-h-11 items-center"
                  >
                    {garment.name}
                  </Link>
                </li>
                {remakeGarmentId && (
                  <li>
                    <Link
                      to={`/admin/atelier/production/${remakeGarmentId}`}
                      className="link inline-flex min-h-11 items-center"
                    >
                      The new garment in production
                    </Link>
                  </li>
                )}
                <li>
                  <Link
                    to={`/admin/orders/${garment.orderId}`}
                    className="link inline-flex min-h-11 items-center"
                  >
                    Order {garment.orderNumber}
                  </Link>
                </li>
                <li className="wrap-anywhere text-ink-soft">
                  {shownEmail(loaderData.customerEmail)}
                </li>
                {loaderData.deliveredAt && (
                  <li className="text-ink-soft">Delivered {formatDay(loaderData.deliveredAt)}</li>
                )}
              </ul>
            </OrderSection>
            {request.cause && (
              <OrderSection id="decided" title="Decided">
                <p className="text-sm">{causeMessages[request.cause]}</p>
                {request.decisionNote && (
                  <p className="text-sm whitespace-pre-line wrap-anywhere text-ink-soft">
                    {request.decisionNote}
                  </p>
                )}
              </OrderSection>
            )}
            <OrderSection id="history" title="History">
              <ol className="space-y-3 text-sm">
                {loaderData.events.map(({ at, by, to }) => (
                  <li key={`${to} ${at.toISOString()}`}>
                    <p className="font-medium">{alterationMessages[to as AlterationStatus]}</p>
                    <p className="figures text-ink-quiet">
                      {formatMoment(at)}, {by || "the customer"}
                    </p>
                  </li>
                ))}
              </ol>
            </OrderSection>
          </div>
        </div>
      </AdminPage>
    </>
  );
}

function Said({ page }: { page: AlterationPage }) {
  const { checked, corrections, feedback, label, note } = page;
  const reported = (feedback?.points ?? []).map((each) => {
    const { mm } = each;
    const [large, small] = deviationTexts(each.point);
    return `${pointLabel(each)}: ${formatAmount(mm, "cm")} (${formatAmount(mm, "inches")}) ${mm > 0 ? large : small}`;
  });
  return (
    <OrderSection id="said" title={label ? `What ${label} reports` : "What is reported"}>
      {note && <p className="whitespace-pre-line wrap-anywhere">{note}</p>}
      {feedback && reported.length === 0 && <p className="text-sm">It fits well everywhere.</p>}
      {reported.length > 0 && (
        <ul className="figures text-sm">
          {reported.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
      {feedback?.note && (
        <p className="text-sm whitespace-pre-line wrap-anywhere text-ink-soft">{feedback.note}</p>
      )}
      {!note && !feedback && <p className="text-sm text-ink-quiet">Nothing in writing.</p>}
      {checked.length > 0 && (
        <>
          <h3 className="text-sm font-medium">At quality control</h3>
          <ul className="figures text-sm text-ink-soft">
            {checked.map((each) => (
              <li key={pointKey(each)}>
                {pointLabel(each)}: {checkedText(each)}
              </li>
            ))}
          </ul>
        </>
      )}
      {corrections.length > 0 && (
        <>
          <h3 className="text-sm font-medium">In the contract, from fit memory</h3>
          <ul className="figures text-sm text-ink-soft">
            {corrections.map((each) => (
              <li key={pointKey(each)}>
                {correctionText(each, "cm")}, {correctionSource(each)}
              </li>
            ))}
          </ul>
        </>
      )}
    </OrderSection>
  );
}

type ImagesProps = { title: string; images: readonly FitImage[]; requestId: string };

function Images({ images, requestId, title }: ImagesProps) {
  return (
    <OrderSection id={title.toLowerCase()} title={title}>
      {images.length === 0 ? (
        <p className="text-sm text-ink-quiet">No photos.</p>
      ) : (
        <ul className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {images.map(({ height, id, lostAt, width }, index) => {
            const url = `/admin/atelier/alterations/${requestId}/images/${id}`;
            return (
              <li key={id}>
                <StoredImage
                  url={url}
                  name={`${title} ${index + 1}`}
                  width={width}
                  height={height}
                  lostAt={lostAt}
                />
              </li>
            );
          })}
        </ul>
      )}
    </OrderSection>
  );
}
