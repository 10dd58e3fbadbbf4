import { getFormProps } from "@conform-to/react";
import { data, Form, redirect, useNavigation } from "react-router";
import { AmountRows } from "#app/components/orders/amount-rows.tsx";
import { depsContext } from "#app/web/context.ts";
import {
  fieldErrorsOf,
  parseForm,
  readFlatFormData,
  rejectForm,
  textFields,
} from "#app/web/form.server.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { ok } from "#core/result.ts";
import { findOpenTransfer, orderByTransfer } from "#features/checkout/bank-transfer.server.ts";
import { DELIVERY_FIELDS, readPaymentForm } from "#features/checkout/delivery-input.ts";
import { listAmounts } from "#features/orders/order-amounts.ts";
import { Button } from "#ui/button.tsx";
import type { Route } from "./+types/bank-transfer.ts";
import { countryOptions } from "./country-options.ts";
import { DeliveryFields, useDeliveryForm } from "./delivery-fields.tsx";

export const headers: Route.HeadersFunction = () => PRIVATE;
export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Bank transfer | ${matches[1].loaderData?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
];

const orderPath = (sessionId: string) => `/checkout/success?session_id=${sessionId}`;
const notFound = () => data(null, { status: 404, headers: PRIVATE });

export async function loader({ params, context }: Route.LoaderArgs) {
  const found = await findOpenTransfer(context.get(depsContext), params.sessionId);
  if (!found.ok && found.error === "over") throw redirect(orderPath(params.sessionId));
  if (!found.ok) throw notFound();
  const { options, order } = found.value;
  const [first] = options;
  return {
    options,
    amounts: listAmounts(order),
    countries: countryOptions(),
    values: { ...readPaymentForm({}), country: "GY", optionId: first?.id ?? "" },
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

/** Where the order goes, before the customer reads how to transfer its total. */
export default function BankTransfer({ loaderData, actionData }: Route.ComponentProps) {
  const { amounts, countries, options, values } = loaderData;
  const delivery = useDeliveryForm(values, actionData);
  return (
    <div className="mx-auto max-w-form py-2 md:py-8">
      <h1 className="display text-3xl">Pay by bank transfer</h1>
      <p className="mt-3 mb-8 text-ink-soft">
        Tell us where your order goes. Then you read where to transfer the total, and we keep your
        pieces until it arrives.
      </p>
      <Form method="post" {...getFormProps(delivery.form)} noValidate className="space-y-10">
        <DeliveryFields hasAddress options={options} countries={countries} delivery={delivery} />
        <AmountRows rows={amounts} className="border-t border-line pt-4" />
        <Button
          type="submit"
          size="lg"
          className="w-full"
          busy={useNavigation().state === "submitting"}
        >
          Place the order
        </Button>
      </Form>
    </div>
  );
}
