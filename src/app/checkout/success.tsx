import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { clearCart } from "#app/components/cart/cart-store.browser.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { CHECKOUT_MESSAGES } from "#features/checkout/checkout-messages.ts";
import type { OrderView } from "#features/checkout/order-view.ts";
import { retrieveOrder } from "#features/checkout/retrieve-order.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { ErrorPanel } from "#ui/error-panel.tsx";
import { showToast } from "#ui/toast-store.ts";
import type { Route } from "./+types/success.ts";
import { clearOwnSession } from "./checkout-attempt.browser.ts";
import { OrderPanel } from "./order-panel.tsx";
import { SuccessHeading } from "./success-heading.tsx";
import { MissingSession, OrderLoading, OrderNotFound } from "./success-messages.tsx";
import { useOrderWatch } from "./use-order-watch.ts";

type Found =
  | { kind: "missing" }
  | { kind: "unknown" }
  | { kind: "failed" }
  | { kind: "order"; sessionId: string; order: OrderView };

export const headers: Route.HeadersFunction = () => PRIVATE;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your order | ${matches[1].loaderData?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
];

export async function loader({ context, url }: Route.LoaderArgs): Promise<Found> {
  const sessionId = url.searchParams.get("session_id");
  if (!sessionId) return { kind: "missing" };
  const deps = context.get(depsContext);
  try {
    const order = await retrieveOrder(deps, { sessionId, actor: context.get(actorContext) });
    return order ? { kind: "order", sessionId, order } : { kind: "unknown" };
  } catch (error) {
    deps.logger.error({ err: error }, "checkout: order not retrieved");
    return { kind: "failed" };
  }
}

/** Empties the cart once the order that came from it is paid; a link opened again later leaves a newer cart alone. */
function useCartClearing(found: Found): void {
  const paidSession =
    found.kind === "order" && found.order.status === "completed" ? found.sessionId : null;
  useEffect(() => {
    if (paidSession && clearOwnSession(paidSession)) clearCart();
  }, [paidSession]);
}

function useFailureToast(found: Found): void {
  useEffect(() => {
    if (found.kind === "failed")
      showToast({ kind: "error", title: CHECKOUT_MESSAGES.orderNotRetrieved });
  }, [found]);
}

export default function Success({ loaderData: found }: Route.ComponentProps) {
  useCartClearing(found);
  useFailureToast(found);
  return (
    <div className="mx-auto max-w-prose space-y-8 py-2 md:py-8">
      {found.kind === "order" ? <FoundOrder order={found.order} /> : <NoOrder kind={found.kind} />}
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

function FoundOrder({ order }: { order: OrderView }) {
  const watch = useOrderWatch(order.status === "pending");
  return (
    <>
      <SuccessHeading order={order} watch={watch} />
      <OrderPanel order={order} />
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
