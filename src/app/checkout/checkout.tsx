import { Link } from "react-router";
import { deliveryMessages } from "#app/storefront/product/delivery-messages.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { PRIVATE } from "#app/web/require-admin.server.ts";
import { getShippingSettings } from "#features/settings/site-settings-queries.server.ts";
import type { Route } from "./+types/checkout.ts";
import { CartSummary } from "./cart-summary.tsx";
import { CheckoutFacts } from "./checkout-facts.tsx";
import { CheckoutForm } from "./checkout-form.tsx";
import { useCheckout } from "./use-checkout.ts";

export const headers: Route.HeadersFunction = () => PRIVATE;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Checkout | ${matches[1].loaderData?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

export async function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const shipping = await getShippingSettings(context.get(depsContext).db);
  return {
    email: actor.role === "visitor" ? "" : actor.email,
    delivery: deliveryMessages(shipping).all,
  };
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const checkout = useCheckout();
  return (
    <>
      <h1 className="display text-3xl">Checkout</h1>
      <div className="mt-8 grid gap-12 lg:grid-cols-12 lg:gap-16">
        <section
          aria-labelledby="order-summary"
          className="lg:order-2 lg:col-span-6 lg:border-l lg:border-line lg:pl-16"
        >
          <div className="mb-5 flex items-baseline justify-between gap-4">
            <h2 id="order-summary" className="display text-xl">
              Order Summary
            </h2>
            <Link to="/cart" className="link py-1 text-sm">
              Edit cart
            </Link>
          </div>
          <CartSummary {...checkout} />
        </section>
        <section aria-labelledby="contact" className="lg:order-1 lg:col-span-6">
          <h2 id="contact" className="display mb-5 text-xl">
            Contact
          </h2>
          <CheckoutForm checkout={checkout} knownEmail={loaderData.email} />
          <CheckoutFacts delivery={loaderData.delivery} />
        </section>
      </div>
    </>
  );
}
