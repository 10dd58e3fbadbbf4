import { createContext, data, redirect } from "react-router";
import { ChangesTable } from "#app/components/contracts/contract-view.tsx";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormErrorList, FormResult } from "#app/web/form.server.ts";
import { fieldErrorsOf, parseForm, readFormData, rejectForm } from "#app/web/form.server.ts";
import { senderNetwork } from "#app/web/sender-network.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { orderNumber } from "#core/document-number.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { emailedText, mailRouteOf } from "#features/base/mail/outbox.ts";
import { cancellingSentences } from "#features/garments/contract/policy.ts";
import type { CustomerChangeFailure } from "#features/garments/production/customer-change.server.ts";
import {
  changeOwnContract,
  changeProvenContract,
} from "#features/garments/production/customer-change.server.ts";
import type { Question } from "#features/garments/production/customer-change-input.ts";
import { customerChangeSchema } from "#features/garments/production/customer-change-input.ts";
import type { ChangeState } from "#features/garments/production/customer-change-queries.server.ts";
import {
  findOwnChangeForm,
  findProvenChangeForm,
} from "#features/garments/production/customer-change-queries.server.ts";
import {
  remeasuredSchema,
  requestOwnRemeasured,
  requestProvenRemeasured,
} from "#features/garments/production/request-remeasured.server.ts";
import { redeemOrderCode, sendOrderCodeAgain } from "#features/orders/order/order-code.server.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { AccountError, accountMeta } from "../account-page.tsx";
import { notFound, refuseAccount } from "../account-responses.server.ts";
import { codeMessages, codeSentMessage } from "../orders/order-code-messages.ts";
import { CODE_FIELD, SEND_CODE } from "../orders/order-code-panel.tsx";
import { guestProofContext, requireOrderReader } from "../require-order-reader.server.ts";
import type { Route } from "./+types/change-garment.ts";
import { ChangeGarmentForm, ProveAgainForm } from "./change-garment-form.tsx";
import { changeGarmentPath } from "./change-garment-path.ts";
import type { ChangeResult } from "./change-section.tsx";
import { REQUEST_REMEASURED, RemeasuredRequest } from "./remeasured-request.tsx";

export const middleware: Route.MiddlewareFunction[] = [requireOrderReader];

export const headers: Route.HeadersFunction = () => PRIVATE;

/** True while a form without JavaScript is answered whose proof has ended: its input is shown again. */
const expiredContext = createContext(false);

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const isGuest = context.get(guestProofContext) !== null;
  const target = {
    actor: context.get(actorContext),
    orderId: params.id,
    orderItemId: params.item,
  };
  const found = isGuest
    ? await findProvenChangeForm(deps, target)
    : await findOwnChangeForm(deps, target);
  if (!found.ok) {
    if (found.error === "not_found") return notFound();
    if (!isGuest) return refuseAccount();
    if (!context.get(expiredContext)) return redirect("/order-lookup", { headers: PRIVATE });
    return data({ state: "expired" as const, orderId: params.id }, { headers: PRIVATE });
  }
  const isDone = url.searchParams.get("done") === String(found.value.version.version);
  const mailRoute = mailRouteOf(deps.env);
  return data({ ...found.value, isGuest, isDone, mailRoute }, { headers: PRIVATE });
}

const REFUSALS = {
  after_gate:
    "Nothing was changed: a tailor has approved this garment to be cut in the meantime. The rules below say what applies now.",
  over: "Nothing was changed: this order is not made any more.",
  conflict:
    "Nothing was changed: what we agreed has a newer version, which is shown here. Please look at it and save again.",
  unreadable: "Nothing was changed: these measurements cannot be read. Please write to us.",
  nothing_changed: "This is what we agreed already. Change something first.",
} as const;

const EXPIRED = "More than an hour has passed since you entered a code.";

type Refusal = FormErrorList & { questions?: readonly Question[] };

type Sent = Readonly<Record<string, string>>;

