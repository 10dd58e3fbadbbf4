import type { LucideIcon } from "lucide-react";
import { Clock, RotateCcw } from "lucide-react";
import { data, Link } from "react-router";
import type { LineStocks } from "#app/components/cart/cart-stock.ts";
import { describeCartLine, imageOfCartLine } from "#app/components/cart/cart-stock.ts";
import { AmountRows } from "#app/components/orders/amount-rows.tsx";
import { readCreditToken } from "#app/web/browser-cookies.ts";
import { PRIVATE } from "#app/web/cache-headers.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { isManualProvider } from "#core/payment-providers.ts";
import { shownEmail } from "#core/shown-email.ts";
import { returnWindowLabel } from "#features/base/settings/return-window.ts";
import { toDeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import { getShippingSettings } from "#features/base/settings/site-settings-queries.server.ts";
import { listCartAmounts } from "#features/orders/order/order-amounts.ts";
import { findOfferedCredit } from "#features/orders/store-credit/store-credit-queries.server.ts";
import type { Cart } from "#features/sales/cart/cart.ts";
import { unitPriceOf } from "#features/sales/cart/cart.ts";
import type { PricedLines } from "#features/sales/cart/upsell.ts";
import { CHECKOUT_MESSAGES } from "#features/sales/checkout/checkout-messages.ts";
import { findUsualDestination } from "#features/sales/checkout/suggest-delivery.server.ts";
import { listPaymentChoices } from "#features/sales/payments/payment-choices.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { SkeletonLine } from "#ui/skeleton.tsx";
import type { Route } from "./+types/checkout.ts";
import { handleCheckoutForm } from "./checkout-action.server.ts";
import { CheckoutForm } from "./checkout-form.tsx";
import type { SummaryLine } from "./summary-lines.tsx";
import { SummaryLines } from "./summary-lines.tsx";
import { useCheckout } from "./use-checkout.ts";

/** `keepsAll`: false where days are held only once they are paid. */
type FactsProps = { returnWindow: string; keepsAll: boolean; hasTransfer: boolean };

function CheckoutFacts({ hasTransfer, returnWindow, keepsAll }: FactsProps) {
  return (
    <ul className="mt-10 space-y-5 border-t border-line pt-8 text-sm text-ink-soft">
      <Fact icon={Clock} title="Kept for you">
        {[
          keepsAll
            ? "Your pieces are yours for 30 minutes once the page for card payments is open."
            : "What is ready to wear is yours for 30 minutes once the page for card payments is open.",
          ...(hasTransfer
            ? ["By bank transfer it is kept for the days that stand beside it."]
            : []),
        ]}
      </Fact>
      <Fact icon={RotateCcw} title="Returns">
        {[
          `Ready-to-wear within ${returnWindow} of its delivery. Made-to-measure pieces are not returnable unless defective.`,
        ]}
      </Fact>
    </ul>
  );
}

type FactProps = { icon: LucideIcon; title: string; children: readonly string[] };

function Fact({ icon: Icon, title, children }: FactProps) {
  return (
    <li className="flex gap-4">
      <Icon size={20} aria-hidden="true" className="mt-0.5 text-demerara" />
      <div>
        <p className="font-medium text-ink">{title}</p>
        {children.map((line) => (
          <p key={line} className="figures">
            {line}
          </p>
        ))}
      </div>
    </li>
  );
}

type Props = {
  ready: boolean;
  cart: Cart;
  priced: PricedLines;
  stocks: LineStocks;
  credit: { balanceMinor: number; shownMinor: number | null };
};

function toLines({ cart, priced, stocks }: Props): SummaryLine[] {
  return cart.map((line, position) => {
    const unitPrice = unitPriceOf(line);
    const stock = stocks.get(line.cartItemId);
    return {
      key: line.cartItemId,
      described: describeCartLine(line, stock),
      image: imageOfCartLine(line, stock),
      quantity: line.quantity,
      unitPrice,
      total: priced.lines[position]?.total ?? unitPrice,
    };
  });
}

const creditWaits = (minor: number) =>
  `Your store credit of ${formatMoney(money(minor))} is ready. Choose a piece, and this page uses it when you pay.`;

/** Specification 2, Checkout. */
function CartSummary(props: Props) {
  const { ready, cart, credit, priced } = props;
  if (!ready) return <SummarySkeleton />;
  if (cart.length === 0) {
    return (
      <EmptyState
        title={CHECKOUT_MESSAGES.emptyCart}
        action={
          <ButtonLink to="/shop" variant="secondary">
            Browse the shop
          </ButtonLink>
        }
      >
        {credit.balanceMinor > 0 && creditWaits(credit.balanceMinor)}
      </EmptyState>
    );
  }
  return (
    <>
      <SummaryLines lines={toLines(props)} />
      <AmountRows
        rows={listCartAmounts(priced.total, credit.shownMinor)}
        className="border-t border-line pt-4"
      />
      <p className="mt-2 text-sm text-ink-quiet">Shipping and taxes calculated at checkout</p>
    </>
  );
}

function SummarySkeleton() {
  return (
    <div role="status" className="space-y-4">
      <span className="sr-only">Reading your cart</span>
      {["one", "two"].map((line) => (
        <div key={line} className="flex gap-4">
          <div className="aspect-4/5 w-22 animate-breathe bg-line/60" />
          <div className="grow space-y-3 pt-1">
            <SkeletonLine className="w-2/3" />
            <SkeletonLine className="w-1/3" />
          </div>
        </div>
      ))}
      <SkeletonLine />
    </div>
  );
}

export const headers: Route.HeadersFunction = () => PRIVATE;

export function action({ request, context }: Route.ActionArgs) {
  return handleCheckoutForm(request, context.get(depsContext), context.get(actorContext));
}

/** Keeps page, cart and email offline; the same key finds the same order. */
export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  try {
    return await serverAction();
  } catch {
    // An error status prevents a reload of the page's data, which would fail too.
    return data({ error: { message: CHECKOUT_MESSAGES.fallback } }, { status: 503 });
  }
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Checkout | ${matches[1].loaderData?.siteName ?? ""}` },
  { name: "robots", content: "noindex" },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const { db } = context.get(depsContext);
  const shipping = await getShippingSettings(db);
  return {
    delivery: {
      terms: toDeliveryTerms(shipping),
      usual: await findUsualDestination(db, { actor }),
    },
    email: actor.role === "visitor" ? "" : shownEmail(actor.email),
    choices: await listPaymentChoices(db),
    creditMinor: await findOfferedCredit(db, {
      actor,
      currency: "USD",
      token: readCreditToken(request),
    }),
  };
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const checkout = useCheckout(loaderData.creditMinor);
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
          <CheckoutForm
            checkout={checkout}
            knownEmail={loaderData.email}
            delivery={loaderData.delivery}
            choices={loaderData.choices}
          />
          <CheckoutFacts
            returnWindow={returnWindowLabel(loaderData.delivery.terms)}
            keepsAll={checkout.heldOncePaid === null}
            hasTransfer={loaderData.choices.some(({ value }) => isManualProvider(value))}
          />
        </section>
      </div>
    </>
  );
}
