import { useEffect } from "react";
import { data, redirect, useRevalidator } from "react-router";
import { clearCart } from "#app/components/cart/cart-store.browser.ts";
import { clearOwnSession } from "#app/components/cart/checkout-attempt.browser.ts";
import { AmountRows } from "#app/components/orders/amount-rows.tsx";
import { OrderDate } from "#app/components/orders/order-date.tsx";
import { tooManyAttemptsMessage } from "#app/web/auth-messages.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormErrorList } from "#app/web/form.server.ts";
import { parseForm, readFlatFormData, rejectForm, textFields } from "#app/web/form.server.ts";
import { pressedButton } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { fail, ok } from "#core/result.ts";
import { shownEmail } from "#core/shown-email.ts";
import { mailRouteOf } from "#features/base/mail/outbox.ts";
import { statusTone, statusWord } from "#features/orders/order/order.ts";
import { cancelOrderOfSession } from "#features/sales/checkout/cancel-pending-order.server.ts";
import { CHECKOUT_MESSAGES } from "#features/sales/checkout/checkout-messages.ts";
import { createGuestAccount } from "#features/sales/checkout/create-guest-account.server.ts";
import type { OrderView } from "#features/sales/checkout/retrieve-order.server.ts";
import { retrieveOrder } from "#features/sales/checkout/retrieve-order.server.ts";
import { Badge } from "#ui/badge.tsx";
import { ButtonLink } from "#ui/button.tsx";
import { imageVariantPath } from "#ui/image-widths.ts";
import { ErrorPanel, Notice } from "#ui/notice.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";
import { showToast } from "#ui/toast-store.ts";
import type { Route } from "./+types/success.ts";
import type { AccountState } from "./after-order.tsx";
import { DeliveryAfterTransfer, GuestOrder, WhatHappensNext } from "./after-order.tsx";
import { SuccessHeading } from "./success-heading.tsx";
import { SummaryLines } from "./summary-lines.tsx";
import type { FoundOrderData } from "./use-order-watch.ts";
import { useOrderWatch } from "./use-order-watch.ts";

/** The URL has no session (specification 2, Checkout). */
function MissingSession() {
  return (
    <Notice kind="warning" title="Missing session information">
      This page was opened without a payment session, so we cannot show an order. If you completed a
      payment, your confirmation email has all the details.
    </Notice>
  );
}

/** No order belongs to the session (specification 2). */
function OrderNotFound() {
  return (
    <div role="alert" className="border border-line px-6 py-10 text-center">
      <p>
        <strong className="font-medium">Order not found:</strong> We couldn't find an order
        associated with this session. Please contact support if you completed a payment.
      </p>
    </div>
  );
}

function OrderLoading() {
  return (
    <div role="status" className="space-y-4 border border-line p-8">
      <p className="text-sm text-ink-quiet">Loading your order details...</p>
      <SkeletonLine className="w-1/3" />
      <SkeletonLine />
      <SkeletonLine />
      <SkeletonLine className="w-2/3" />
    </div>
  );
}

export const headers: Route.HeadersFunction = () => PRIVATE;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your order | ${matches[1].loaderData?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
];

export async function loader({ context, url }: Route.LoaderArgs): Promise<FoundOrderData> {
  const sessionId = url.searchParams.get("session_id");
  if (!sessionId) return { kind: "missing" };
  const deps = context.get(depsContext);
  try {
    const order = await retrieveOrder(deps, { sessionId, actor: context.get(actorContext) });
    const link = `${deps.publicUrl}/checkout/success?session_id=${sessionId}`;
    return order
      ? { kind: "order", sessionId, link, order, mailRoute: mailRouteOf(deps.env) }
      : { kind: "unknown" };
  } catch (error) {
    deps.logger.error({ err: error }, "checkout: order not retrieved");
    return { kind: "failed" };
  }
}

type ActionResult = { kind: "not_cancelled" } | Exclude<AccountState, null>;

const passwordForm = textFields(["password"], ({ password }) =>
  password === "" ? fail({ password: "Password is required" }) : ok({ password }),
);

async function createAccount(deps: AppDeps, request: Request, form: FormData, sessionId: string) {
  const submission = await parseForm(form, passwordForm);
  const refuse = (errors: FormErrorList, status: number) => {
    const rejected = rejectForm(submission, { ...errors, hideFields: ["password"] });
    return data<ActionResult>({ kind: "rejected", result: rejected.data }, { status });
  };
  if (submission.status !== "success") return refuse({}, 422);
  const { password } = submission.value;
  const created = await createGuestAccount(deps, { sessionId, password, request });
  if (created.ok) return data<ActionResult>({ kind: "created" }, { headers: PRIVATE });
  const { error } = created;
  if (error.code === "weak_password")
    return refuse({ fieldErrors: { password: [error.message] } }, 422);
  if (error.code === "too_many_attempts") {
    return refuse({ formErrors: [tooManyAttemptsMessage(error.retryAfterSeconds)] }, 429);
  }
  return refuse(
    { formErrors: ["The account could not be made. Please try the sign-in page."] },
    422,
  );
}

