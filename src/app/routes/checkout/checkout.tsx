import { Link } from "react-router";
import { PRIVATE } from "#app/auth/require-admin.server.ts";
import { CartSummary } from "#app/checkout/cart-summary.tsx";
import { CheckoutForm } from "#app/checkout/checkout-form.tsx";
import { useCheckout } from "#app/checkout/use-checkout.ts";
import { actorContext } from "#app/context.ts";
import type { Route } from "./+types/checkout.ts";

export const headers: Route.HeadersFunction = () => PRIVATE;

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Checkout | ${matches[1].loaderData?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

export function loader({ context }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  return { email: actor.role === "visitor" ? "" : actor.email };
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const checkout = useCheckout();
  return (
    <>
      <h1 className="display text-3xl">Checkout</h1>
      <div className="mt-8 grid gap-12 lg:grid-cols-12 lg:gap-20">
        <section
          aria-labelledby="order-summary"
          className="lg:order-2 lg:col-span-5 lg:border-l lg:border-line lg:pl-12"
        >
          <div className="mb-5 flex items-baseline justify-between gap-4">
            <h2 id="order-summary" className="display text-2xl">
              Order Summary
            </h2>
            <Link to="/cart" className="link py-1 text-sm">
              Edit cart
            </Link>
          </div>
          <CartSummary {...checkout} />
        </section>
        <section aria-labelledby="contact" className="lg:order-1 lg:col-span-7 lg:max-w-form">
          <h2 id="contact" className="display mb-5 text-2xl">
            Contact
          </h2>
          <CheckoutForm checkout={checkout} knownEmail={loaderData.email} />
        </section>
      </div>
    </>
  );
}
