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
import { formatMoney } from "#core/money-amount.ts";
import { ok } from "#core/result.ts";
import { findOpenTransfer, orderByTransfer } from "#features/checkout/bank-transfer.server.ts";
import { DELIVERY_FIELDS, readPaymentForm } from "#features/checkout/delivery-input.ts";
import { destinationOf } from "#features/checkout/open-payment.server.ts";
import { suggestDelivery } from "#features/checkout/suggest-delivery.server.ts";
import { amountDue } from "#features/orders/order.ts";
import { getDutiesTerms } from "#features/settings/site-settings-queries.server.ts";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/bank-transfer.ts";
import { countryOptions } from "./country-options.ts";
import { DeliveryFields, PaymentSummary, useDeliveryForm } from "./delivery-fields.tsx";

export const headers: Route.HeadersFunction = () => PRIVATE;
export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Bank transfer | ${matches[1].loaderData?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
];

const orderPath = (sessionId: string) => `/checkout/success?session_id=${sessionId}`;
const notFound = () => data(null, { status: 404, headers: PRIVATE });

export async function loader({ params, context }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const found = await findOpenTransfer(deps, params.sessionId);
  if (!found.ok && found.error === "over") throw redirect(orderPath(params.sessionId));
  if (!found.ok) throw notFound();
  const { lines, options, order } = found.value;
  const whose = { actor: context.get(actorContext), accountId: order.userId };
  const values = await suggestDelivery(deps.db, { ...whose, destination: destinationOf(order) });
  return {
    lines,
    options,
    total: amountDue(order),
    credit: order.credit.minorUnits > 0 ? order.credit : null,
    email: order.customerEmail,
    duties: await getDutiesTerms(deps.db),
    countries: countryOptions(),
    values,
  };
}

const deliveryForm = textFields(DELIVERY_FIELDS, (submitted) => ok(readPaymentForm(submitted)));

export async function action({ request, params, context }: Route.ActionArgs) {
  const submission = await parseForm(await readFlatFormData(request), deliveryForm);
  if (submission.status !== "success") return rejectForm(submission, {}, 400);
  const { sessionId } = params;
  const input = { sessionId, values: submission.value };
  const placed = await orderByTransfer(context.get(depsContext), input);
  if (placed.ok) return redirect(orderPath(sessionId), { headers: PRIVATE });
  if (placed.error === "not_found") throw notFound();
  return rejectForm(submission, { fieldErrors: fieldErrorsOf(placed.error) }, 400);
}

/** Asks for the delivery before the details of the transfer. */
export default function BankTransfer({ loaderData, actionData }: Route.ComponentProps) {
  const { countries, credit, email, lines, total } = loaderData;
  const delivery = useDeliveryForm(loaderData, actionData);
  return (
    <>
      <h1 className="display text-3xl">Pay by bank transfer</h1>
      <p className="mt-3 mb-8 max-w-prose text-ink-soft">
        Tell us where your order goes. Then you read where to transfer the total, and we keep your
        pieces until it arrives. Days of delivery count from the day your transfer arrives.
      </p>
      <div className="grid gap-12 lg:grid-cols-12 lg:gap-16">
        <section
          aria-labelledby="order-summary"
          className="lg:order-2 lg:col-span-6 lg:border-l lg:border-line lg:pl-16"
        >
          <h2 id="order-summary" className="display mb-5 text-xl">
            Order Summary
          </h2>
          <PaymentSummary credit={credit} lines={lines} total={total} delivery={delivery}>
            <p className="mt-2 text-sm wrap-anywhere text-ink-quiet">Instructions to {email}</p>
          </PaymentSummary>
        </section>
        <Form
          method="post"
          {...getFormProps(delivery.form)}
          noValidate
          className="space-y-10 lg:order-1 lg:col-span-6"
        >
          <DeliveryFields hasAddress countries={countries} delivery={delivery} />
          <Button
            type="submit"
            size="lg"
            className="figures w-full"
            disabled={delivery.isUnserved}
            busy={useNavigation().state === "submitting"}
          >
            Place the order for {formatMoney(delivery.total)}
          </Button>
        </Form>
      </div>
    </>
  );
}
