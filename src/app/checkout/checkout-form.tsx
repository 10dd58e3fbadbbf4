import { ExternalLink } from "lucide-react";
import type { FormEvent, RefObject } from "react";
import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { chosenDayOf, makingDays, readyOf } from "#app/components/cart/cart-stock.ts";
import { lastEntered, rememberEmail } from "#app/components/cart/checkout-attempt.browser.ts";
import { DeliveryLines, DestinationSelect } from "#app/components/delivery/delivery-estimate.tsx";
import { useDestination } from "#app/components/delivery/destination-store.browser.ts";
import { needByPath } from "#app/components/delivery/need-by-url.ts";
import { UnbrokenDays } from "#app/components/page/unbroken-days.tsx";
import type { Destination } from "#core/delivery-address.ts";
import { destinationCode } from "#core/delivery-address.ts";
import { NO_EMAIL_MESSAGE } from "#core/email-messages.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import { isManualProvider, manualPaymentOf } from "#core/payment-providers.ts";
import type { DeliveryTerms } from "#features/base/settings/shipping-methods.ts";
import { termsWithMaking } from "#features/base/settings/shipping-methods.ts";
import { CUSTOM_SIZE } from "#features/catalog/products/product.ts";
import { depositOf } from "#features/orders/order/transfer-deposit.ts";
import { heldOncePaidMessage } from "#features/sales/checkout/held-once-paid.ts";
import type { PaymentChoice } from "#features/sales/payments/payment-choices.server.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { CartChanges } from "./cart-changes.tsx";
import type { useCheckout } from "./use-checkout.ts";

/** Returns null for a plausible email; the server validates again. */
export function emailProblem(raw: string): string | null {
  const email = raw.trim();
  if (email === "") return "Please enter your email address.";
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email)) {
    return NO_EMAIL_MESSAGE;
  }
  return null;
}

type Props = {
  checkout: ReturnType<typeof useCheckout>;
  knownEmail: string;
  delivery: { terms: DeliveryTerms; usual: string | null };
  /** A single one is not shown. */
  choices: readonly PaymentChoice[];
};

/** Uncontrolled: React state would lose earlier input. */
function useEmail(knownEmail: string) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const current = () => input.current?.value ?? knownEmail;
  return {
    input,
    problem,
    current,
    /** Trims the email; if invalid, returns null, focuses the field and shows the error. */
    valid(): string | null {
      const found = emailProblem(current());
      setProblem(found);
      if (!found) return current().trim();
      input.current?.focus();
      return null;
    },
    onChange: () => problem && setProblem(emailProblem(current())),
    onBlur: () => {
      if (current() === "") return;
      setProblem(emailProblem(current()));
      rememberEmail(current());
    },
  };
}

/** Restores an unpaid attempt unless something was entered already. */
function useLastEntered(
  input: RefObject<HTMLInputElement | null>,
  choose: (method: string) => void,
) {
  useEffect(() => {
    const last = lastEntered();
    if (!last) return;
    if (input.current?.value === "") input.current.value = last.email;
    choose(last.method);
  }, [input, choose]);
}

