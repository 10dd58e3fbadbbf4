import { useEffect } from "react";
import { data, Form, Link, redirect, useNavigation } from "react-router";
import { openCart, replaceCart, useCart } from "#app/components/cart/cart-store.browser.ts";
import { AwaitedTransfer } from "#app/components/orders/awaited-transfer.tsx";
import { CancelOrder } from "#app/components/orders/cancel-order.tsx";
import { fitPagePath } from "#app/components/product/product-url.ts";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, readFlatFormData, rejectForm } from "#app/web/form.server.ts";
import { pressedButton } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { orderNumber } from "#core/document-number.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { mailRouteOf } from "#features/base/mail/outbox.ts";
import { sizePhrase } from "#features/catalog/products/product.ts";
import { fitPathsOf } from "#features/garments/alterations/garment-fit.server.ts";
import { claimGuestOrders } from "#features/orders/order/claim-orders.server.ts";
import type { CartLine } from "#features/sales/cart/cart.ts";
import { addLines } from "#features/sales/cart/cart.ts";
import { cancelOwnOrder } from "#features/sales/checkout/cancel-pending-order.server.ts";
import { toStoredLine } from "#features/sales/checkout/cart-change.ts";
import type { ReorderNote } from "#features/sales/checkout/quote-reorder.server.ts";
import { quoteReorder } from "#features/sales/checkout/quote-reorder.server.ts";
import type { MyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { findMyOrder } from "#features/sales/order-page/my-order-queries.server.ts";
import { findMyContracts } from "#features/sales/order-page/order-contracts.server.ts";
import { cancelOwnGarment } from "#features/sales/payments/cancel-garment.server.ts";
import type { ConfirmedItems } from "#features/sales/payments/cancel-items.server.ts";
import { cancelOwnItems } from "#features/sales/payments/cancel-items.server.ts";
import { saveOwnPayoutAccount } from "#features/sales/payments/payout-account.server.ts";
import { payoutAccountSchema } from "#features/sales/payments/payout-account.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { Button, ButtonLink } from "#ui/button.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import { showToast } from "#ui/toast-store.ts";
import { AccountError, accountMeta } from "../account-page.tsx";
import { notFound, refuseAccount } from "../account-responses.server.ts";
import type { Route } from "./+types/order.ts";
import { CANCEL_ITEMS } from "./cancel-items.tsx";
import { ACCOUNT_NOT_NEEDED, MoneyBack, SAVE_ACCOUNT } from "./money-back.tsx";
import { MyContracts } from "./my-contracts.tsx";
import type { CancelProblem } from "./my-garments.tsx";
import { CANCEL_GARMENT, ItemsNotCancelled, MyGarments, problemOf } from "./my-garments.tsx";
import { ContactLinks, MyOrderBody, MyOrderHead, transferredSoFar } from "./my-order-view.tsx";
import { readCancellation, readItemCancellation } from "./order-forms.server.ts";

type ReorderResult = {
  lines: readonly Omit<CartLine, "cartItemId">[];
  notes: readonly ReorderNote[];
};

type ActionResult =
  | ({ kind: "reorder" } & ReorderResult)
  | { kind: "not_cancelled" }
  | { kind: "items"; problem: CancelProblem }
  | { kind: "account"; result: FormResult }
  | { kind: "garment"; problem: CancelProblem };

/** Lists what could not be added unchanged; without JavaScript, links to the products. */
function ReorderNotice({ response, inCart }: { response: ReorderResult; inCart: boolean }) {
  const { lines, notes } = response;
  if (inCart && notes.length === 0) return null;
  return (
    <Notice
      kind={lines.length === 0 ? "warning" : "info"}
      live
      title={lines.length === 0 ? "Nothing of this order can be bought now" : "Ordering again"}
      className="mb-10"
    >
      {notes.length > 0 && (
        <ul>
          {notes.map(({ fitOf, text }) => (
            <li key={text}>
              {text}{" "}
              {fitOf && (
                <Link to={fitPagePath(fitOf)} className="link inline-block py-1">
                  Choose and measure again
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
      {!inCart && lines.length > 0 && (
        <ul className="mt-2">
          {lines.map((line) => (
            <li key={`${line.id} ${line.size} ${line.color ?? ""}`}>
              <Link to={`/product/${line.id}`} className="link inline-block py-1">
                {line.name}, {sizePhrase(line.size)}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const { clock, db } = deps;
  const actor = context.get(actorContext);
  const own = { actor, orderId: params.id, now: clock.now() };
  let found = await findMyOrder(db, own);
  // Who has just confirmed the email of an order as a guest may follow a link to it before the list of orders.
  if (!found.ok && found.error === "not_found" && (await claimGuestOrders(deps, { actor })) > 0) {
    found = await findMyOrder(db, own);
  }
  const contracts = await findMyContracts(deps, { actor, orderId: params.id });
  if (found.ok && contracts.ok) {
    const shipped = found.value.garments.filter(({ stage }) => stage === "shipped");
    const garmentIds = shipped.map(({ id }) => id);
    const fitPaths = fitPathsOf(deps, { orderId: params.id, garmentIds, isGuest: false });
    const mailRoute = mailRouteOf(deps.env);
    return { ...found.value, contracts: contracts.value, fitPaths, mailRoute };
  }
  return !found.ok && found.error === "forbidden" ? refuseAccount() : notFound();
}

export async function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const form = await readFlatFormData(request);
  const intent = pressedButton(form);
  const own = { actor, orderId: params.id };
  if (intent === SAVE_ACCOUNT) return saveAccount(deps, own, form);
  if (intent === CANCEL_ITEMS) return cancelItems(deps, own, readItemCancellation(form));
  if (intent === CANCEL_GARMENT) return cancelGarment(deps, own, readCancellation(form));
  if (intent === "cancel-order") return cancelOrder(deps, own);
  const quoted = await quoteReorder(deps, own);
  if (!quoted.ok) return quoted.error === "forbidden" ? refuseAccount() : notFound();
  return data<ActionResult>({
    kind: "reorder",
    notes: quoted.value.notes,
    lines: quoted.value.lines.map(toStoredLine),
  });
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

type OwnOrder = { actor: Actor; orderId: string };

async function cancelGarment(
  deps: AppDeps,
  own: OwnOrder,
  confirmed: ReturnType<typeof readCancellation>,
) {
  const cancelled = await cancelOwnGarment(deps, { ...own, ...confirmed });
  if (cancelled.ok) throw redirect(`/profile/orders/${own.orderId}#garments`, 303);
  if (cancelled.error === "forbidden") return refuseAccount();
  if (cancelled.error === "not_found") return notFound();
  const problem = problemOf(cancelled.error);
  return data<ActionResult>({ kind: "garment", problem }, { status: 409 });
}

async function cancelItems(deps: AppDeps, own: OwnOrder, confirmed: ConfirmedItems) {
  const cancelled = await cancelOwnItems(deps, { ...own, ...confirmed });
  if (cancelled.ok) throw redirect(`/profile/orders/${own.orderId}`, 303);
  if (cancelled.error === "forbidden") return refuseAccount();
  if (cancelled.error === "not_found") return notFound();
  const problem = problemOf(cancelled.error);
  return data<ActionResult>({ kind: "items", problem }, { status: 409 });
}

async function saveAccount(deps: AppDeps, own: OwnOrder, form: FormData) {
  const refused = (...args: Parameters<typeof rejectForm>) => {
    const rejected = rejectForm(...args);
    return data<ActionResult>({ kind: "account", result: rejected.data }, rejected.init ?? {});
  };
  const submission = await parseForm(form, payoutAccountSchema);
  if (submission.status !== "success") return refused(submission);
  const saved = await saveOwnPayoutAccount(deps, { ...own, account: submission.value });
  if (saved.ok) throw redirect(`/profile/orders/${own.orderId}#money-back`, 303);
  switch (saved.error) {
    case "forbidden":
      return refuseAccount();
    case "not_found":
      return notFound();
    default:
      return refused(submission, { formErrors: [ACCOUNT_NOT_NEEDED] }, 409);
  }
}

async function cancelOrder(deps: AppDeps, own: OwnOrder) {
  const cancelled = await cancelOwnOrder(deps, own);
  if (cancelled.ok) throw redirect(`/profile/orders/${own.orderId}`);
  if (cancelled.error === "forbidden") return refuseAccount();
  if (cancelled.error === "not_found") return notFound();
  return data<ActionResult>({ kind: "not_cancelled" }, { status: 409 });
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const order = (loaderData as MyOrder | undefined)?.order;
  return accountMeta(order ? `Order ${orderNumber(order.id)}` : "Order not found", matches);
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function OrderPage({ loaderData, actionData }: Route.ComponentProps) {
  const reordered = actionData?.kind === "reorder" ? actionData : null;
  useOrderAgain(reordered?.lines);
  const hydrated = useHydrated();
  const number = orderNumber(loaderData.order.id);
  return (
    <div className="shell pt-6 pb-24 md:pt-10">
      <Breadcrumbs
        items={[
          { label: "My Account", to: "/profile" },
          { label: "Orders", to: "/profile/orders" },
          { label: number },
        ]}
      />
      <div className="mt-8 mb-12 flex flex-wrap items-end justify-between gap-x-12 gap-y-8 md:mt-12">
        <MyOrderHead order={loaderData} />
        <OrderActions order={loaderData} fitPaths={loaderData.fitPaths} />
      </div>
      {reordered && <ReorderNotice response={reordered} inCart={hydrated} />}
      {actionData?.kind === "not_cancelled" && (
        <Notice kind="warning" live title="This order cannot be cancelled now" className="mb-10">
          Its payment is on its way or already here. Please write to us.
        </Notice>
      )}
      {actionData?.kind === "items" && <ItemsNotCancelled problem={actionData.problem} />}
      <AwaitedTransfer transfer={loaderData.transfer} mailRoute={loaderData.mailRoute} />
      <MoneyBack
        order={loaderData}
        result={actionData?.kind === "account" ? actionData.result : undefined}
      />
      <MyOrderBody order={loaderData} />
      <MyGarments
        garments={loaderData.garments}
        wayBack={loaderData.wayBack}
        fitPaths={loaderData.fitPaths}
        problem={actionData?.kind === "garment" ? actionData.problem : null}
      />
      <MyContracts {...loaderData.contracts} />
    </div>
  );
}

const quiet = "link inline-flex min-h-11 items-center text-sm";

type ActionsProps = { order: MyOrder; fitPaths: Readonly<Record<string, string>> };

function OrderActions({ fitPaths, order: { corrections, order, returns } }: ActionsProps) {
  const busy = useNavigation().state === "submitting";
  const here = `/profile/orders/${order.id}`;
  const isReturnable = Object.values(returns).some((line) => line.reasons.length > 0);
  return (
    <div className="flex flex-wrap items-center gap-x-7 gap-y-2">
      {order.payment.url && order.payment.status === "pending" && order.status === "pending" && (
        <ButtonLink to={order.payment.url} reloadDocument>
          Continue to payment
        </ButtonLink>
      )}
      {order.status === "pending" && (
        <CancelOrder
          isTransfer={order.payment.method === "manual"}
          received={transferredSoFar(order)}
        />
      )}
      <Form method="post" preventScrollReset>
        <Button type="submit" variant="secondary" busy={busy}>
          Order these again
        </Button>
      </Form>
      {order.completedAt && (
        <Link to={`${here}/receipt`} className={quiet}>
          Receipt to print
        </Link>
      )}
      {order.completedAt && (
        <a href={`${here}/invoice.pdf`} className={quiet}>
          Invoice (PDF)
        </a>
      )}
      {corrections.map(({ id, number, title }) => (
        <a key={id} href={`${here}/documents/${id}`} className={quiet}>
          {title} {number} (PDF)
        </a>
      ))}
      {isReturnable && (
        <Link to={`${here}/return`} className={quiet}>
          Return a piece
        </Link>
      )}
      <ContactLinks order={order} fitPaths={fitPaths} />
    </div>
  );
}

/** Adds the lines once per response. */
export function useOrderAgain(lines: readonly Omit<CartLine, "cartItemId">[] | undefined): void {
  const { ready, cart } = useCart();
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once per response, not per change of the cart
  useEffect(() => {
    if (!lines || lines.length === 0 || !ready) return;
    replaceCart(addLines(cart, lines));
    openCart();
    showToast({ kind: "success", title: "Your order is in the cart" });
  }, [lines, ready]);
}
