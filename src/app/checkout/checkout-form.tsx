import { ExternalLink } from "lucide-react";
import type { FormEvent } from "react";
import { useRef, useState } from "react";
import type { PaymentChoice } from "#features/payments/payment-choices.server.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import { CartChanges } from "./cart-changes.tsx";
import type { useCheckout } from "./use-checkout.ts";

/** The problem with a submitted email, or null; the server validates again. */
export function emailProblem(typed: string): string | null {
  const email = typed.trim();
  if (email === "") return "Please enter your email address.";
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email)) {
    return "Please enter a valid email address, like name@example.com.";
  }
  return null;
}

type Props = {
  checkout: ReturnType<typeof useCheckout>;
  knownEmail: string;
  /** The ways to pay; nothing is asked where there is one. */
  choices: readonly PaymentChoice[];
};

/** The email and the button to the payment page; the email stays whatever goes wrong (specification 2, Checkout). */
export function CheckoutForm({ checkout, knownEmail, choices }: Props) {
  const { cart, itemCount, ready, state, pay, accept } = checkout;
  const form = useRef<HTMLFormElement>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isEmpty = ready && cart.length === 0;

  // Not React state: an email entered before the script runs would be lost.
  const currentEmail = () => input.current?.value ?? knownEmail;

  function validEmail(): string | null {
    const email = currentEmail();
    const found = emailProblem(email);
    setProblem(found);
    if (!found) return email.trim();
    input.current?.focus();
    return null;
  }
  function chosenMethod(): string {
    const chosen = form.current && new FormData(form.current).get("method");
    return typeof chosen === "string" ? chosen : "";
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    const valid = isEmpty ? currentEmail() : validEmail();
    if (valid !== null) void pay(valid, chosenMethod());
  }

  return (
    <form ref={form} onSubmit={submit} noValidate className="space-y-6">
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
          onChange={() => problem && setProblem(emailProblem(currentEmail()))}
          onBlur={() => currentEmail() !== "" && setProblem(emailProblem(currentEmail()))}
        />
      </Field>
      <PaymentChoices choices={choices} />
      {state.kind === "changed" && (
        <CartChanges
          cart={cart}
          quote={state.quote}
          onAccept={() => {
            const valid = state.quote.lines.length > 0 ? validEmail() : "";
            if (valid !== null) accept(state.quote, valid || null, chosenMethod());
          }}
        />
      )}
      {state.kind === "opened" && <PaymentOpened url={state.url} />}
      <Button
        type="submit"
        size="lg"
        className="w-full"
        disabled={isEmpty || !ready}
        busy={state.kind === "processing"}
        busyLabel="Processing..."
      >
        Proceed to Payment ({itemCount} items)
      </Button>
      <p className="text-sm text-ink-quiet">
        You pay on a secure page that opens in a new tab. There you choose how we ship it and where
        to. We never see your card.
      </p>
      <noscript>
        <p className="text-sm">
          Your cart lives in your browser: please switch JavaScript on to check out.
        </p>
      </noscript>
    </form>
  );
}

/** Asked only where there is more than one way to pay. */
function PaymentChoices({ choices }: Pick<Props, "choices">) {
  if (choices.length < 2) return null;
  return (
    <RadioGroup
      legend="How would you like to pay?"
      name="method"
      defaultValue={choices[0]?.value ?? ""}
      options={choices}
    />
  );
}

function PaymentOpened({ url }: { url: string }) {
  return (
    <Notice kind="info" title="Your payment page is open in a new tab" live>
      <p>We keep your pieces for 30 minutes. You can close this page once you have paid.</p>
      <p className="mt-2">
        <a
          href={url}
          target="_blank"
          rel="noopener"
          className="link inline-flex items-center gap-1.5"
        >
          Open the payment page again
          <ExternalLink size={15} aria-hidden="true" />
        </a>
      </p>
    </Notice>
  );
}
