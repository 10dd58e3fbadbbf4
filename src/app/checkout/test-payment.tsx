import { FlaskConical } from "lucide-react";
import { useEffect } from "react";
import { data, redirect } from "react-router";
import { countryOptions } from "#app/components/address/country-options.ts";
import { announceReturn } from "#app/components/cart/checkout-attempt.browser.ts";
import { MainContent } from "#app/shell/main-content.tsx";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { depsContext } from "#app/web/context.ts";
import {
  fieldErrorsOf,
  parseForm,
  readFlatFormData,
  rejectForm,
  textFields,
} from "#app/web/form.server.ts";
import { pressedButton } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { ok } from "#core/result.ts";
import { shownEmail } from "#core/shown-email.ts";
import { findActor } from "#features/base/identity/sessions.server.ts";
import { getDutiesTerms } from "#features/base/settings/site-settings-queries.server.ts";
import type { TestPaymentIntent } from "#features/sales/checkout/act-on-test-payment.server.ts";
import { actOnTestPayment } from "#features/sales/checkout/act-on-test-payment.server.ts";
import {
  DELIVERY_FIELDS,
  readPaymentForm,
} from "#features/sales/checkout/delivery-input.server.ts";
import { suggestDelivery } from "#features/sales/checkout/suggest-delivery.server.ts";
import type { PaymentRequest } from "#platform/payments.server.ts";
import { isTestPayments } from "#platform/test-payments.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/test-payment.ts";
import { PaymentSummary, useDeliveryForm } from "./delivery-fields.tsx";
import { TestPaymentForm } from "./test-payment-form.tsx";

const INTENTS: readonly string[] = [
  "pay",
  "fail",
  "expire",
  "cancel",
] satisfies TestPaymentIntent[];
const isIntent = (value: unknown): value is TestPaymentIntent =>
  typeof value === "string" && INTENTS.includes(value);

export const headers: Route.HeadersFunction = () => PRIVATE;
export const meta: Route.MetaFunction = () => [
  { title: "Test payment" },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
];

const notFound = () => data(null, { status: 404, headers: PRIVATE });

/** Refuses unless the shop uses test payments; otherwise test money could pay for orders. */
async function testDeps(deps: AppDeps) {
  const testPage = await deps.payments.current().catch(() => null);
  if (!testPage || !isTestPayments(testPage)) throw notFound();
  return { ...deps, testPage };
}

export async function loader({ params, context, request }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const { testPage } = await testDeps(deps);
  const session = await testPage.controls.look(params.sessionId);
  if (!session) throw notFound();
  const { accountId, credit, destination, kind, lines, notice, total, shippingOptions, ...urls } =
    session.request;
  const { successUrl, cancelUrl, customerEmail } = urls;
  const actor = await findActor(deps, request);
  return {
    kind,
    status: session.status,
    lines,
    credit,
    notice,
    total,
    customerEmail,
    successUrl,
    cancelUrl,
    options: shippingOptions,
    duties: await getDutiesTerms(deps.db),
    countries: countryOptions(),
    values: await suggestDelivery(deps.db, { actor, accountId, destination }),
  };
}

const deliveryForm = textFields(DELIVERY_FIELDS, (submitted) => ok(readPaymentForm(submitted)));

export async function action({ request, params, context }: Route.ActionArgs) {
  const deps = await testDeps(context.get(depsContext));
  const form = await readFlatFormData(request);
  const intent = pressedButton(form);
  const submission = await parseForm(form, deliveryForm);
  if (submission.status !== "success") return rejectForm(submission, {}, 400);
  const acted = await actOnTestPayment(deps, {
    sessionId: params.sessionId,
    values: submission.value,
    intent: isIntent(intent) ? intent : "pay",
  });
  if (!acted.ok) {
    if (acted.error.code === "unknown_session") throw notFound();
    return rejectForm(submission, { fieldErrors: fieldErrorsOf(acted.error.errors) }, 400);
  }
  if (acted.value.kind === "leave") return redirect(acted.value.url, { headers: PRIVATE });
  return rejectForm(
    submission,
    acted.value.kind === "declined" ? { formErrors: ["The card was declined"] } : {},
    200,
  );
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export default function TestPayment({ loaderData, actionData }: Route.ComponentProps) {
  const { credit, kind, status, countries, customerEmail, lines, total } = loaderData;
  const delivery = useDeliveryForm(loaderData, actionData);
  return (
    <div className="min-h-svh">
      <header className="flex items-center justify-center gap-2 bg-demerara px-4 py-3 text-center text-sm font-medium text-white">
        <FlaskConical size={18} aria-hidden="true" />
        TEST: no card is asked for and no money moves
      </header>
      <MainContent className="shell py-10 lg:py-16">
        <h1 className="display mb-8 text-3xl">Test payment</h1>
        <div className="grid gap-12 lg:grid-cols-12 lg:gap-20">
          <div className="lg:col-span-5 lg:order-2">
            <section
              aria-labelledby="payment-summary"
              className="lg:border-l lg:border-line lg:pl-12"
            >
              <h2 id="payment-summary" className="display mb-5 text-xl">
                {kind === "donation" ? "Your donation" : "Order Summary"}
              </h2>
              <PaymentSummary credit={credit} lines={lines} total={total} delivery={delivery}>
                <p className="mt-2 text-sm wrap-anywhere text-ink-quiet">
                  Receipt to {shownEmail(customerEmail)}
                </p>
              </PaymentSummary>
            </section>
          </div>
          <div className="lg:col-span-7 lg:order-1 lg:max-w-form">
            {status !== "open" && <Closed {...loaderData} isPaid={status === "paid"} />}
            {actionData?.error?.[""] && (
              <Notice kind="error" title={actionData.error[""].join(" ")} className="mb-8" live>
                Nothing was charged. You can try again.
              </Notice>
            )}
            {status === "open" && (
              <TestPaymentForm
                kind={kind}
                notice={loaderData.notice}
                countries={countries}
                delivery={delivery}
              />
            )}
          </div>
        </div>
      </MainContent>
    </div>
  );
}

type ClosedProps = Pick<PaymentRequest, "kind" | "successUrl" | "cancelUrl"> & { isPaid: boolean };

function Closed({ kind, isPaid, successUrl, cancelUrl }: ClosedProps) {
  useEffect(announceReturn, []);
  const back =
    kind === "order"
      ? { to: "/checkout", label: "Return to Checkout" }
      : { to: cancelUrl, label: "Back to the shop" };
  const next = isPaid ? { to: successUrl, label: "See your order" } : back;
  return (
    <Notice
      kind={isPaid ? "success" : "warning"}
      title={isPaid ? "This payment is complete" : "This payment session has expired"}
      live
    >
      <p>
        {isPaid
          ? "It was paid once and cannot be paid again."
          : "Nothing was charged. Your cart is as you left it, and you can check out again."}
      </p>
      <ButtonLink to={next.to} reloadDocument size="sm" className="mt-3">
        {next.label}
      </ButtonLink>
    </Notice>
  );
}
