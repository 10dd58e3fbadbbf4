import { getFormProps } from "@conform-to/react";
import { data, Form, redirect, useNavigation } from "react-router";
import { actorContext, depsContext } from "#app/web/context.ts";
import {
  fieldErrorsOf,
  parseForm,
  readFlatFormData,
  rejectForm,
  textFields,
} from "#app/web/form.server.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { reaches } from "#core/delivery-address.ts";
import { ok } from "#core/result.ts";
import { findOpenCreditOrder, orderByCredit } from "#features/checkout/credit-order.server.ts";
import { DELIVERY_FIELDS, readPaymentForm } from "#features/checkout/delivery-input.ts";
import { destinationOf } from "#features/checkout/open-payment.server.ts";
import { suggestDelivery } from "#features/checkout/suggest-delivery.server.ts";
import { getDutiesTerms } from "#features/settings/site-settings-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/credit-order.ts";
import { countryOptions } from "./country-options.ts";
import { DeliveryFields, PaymentSummary, useDeliveryForm } from "./delivery-fields.tsx";

export const headers: Route.HeadersFunction = () => PRIVATE;
export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Pay with store credit | ${matches[1].loaderData?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
];

const orderPath = (sessionId: string) => `/checkout/success?session_id=${sessionId}`;
const notFound = () => data(null, { status: 404, headers: PRIVATE });

export async function loader({ params, context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const found = await findOpenCreditOrder(deps, params.sessionId);
  if (!found.ok && found.error === "over") throw redirect(orderPath(params.sessionId));
  if (!found.ok) throw notFound();
  const { lines, options, order, tooDear } = found.value;
  const destination = destinationOf(order);
  const whose = { actor: context.get(actorContext), accountId: order.userId };
  const values = await suggestDelivery(deps.db, { ...whose, destination });
  return {
    ...{ lines, options, values },
    total: order.totals.total,
    orderId: order.id,
    tooDear: tooDear.filter((way) => reaches(way, destination)).map(({ label }) => label),
    duties: await getDutiesTerms(deps.db),
    countries: countryOptions(),
  };
}

const deliveryForm = textFields(DELIVERY_FIELDS, (submitted) => ok(readPaymentForm(submitted)));

export async function action({ request, params, context }: Route.ActionArgs) {
  const submission = await parseForm(await readFlatFormData(request), deliveryForm);
  if (submission.status !== "success") return rejectForm(submission, {}, 400);
  const { sessionId } = params;
  const input = { sessionId, values: submission.value };
  const placed = await orderByCredit(context.get(depsContext), input);
  if (placed.ok) return redirect(orderPath(sessionId), { headers: PRIVATE });
  if (placed.error === "not_found") throw notFound();
  return rejectForm(submission, { fieldErrors: fieldErrorsOf(placed.error) }, 400);
}

/** The delivery form of an order that store credit pays in full, without a payment provider. */
export default function CreditOrder({ loaderData, actionData }: Route.ComponentProps) {
  const { countries, lines, orderId, tooDear, total } = loaderData;
  const delivery = useDeliveryForm(loaderData, actionData);
  return (
    <>
      <h1 className="display text-3xl">Pay with store credit</h1>
      <p className="mt-3 mb-8 max-w-prose text-ink-soft">
        Your store credit pays for all of it, delivery included. Tell us where your order goes.
      </p>
      <div className="grid gap-12 lg:grid-cols-12 lg:gap-16">
        <section
          aria-labelledby="order-summary"
          className="lg:order-2 lg:col-span-6 lg:border-l lg:border-line lg:pl-16"
        >
          <h2 id="order-summary" className="display mb-5 text-xl">
            Order Summary
          </h2>
          <PaymentSummary credit={null} lines={lines} total={total} delivery={delivery}>
            <p className="mt-2 text-sm text-ink-quiet">Paid with your store credit</p>
          </PaymentSummary>
        </section>
        <Form
          method="post"
          {...getFormProps(delivery.form)}
          noValidate
          className="space-y-10 lg:order-1 lg:col-span-6"
        >
          <DeliveryFields hasAddress countries={countries} delivery={delivery} />
          {tooDear.length > 0 && (
            <p className="text-sm text-ink-soft">
              Your store credit does not cover {tooDear.join(" or ")} shipping. To have it shipped
              that way, go back and pay without store credit.
            </p>
          )}
          <div className="space-y-3">
            <Button
              type="submit"
              size="lg"
              className="w-full"
              disabled={delivery.isUnserved}
              busy={useNavigation().state === "submitting"}
            >
              Place the order
            </Button>
            <ButtonLink
              to={`/checkout/cancel?order=${orderId}`}
              size="lg"
              variant="secondary"
              className="w-full"
            >
              Cancel and go back
            </ButtonLink>
          </div>
        </Form>
      </div>
    </>
  );
}
