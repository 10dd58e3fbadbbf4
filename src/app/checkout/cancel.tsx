import { useEffect } from "react";
import { depsContext } from "#app/web/context.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { cancelCheckout } from "#features/payments/expire-checkout.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/cancel.ts";
import { announceReturn } from "./checkout-attempt.browser.ts";

export const headers: Route.HeadersFunction = () => PRIVATE;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Checkout Cancelled | ${matches[1].loaderData?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

/** Ends the payment session; idempotent. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const orderId = url.searchParams.get("order");
  return { status: await cancelCheckout(context.get(depsContext), { orderId }) };
}

export default function Cancel({ loaderData }: Route.ComponentProps) {
  useEffect(announceReturn, []);
  const isPaid = loaderData.status === "completed";
  return (
    <div className="mx-auto max-w-prose py-6 text-center md:py-16">
      <h1 className="display text-4xl">Checkout Cancelled</h1>
      {isPaid ? (
        <Notice kind="info" className="mt-6 text-left" title="This order had already been paid">
          It is complete, and its confirmation is on its way to you.
        </Notice>
      ) : (
        <p className="mt-4 text-ink-soft">
          Nothing was charged, and everything is still in your cart, as you left it.
        </p>
      )}
      <div className="mt-8 flex flex-col justify-center gap-3 sm:flex-row">
        <ButtonLink to="/checkout" size="lg">
          Return to Checkout
        </ButtonLink>
        <ButtonLink to="/shop" size="lg" variant="secondary">
          Continue Shopping
        </ButtonLink>
      </div>
    </div>
  );
}