/** Keeps all input on errors (specification 2, Checkout). */
export function CheckoutForm({ checkout, knownEmail, delivery, choices }: Props) {
  const { cart, itemCount, ready, state, pay, accept } = checkout;
  const destination = useDestination(delivery.usual);
  const email = useEmail(knownEmail);
  const [wanted, setMethod] = useState("");
  useLastEntered(email.input, setMethod);
  const choice = choices.find(({ value }) => value === wanted) ?? choices[0];
  const method = choice?.value ?? "";
  const depositPercent = choice?.depositPercent ?? null;
  const isEmpty = ready && cart.length === 0;
  const choiceOf = (valid: string) => ({
    email: valid,
    method,
    destination: destination ? destinationCode(destination) : "",
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    const valid = isEmpty ? email.current() : email.valid();
    if (valid !== null) void pay(choiceOf(valid));
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-6">
      <EmailField email={email} knownEmail={knownEmail} />
      <DeliveryChoice
        checkout={checkout}
        terms={delivery.terms}
        destination={destination}
        isTransfer={isManualProvider(method)}
        hasDeposit={depositPercent !== null}
      />
      <CreditChoice credit={checkout.credit} />
      {choices.length > 1 && (
        <RadioGroup
          legend="How would you like to pay?"
          name="method"
          value={method}
          onChoose={setMethod}
          options={choices}
        />
      )}
      <DepositPreview checkout={checkout} percent={depositPercent} />
      {state.kind === "changed" && (
        <CartChanges
          cart={cart}
          quote={state.quote}
          onAccept={() => {
            const valid = state.quote.lines.length > 0 ? email.valid() : "";
            if (valid !== null) accept(state.quote, valid ? choiceOf(valid) : null);
          }}
        />
      )}
      {state.kind === "opened" && (
        <PaymentOpened
          url={state.url}
          isTransfer={state.isTransfer}
          keepsAll={checkout.heldOncePaid === null}
        />
      )}
      {state.kind === "ended" && <PaymentEnded as={state.as} />}
      <Button
        type="submit"
        size="lg"
        className="w-full"
        disabled={isEmpty || !ready}
        whyDisabled={isEmpty ? "Your cart is empty" : "The cart is being read"}
        busy={state.kind === "processing"}
        busyLabel="Processing..."
      >
        Proceed to Payment ({itemCount === 1 ? "1 item" : `${itemCount} items`})
      </Button>
      <WhatComes method={method} />
    </form>
  );
}

type EmailFieldProps = { email: ReturnType<typeof useEmail>; knownEmail: string };

function EmailField({ email, knownEmail }: EmailFieldProps) {
  const { input, onBlur, onChange, problem } = email;
  return (
    <Field
      label="Email"
      error={problem}
      hint="Your confirmation and the questions of the atelier go to this address."
    >
      <Input
        ref={input}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        required
        defaultValue={knownEmail}
        onChange={onChange}
        onBlur={onBlur}
      />
    </Field>
  );
}

type PreviewProps = Pick<Props, "checkout"> & { percent: number | null };

/** What a made-to-measure order is asked to transfer first, and what after it. */
function DepositPreview({ checkout, percent }: PreviewProps) {
  const { cart, credit, priced } = checkout;
  const due = money(priced.total.minorUnits - (credit.shownMinor ?? 0), priced.total.currency);
  const isMade = cart.some(({ size }) => size === CUSTOM_SIZE);
  const deposit = isMade ? depositOf(due, percent) : null;
  if (!deposit) return null;
  const rest = money(due.minorUnits - deposit.minorUnits, due.currency);
  return (
    <p className="figures text-sm text-ink-soft">
      Before shipping, the deposit is {formatMoney(deposit)} and the rest {formatMoney(rest)}. The
      next page shows both with shipping, their reference and by when.
    </p>
  );
}

function WhatComes({ method }: { method: string }) {
  return (
    <>
      <p className="text-sm text-ink-quiet">
        {isManualProvider(method)
          ? manualPaymentOf(method).beforeOrder
          : "You pay on a secure page that opens in a new tab. There you enter the address and choose how we ship it. We never see your card."}
      </p>
      <noscript>
        <p className="text-sm">
          <a href="/cart/simple" className="link">
            Check out from your cart without JavaScript
          </a>
        </p>
      </noscript>
    </>
  );
}

type DeliveryProps = {
  checkout: Props["checkout"];
  terms: DeliveryTerms;
  destination: Destination | null;
  isTransfer: boolean;
  hasDeposit: boolean;
};

/** The payment page offers the same methods. */
function DeliveryChoice(props: DeliveryProps) {
  const { checkout, terms, destination, hasDeposit, isTransfer } = props;
  const { cart, heldOncePaid, priced, stocks } = checkout;
  const measured = cart.flatMap(({ quantity, specification }) =>
    specification ? [{ specification, quantity }] : [],
  );
  // Reserves the height of what the browser fills in.
  if (!destination) return <div className="min-h-42" />;
  return (
    <div>
      <Field label="Deliver to">
        <DestinationSelect terms={terms} destination={destination} />
      </Field>
      <div className="mt-3 min-h-18 text-sm text-ink-soft" aria-live="polite">
        <DeliveryLines
          terms={termsWithMaking(terms, makingDays(stocks))}
          ready={readyOf(stocks)}
          needBy={chosenDayOf(stocks)}
          destination={destination}
          worth={priced.total}
          madeToMeasure={cart.some(({ size }) => size === CUSTOM_SIZE)}
        />
        {heldOncePaid && (
          <p className="mt-1 text-ink">
            <UnbrokenDays text={heldOncePaidMessage(heldOncePaid, { isTransfer, hasDeposit })} />
          </p>
        )}
      </div>
      {measured.length > 0 && (
        <Link to={needByPath(measured, destination)} className="link inline-block py-2.5 text-sm">
          Need it by a certain day?
        </Link>
      )}
    </div>
  );
}

/** `keepsAll`: false where days are held only once they are paid. */
type OpenedProps = { url: string; isTransfer: boolean; keepsAll: boolean };

function PaymentOpened({ url, isTransfer, keepsAll }: OpenedProps) {
  const until = keepsAll
    ? "We keep your pieces for 30 minutes"
    : "You can pay there for 30 minutes";
  return (
    <Notice
      kind="info"
      title={
        isTransfer
          ? "The page for your transfer is open in a new tab"
          : "Your payment page is open in a new tab"
      }
      live
    >
      <p>
        {isTransfer
          ? "Please enter the address there within 30 minutes. This page shows your order as soon as it is placed."
          : `${until}. This page shows your order as soon as it is paid.`}
      </p>
      <p className="mt-2">
        <a
          href={url}
          target="_blank"
          rel="noopener"
          className="link inline-flex items-center gap-1.5"
        >
          {isTransfer ? "Open the page again" : "Open the payment page again"}
          <ExternalLink size={15} aria-hidden="true" />
        </a>
      </p>
    </Notice>
  );
}

function PaymentEnded({ as }: { as: "cancelled" | "expired" }) {
  return (
    <Notice
      kind="warning"
      title={as === "cancelled" ? "The payment was cancelled" : "The time to pay has passed"}
      live
    >
      Nothing was charged, and everything is as you left it. You can go to payment again.
    </Notice>
  );
}

/** Renders nothing without credit. */
function CreditChoice({ credit }: Pick<ReturnType<typeof useCheckout>, "credit">) {
  const { balanceMinor, partMinor, setUsesCredit, shownMinor } = credit;
  if (partMinor === 0) return null;
  const balance = formatMoney(money(balanceMinor));
  const part = formatMoney(money(partMinor));
  // More than the items cost pays for the delivery too, which is chosen on the next page.
  const isBeyondItems = balanceMinor > partMinor;
  return (
    <Checkbox
      className="border border-line px-4"
      label={isBeyondItems ? "Use my store credit" : `Use ${part} of my store credit`}
      hint={
        isBeyondItems
          ? `You have ${balance}. It pays ${part} for your pieces, and the shipping too if it is enough for both. What is left afterwards stays yours.`
          : `You have ${balance}. It pays for your pieces, and you pay the rest.`
      }
      name="useCredit"
      checked={shownMinor !== null}
      onChange={(event) => setUsesCredit(event.currentTarget.checked)}
    />
  );
}