export async function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const form = await readFormData(request);
  const sent: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") sent[name] = value;
  if (sent.intent === REQUEST_REMEASURED) return requestRemeasured(context, params, form);
  const submission = await parseForm(form, customerChangeSchema);
  const refuse = ({ formErrors = [], questions = [], ...errors }: Refusal, status = 422) => {
    const { data: result } = rejectForm(submission, errors);
    const message = formErrors[0] ?? null;
    const refused = { result, message, questions, sent, needsCode: status === 403 };
    return data<ChangeResult>(refused, { status, headers: PRIVATE });
  };
  if (submission.status !== "success") return refuse({});
  const actor = context.get(actorContext);
  const target = { actor, orderId: params.id, orderItemId: params.item };
  const proof = context.get(guestProofContext);
  if (proof === "ended") {
    const missing = await renewProof(deps, { ...target, sent, network: senderNetwork(request) });
    if (missing) {
      context.set(expiredContext, true);
      return refuse(missing, 403);
    }
  }
  const change = { ...target, submitted: submission.value };
  const changed =
    proof === null
      ? await changeOwnContract(deps, change)
      : await changeProvenContract(deps, change);
  if (changed.ok) {
    return redirect(`${changeGarmentPath(target)}?done=${changed.value.version}`, 303);
  }
  const { error } = changed;
  if (error.code === "not_found") return notFound();
  if (error.code === "forbidden") return refuseAccount();
  if (error.code === "invalid") return refuse(refusalOfInput(error));
  return refuse(
    { formErrors: [REFUSALS[error.code]] },
    error.code === "nothing_changed" ? 422 : 409,
  );
}

/** Asks the atelier about a garment that is approved to be cut; a guest whose proof has ended finds the order again first. */
async function requestRemeasured(
  context: Route.ActionArgs["context"],
  params: Route.ActionArgs["params"],
  form: FormData,
) {
  const deps = context.get(depsContext);
  const submission = await parseForm(form, remeasuredSchema);
  const refuse = (message: string | null, status: number) => {
    const { data: result } = rejectForm(submission, {});
    const refused = { result, message, questions: [], sent: {}, needsCode: false };
    return data<ChangeResult>(refused, { status, headers: PRIVATE });
  };
  if (submission.status !== "success") return refuse(null, 422);
  const target = {
    actor: context.get(actorContext),
    orderId: params.id,
    orderItemId: params.item,
    submitted: submission.value,
  };
  const isGuest = context.get(guestProofContext) !== null;
  const requested = isGuest
    ? await requestProvenRemeasured(deps, target)
    : await requestOwnRemeasured(deps, target);
  const here = changeGarmentPath(target);
  if (requested.ok || requested.error === "changeable") return redirect(here, 303);
  if (requested.error === "over") return refuse(REFUSALS.over, 409);
  if (requested.error === "not_found") return notFound();
  return isGuest ? redirect("/order-lookup", { headers: PRIVATE }) : refuseAccount();
}

/** Proves the order again by the code in the form; without one it emails a code. What is then missing, or null. */
async function renewProof(
  deps: AppDeps,
  input: { actor: Actor; orderId: string; network: string; sent: Sent },
): Promise<Refusal | null> {
  const { sent } = input;
  const code = sent.intent === SEND_CODE ? "" : (sent[CODE_FIELD] ?? "");
  if (code !== "") {
    const opened = await redeemOrderCode(deps, { ...input, code });
    if (opened.ok) return null;
    const problem = codeMessages[opened.error];
    return { formErrors: [EXPIRED], fieldErrors: { [CODE_FIELD]: [problem] } };
  }
  const again = await sendOrderCodeAgain(deps, input);
  if (again.ok)
    return {
      formErrors: [`${EXPIRED} ${codeSentMessage(again.value.sentTo, mailRouteOf(deps.env))}`],
    };
  const problem = again.error === "not_found" ? "too_many_codes" : again.error;
  return { formErrors: [`${EXPIRED} ${codeMessages[problem]}`] };
}

type InvalidInput = Extract<CustomerChangeFailure, { code: "invalid" }>;

function refusalOfInput({ errors, questions }: InvalidInput): Refusal {
  const { "": general, ...fields } = errors;
  return {
    fieldErrors: fieldErrorsOf(fields),
    ...(general !== undefined && { formErrors: [general] }),
    questions,
  };
}