/** Cancels an unpaid order, or creates its guest's account. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const sessionId = url.searchParams.get("session_id") ?? "";
  const deps = context.get(depsContext);
  const form = await readFlatFormData(request);
  if (pressedButton(form) === "create-account") {
    return createAccount(deps, request, form, sessionId);
  }
  const cancelled = await cancelOrderOfSession(deps, { sessionId });
  if (cancelled.ok)
    throw redirect(`/checkout/success?session_id=${sessionId}`, { headers: PRIVATE });
  return data<ActionResult>({ kind: "not_cancelled" }, { status: 409, headers: PRIVATE });
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

/** Empties the cart once its order is paid; keeps a newer cart. */
function useCartClearing(found: FoundOrderData): void {
  const paidSession =
    found.kind === "order" && (found.order.status === "completed" || found.order.transfer)
      ? found.sessionId
      : null;
  useEffect(() => {
    if (paidSession && clearOwnSession(paidSession)) clearCart();
  }, [paidSession]);
}

function useFailureToast(found: FoundOrderData): void {
  useEffect(() => {
    if (found.kind === "failed")
      showToast({ kind: "error", title: CHECKOUT_MESSAGES.orderNotRetrieved });
  }, [found]);
}

export default function Success({ loaderData, actionData }: Route.ComponentProps) {
  useCartClearing(loaderData);
  useFailureToast(loaderData);
  return (
    <div className="mx-auto max-w-prose space-y-8 py-2 md:py-8">
      {actionData?.kind === "not_cancelled" && (
        <Notice kind="warning" title="This order cannot be cancelled now" live>
          Its payment is on its way or already here. Please write to us.
        </Notice>
      )}
      {loaderData.kind === "order" ? (
        <FoundOrder
          found={loaderData}
          account={actionData?.kind === "not_cancelled" ? null : actionData}
        />
      ) : (
        <NoOrder kind={loaderData.kind} />
      )}
      <div className="flex flex-col justify-center gap-3 sm:flex-row">
        <ButtonLink to="/shop" size="lg">
          Continue Shopping
        </ButtonLink>
        <ButtonLink to="/profile" size="lg" variant="secondary">
          View Your Orders
        </ButtonLink>
      </div>
    </div>
  );
}

type FoundProps = {
  found: Extract<FoundOrderData, { kind: "order" }>;
  account: AccountState | undefined;
};

function FoundOrder({ found: { link, mailRoute, order }, account = null }: FoundProps) {
  const watch = useOrderWatch(
    order.status === "pending" && !order.isUnderReview && !order.transfer,
  );
  return (
    <>
      <SuccessHeading order={order} watch={watch} mailRoute={mailRoute} />
      {order.shownStatus === "completed" && !order.isUnderReview && (
        <WhatHappensNext order={order} mailRoute={mailRoute} />
      )}
      {order.transfer && <DeliveryAfterTransfer order={order} />}
      <OrderPanel order={order} />
      {order.isGuest && (order.status === "completed" || order.transfer) && (
        <GuestOrder order={order} link={link} account={account} mailRoute={mailRoute} />
      )}
    </>
  );
}

function NoOrder({ kind }: { kind: "missing" | "unknown" | "failed" }) {
  const { revalidate, state } = useRevalidator();
  return (
    <>
      <h1 className="display text-center text-4xl">Your order</h1>
      {kind === "missing" && <MissingSession />}
      {kind === "unknown" && <OrderNotFound />}
      {kind === "failed" && state !== "idle" && <OrderLoading />}
      {kind === "failed" && state === "idle" && (
        <ErrorPanel
          title={CHECKOUT_MESSAGES.orderNotRetrieved}
          text="Your order is safe. Please try again in a moment."
          onRetry={() => void revalidate()}
        />
      )}
    </>
  );
}

/** Specification 2, Checkout. */
export function OrderPanel({ order }: { order: OrderView }) {
  return (
    <section aria-labelledby="order-summary" className="border border-line p-5 text-left sm:p-8">
      <h2 id="order-summary" className="display text-2xl">
        Order Summary
      </h2>
      <dl className="figures mt-4 mb-6 grid grid-cols-[auto_1fr] items-baseline gap-x-6 gap-y-1.5 text-sm">
        <dt className="text-ink-quiet">Order Number</dt>
        <dd>{order.number}</dd>
        <dt className="text-ink-quiet">Date</dt>
        <dd>
          <OrderDate iso={order.placedAt} />
        </dd>
        <dt className="text-ink-quiet">Status</dt>
        <dd>
          <Badge kind={statusTone(order.shownStatus)}>{statusWord(order.shownStatus)}</Badge>
        </dd>
        <dt className="text-ink-quiet">Email</dt>
        <dd className="wrap-anywhere">{shownEmail(order.email)}</dd>
      </dl>
      <SummaryLines
        lines={order.lines.map((line) => ({
          ...line,
          key: line.id,
          image: line.imageId ? imageVariantPath(line.imageId, 320, "webp") : "",
        }))}
      />
      <AmountRows rows={order.amounts} className="border-t border-line pt-4" />
    </section>
  );
}
