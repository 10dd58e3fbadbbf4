import type { MiddlewareFunction } from "react-router";
import { createContext, data, redirect } from "react-router";
import { ChangesTable } from "#app/components/contracts/contract-view.tsx";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormErrorList, FormResult } from "#app/web/form.server.ts";
import { fieldErrorsOf, parseForm, readFormData, rejectForm } from "#app/web/form.server.ts";
import { requireCustomer } from "#app/web/require-customer.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { orderNumber } from "#core/document-number.ts";
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
import { renewProof } from "#features/orders/order/order-proof.server.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { AccountError, accountMeta } from "../account-page.tsx";
import { notFound, refuseAccount } from "../account-responses.server.ts";
import type { Route } from "./+types/change-garment.ts";
import type { ChangeResult } from "./change-garment-form.tsx";
import { ChangeGarmentForm, ProveAgainForm } from "./change-garment-form.tsx";
import { changeGarmentPath } from "./change-garment-path.ts";

/** A guest comes from the lookup with a proof; everybody else signs in. */
const requireReader: MiddlewareFunction<Response> = (args, next) =>
  args.url.searchParams.has("proof") ? next() : requireCustomer(args, next);

export const middleware: Route.MiddlewareFunction[] = [requireReader];

export const headers: Route.HeadersFunction = () => PRIVATE;

/** True while a form without JavaScript is answered whose proof has ended: its input is shown again. */
const expiredContext = createContext(false);

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const target = { orderId: params.id, orderItemId: params.item };
  const proof = url.searchParams.get("proof");
  const found =
    proof === null
      ? await findOwnChangeForm(deps, { ...target, actor: context.get(actorContext) })
      : await findProvenChangeForm(deps, { ...target, proof });
  if (!found.ok) {
    if (found.error === "not_found") return notFound();
    if (proof === null) return refuseAccount();
    if (!context.get(expiredContext)) return redirect("/order-lookup", { headers: PRIVATE });
    return data({ state: "expired" as const, orderId: params.id }, { headers: PRIVATE });
  }
  const isDone = url.searchParams.get("done") === String(found.value.version.version);
  return data({ ...found.value, proof, isDone }, { headers: PRIVATE });
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

const EXPIRED =
  "More than an hour has passed since you found this order. Please enter its email address and save again.";
const OTHER_EMAIL = "This is not the email of this order.";

type Refusal = FormErrorList & { questions?: readonly Question[] };

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const form = await readFormData(request);
  const sent: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") sent[name] = value;
  const submission = await parseForm(form, customerChangeSchema);
  const refuse = ({ formErrors = [], questions = [], ...errors }: Refusal, status = 422) => {
    const { data: result } = rejectForm(submission, errors);
    const isExpired = sent.email !== undefined || status === 403;
    const refused = { result, message: formErrors[0] ?? null, questions, sent, isExpired };
    return data<ChangeResult>(refused, { status, headers: PRIVATE });
  };
  if (submission.status !== "success") return refuse({});
  const target = { orderId: params.id, orderItemId: params.item, submitted: submission.value };
  const proof = await findProof(deps, { orderId: params.id, sent, url });
  const changed =
    proof === null
      ? await changeOwnContract(deps, { ...target, actor: context.get(actorContext) })
      : await changeProvenContract(deps, { ...target, proof });
  if (changed.ok) {
    const path = changeGarmentPath(target, proof);
    const done = `done=${changed.value.version}`;
    return redirect(`${path}${proof === null ? "?" : "&"}${done}`, 303);
  }
  const { error } = changed;
  if (error.code === "not_found") return notFound();
  if (error.code === "forbidden") {
    if (proof === null) return refuseAccount();
    context.set(expiredContext, true);
    return refuse(
      { formErrors: [EXPIRED], ...(sent.email && { fieldErrors: { email: [OTHER_EMAIL] } }) },
      403,
    );
  }
  if (error.code === "invalid") return refuse(refusalOfInput(error));
  return refuse(
    { formErrors: [REFUSALS[error.code]] },
    error.code === "nothing_changed" ? 422 : 409,
  );
}

/** The proof of a guest, a new one when the form gives the email of the order; null for everybody else. */
async function findProof(
  deps: AppDeps,
  { orderId, sent, url }: { orderId: string; sent: Readonly<Record<string, string>>; url: URL },
): Promise<string | null> {
  if (!url.searchParams.has("proof")) return null;
  const renewed = sent.email ? await renewProof(deps, { orderId, email: sent.email }) : null;
  // The newest proof is in the form; without JavaScript the page's address keeps the one that has ended.
  return renewed ?? sent.proof ?? url.searchParams.get("proof") ?? "";
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
  const unreached = { result, message: UNREACHED, questions: [], sent: {}, isExpired: false };
  return submitForm(serverAction, unreached);
}

export const meta: Route.MetaFunction = ({ matches }) => [
  ...accountMeta("Change a garment", matches),
  // Hides a guest's proof from other sites; with no referrer at all, the form's origin would be unknown.
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
  const { isDone, lastChanges, orderId, productName, proof, state, version } = loaderData;
  const back = proof === null ? `/profile/orders/${orderId}` : "/order-lookup";
  const number = orderNumber(orderId);
  const backLabel = proof === null ? "Back to your order" : "Find your order";
  const isSaved = isDone && !actionData && lastChanges !== null;
  return (
    <div className="shell pt-6 pb-24 md:pt-10">
      <Breadcrumbs
        items={
          proof === null
            ? [
                { label: "My Account", to: "/profile" },
                { label: "Orders", to: "/profile/orders" },
                { label: number, to: back },
                { label: "Change a garment" },
              ]
            : [{ label: "Find your order", to: back }, { label: "Change a garment" }]
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
            checks it before anything is cut. We sent you an email about it.
          </Notice>
          <div className="mt-8">
            <ChangesTable changes={lastChanges} headings={["Before", "Now"]} />
          </div>
          <div className="mt-8 flex flex-col gap-3 sm:flex-row">
            <ButtonLink to={proof === null ? `${back}#made-to-measure` : back}>
              {backLabel}
            </ButtonLink>
            {state === "open" && (
              <ButtonLink to={changeGarmentPath(loaderData, proof)} variant="secondary">
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