/** Keeps the input when the server does not respond. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  const result: FormResult = { status: "error" };
  const unreached = { result, message: UNREACHED, questions: [], sent: {}, needsCode: false };
  return submitForm(serverAction, unreached);
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...accountMeta("Change a garment", matches),
  // Hides the order from other sites; with no referrer at all, the form's origin would be unknown.
  { name: "referrer", content: "same-origin" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

const CLOSED: Readonly<Record<Exclude<ChangeState, "open">, string>> = {
  after_gate: "A tailor has approved it to be cut, so it can no longer be changed.",
  over: "It is not made any more, so there is nothing to change.",
  unreadable: "Its measurements cannot be read, so it cannot be changed here. Please write to us.",
};

export default function ChangeGarment({ actionData, loaderData }: Route.ComponentProps) {
  if (loaderData.state === "expired") {
    return (
      <div className="shell max-w-144 pt-12 pb-24 md:pt-20">
        <p className="eyebrow">Order {orderNumber(loaderData.orderId)}</p>
        <h1 className="display mt-2 text-3xl">One more step to save your change</h1>
        {actionData && <ProveAgainForm response={actionData} />}
      </div>
    );
  }
  return <OpenChange actionData={actionData ?? null} loaderData={loaderData} />;
}

type OpenChangeProps = {
  actionData: ChangeResult | null;
  loaderData: Exclude<Route.ComponentProps["loaderData"], { state: "expired" }>;
};

function OpenChange({ actionData, loaderData }: OpenChangeProps) {
  const { isDone, isGuest, lastChanges, mailRoute, orderId, productName, state, version } =
    loaderData;
  const back = isGuest ? "/order-lookup" : `/profile/orders/${orderId}`;
  const number = orderNumber(orderId);
  const backLabel = isGuest ? "Find your order" : "Back to your order";
  const isSaved = isDone && !actionData && lastChanges !== null;
  return (
    <div className="shell pt-6 pb-24 md:pt-10">
      <Breadcrumbs
        items={
          isGuest
            ? [{ label: "Find your order", to: back }, { label: "Change a garment" }]
            : [
                { label: "My Account", to: "/profile" },
                { label: "Orders", to: "/profile/orders" },
                { label: number, to: back },
                { label: "Change a garment" },
              ]
        }
      />
      <p className="eyebrow mt-8 md:mt-12">Order {number}</p>
      <h1 className="display mt-2 text-3xl wrap-anywhere">
        {isSaved ? "Your change is saved" : `Change your ${productName}`}
      </h1>
      {isSaved ? (
        <div className="mt-6 max-w-180">
          <Notice kind="success" live>
            Version {version.version} of what we agreed applies to your {productName}. A tailor
            checks it before anything is cut.{" "}
            {emailedText("We sent you an email about it.", mailRoute)}
          </Notice>
          <div className="mt-8">
            <ChangesTable changes={lastChanges} headings={["Before", "Now"]} />
          </div>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <ButtonLink to={isGuest ? back : `${back}#made-to-measure`}>{backLabel}</ButtonLink>
            {state === "open" && (
              <ButtonLink to={changeGarmentPath(loaderData)} variant="secondary">
                Change it again
              </ButtonLink>
            )}
          </div>
        </div>
      ) : state === "open" ? (
        <ChangeGarmentForm form={loaderData} response={actionData} />
      ) : (
        <div className="mt-6 max-w-180 space-y-6">
          <Notice kind="warning" live title="It cannot be changed now">
            {actionData?.message ?? CLOSED[state]}
          </Notice>
          <RemeasuredRequest
            names={loaderData.remeasurable}
            isRequested={loaderData.isRequested}
            result={actionData?.result}
          />
          <div className="space-y-2 text-sm text-ink-soft">
            {cancellingSentences(version.terms.policyVersion).map((sentence) => (
              <p key={sentence}>{sentence}</p>
            ))}
          </div>
          <div className="flex flex-col gap-3 sm:flex-row">
            <ButtonLink to={back}>{backLabel}</ButtonLink>
            <ButtonLink to="/contact" variant="secondary">
              Write to us
            </ButtonLink>
          </div>
        </div>
      )}
    </div>
  );
}
