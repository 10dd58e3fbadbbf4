import type { RouterContextProvider } from "react-router";
import { data, redirect } from "react-router";
import { countryOptions } from "#app/components/address/country-options.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import {
  fieldErrorsOf,
  parseForm,
  readFlatFormData,
  rejectForm,
  textFields,
} from "#app/web/form.server.ts";
import type { LinkVisit } from "#app/web/private-link.server.ts";
import { leaveToken, readLinkToken } from "#app/web/private-link.server.ts";
import type { Result } from "#core/result.ts";
import { ok } from "#core/result.ts";
import { getDutiesTerms } from "#features/base/settings/site-settings-queries.server.ts";
import type { Order } from "#features/orders/order/order.ts";
import type {
  PaymentFormErrors,
  PaymentFormValues,
} from "#features/sales/checkout/delivery-input.server.ts";
import {
  DELIVERY_FIELDS,
  readPaymentForm,
} from "#features/sales/checkout/delivery-input.server.ts";
import { findHeldOncePaid } from "#features/sales/checkout/held-once-paid.server.ts";
import { destinationOf } from "#features/sales/checkout/open-payment.server.ts";
import { suggestDelivery } from "#features/sales/checkout/suggest-delivery.server.ts";
import type { SettlementDeps } from "#features/sales/payments/payment-records.server.ts";
import type { PaymentLine, ShippingOption } from "#platform/payments.server.ts";

const orderPath = (sessionId: string) => `/checkout/success?session_id=${sessionId}`;
const notFound = () => data(null, { status: 404, headers: PRIVATE });

type Args = {
  params: { sessionId: string };
  context: Readonly<RouterContextProvider>;
  request: Request;
};
type OpenOrder = {
  order: Order;
  lines: readonly PaymentLine[];
  options: readonly ShippingOption[];
};

/** No session lives as long. */
const OPEN_DAYS = 1;

/** The visit of a page whose path has a session's id at first, and its public name afterwards (ADR 0066). */
const visitOf = ({ context, params, request }: Args): LinkVisit => ({
  address: params.sessionId,
  request,
  publicUrl: context.get(depsContext).publicUrl,
});

/**
 * Redirects to the order when it is placed or expired. Whoever reads the address of the open page later, in a history or over a shoulder,
 * cannot place the order with it.
 */
export async function loadDelivery<Found extends OpenOrder>(
  args: Args & { url: URL },
  find: (deps: SettlementDeps, sessionId: string) => Promise<Result<Found, "not_found" | "over">>,
) {
  const { context, url } = args;
  const deps = context.get(depsContext);
  const visit = visitOf(args);
  const sessionId = readLinkToken(visit);
  if (sessionId === null) throw notFound();
  const found = await find(deps, sessionId);
  if (!found.ok && found.error === "over") throw redirect(orderPath(sessionId));
  if (!found.ok) throw notFound();
  leaveToken(visit, { days: OPEN_DAYS, url });
  const { lines, options, order } = found.value;
  const destination = destinationOf(order);
  const whose = { actor: context.get(actorContext), accountId: order.userId };
  const delivery = {
    lines,
    options,
    values: await suggestDelivery(deps.db, { ...whose, destination }),
    duties: await getDutiesTerms(deps.db),
    heldOncePaid: await findHeldOncePaid(deps, order),
    countries: countryOptions(),
  };
  return { found: found.value, destination, delivery };
}

const deliveryForm = textFields(DELIVERY_FIELDS, (submitted) => ok(readPaymentForm(submitted)));

/** Places the order and redirects to it; a refusal returns an error for each field. */
export async function orderWithDelivery(
  args: Args,
  location: (
    deps: SettlementDeps,
    input: { sessionId: string; values: PaymentFormValues },
  ) => Promise<Result<null, "not_found" | PaymentFormErrors>>,
) {
  const submission = await parseForm(await readFlatFormData(args.request), deliveryForm);
  if (submission.status !== "success") return rejectForm(submission, {}, 400);
  const deps = args.context.get(depsContext);
  const sessionId = readLinkToken(visitOf(args));
  if (sessionId === null) throw notFound();
  const placed = await location(deps, { sessionId, values: submission.value });
  if (placed.ok) return redirect(orderPath(sessionId), { headers: PRIVATE });
  if (placed.error === "not_found") throw notFound();
  return rejectForm(submission, { fieldErrors: fieldErrorsOf(placed.error) }, 400);
}
