import { ExternalLink, Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import type { PaymentState } from "#features/settings/payment-state-queries.server.ts";
import { shownStripeMode, stripeModeOf } from "#features/settings/stripe-keys.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, buttonClass, IconButton } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import type { Verdict } from "./settings-draft.ts";
import { modeWord } from "./settings-messages.ts";
import type { SettingsDraft } from "./use-settings-draft.ts";
import { VerifyKeys } from "./verify-keys.tsx";

const TAKES = {
  test_page: {
    kind: "warning",
    title: "Payments go through the test page",
    text: "No keys are saved, so nobody is charged. With keys, shoppers pay on Stripe's own page from the next order on.",
  },
  test: {
    kind: "warning",
    title: "Shoppers pay on Stripe's page, in test mode",
    text: "No real money moves: Stripe's test cards pay. Save the live keys to take real payments.",
  },
  live: {
    kind: "success",
    title: "Shoppers pay on Stripe's page",
    text: "Real payments are taken with these keys.",
  },
} as const;

/** How the shop takes payments now, and what keeps it from it. */
function PaymentStateNotices({ payments }: { payments: PaymentState }) {
  const { isFromEnvironment, isTold, takes, trouble } = payments;
  const told = takes && TAKES[takes];
  return (
    <>
      {trouble && (
        <Notice kind="error" title="Card payments do not work at the moment">
          {trouble.text}
        </Notice>
      )}
      {told ? (
        <Notice kind={told.kind} title={told.title}>
          {told.text}
          {takes !== "test_page" && ` ${listeningWords(isTold)}`}
        </Notice>
      ) : (
        <Notice kind="error" title="The saved keys cannot be used">
          Nobody can pay. Please enter both keys again, of one mode, and save them.
        </Notice>
      )}
      {isFromEnvironment && (
        <Notice kind="info" title="The server's environment gives the keys">
          STRIPE_SECRET_KEY is set there and comes first: keys saved here wait until it is taken
          out.
        </Notice>
      )}
    </>
  );
}

/** Whether Stripe tells of payments, or the shop asks for them. */
function listeningWords(isTold: boolean): string {
  return isTold
    ? "Stripe tells the shop of every payment at once."
    : "Stripe does not tell the shop of payments by itself, so the shop asks Stripe: when a shopper comes back, and every minute. Verify the keys to change that.";
}

const DASHBOARDS = {
  test: "https://dashboard.stripe.com/test/apikeys",
  live: "https://dashboard.stripe.com/apikeys",
};

const PREFIX_HINT = "Keys begin with pk_test_ or pk_live_.";

type Props = {
  draft: SettingsDraft;
  payments: PaymentState | null;
  /** What the provider said of the stored keys when it was asked without script. */
  verdict: Verdict | null;
};

/** The payment provider's keys (specification 2, Integrations; decision D5). */
export function StripeIntegration({ draft, payments, verdict }: Props) {
  const { stripe } = draft.loaded;
  const { publishableKey } = draft.keys;
  const typedMode = shownStripeMode(publishableKey);
  return (
    <div className="space-y-5">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="display text-lg">Stripe Integration</h3>
        <Badge kind={stripe.mode === "live" ? "success" : "warning"}>
          {stripe.mode === "live" ? "Live Mode" : "Test Mode"}
        </Badge>
      </div>
      {payments && <PaymentStateNotices payments={payments} />}
      <Notice kind="info" title="Switching between test and live">
        Test keys begin with pk_test_ and sk_test_, live keys with pk_live_ and sk_live_. To switch,
        replace both keys: two keys of different modes are not saved.
      </Notice>
      <Field
        label="Publishable Key"
        hint={publishableKey && !stripeModeOf(publishableKey) ? PREFIX_HINT : undefined}
      >
        <Input
          name="integrations.publishableKey"
          value={publishableKey}
          autoComplete="off"
          spellCheck={false}
          placeholder="pk_test_..."
          onChange={(event) => draft.setKeys({ ...draft.keys, publishableKey: event.target.value })}
        />
      </Field>
      <SecretKeyField draft={draft} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button
          type="submit"
          name="do"
          value="keys"
          busy={draft.busy === "keys"}
          busyLabel="Saving Keys..."
          onClick={(event) => {
            event.preventDefault();
            void draft.saveKeys();
          }}
        >
          Save Stripe Keys ({modeWord[typedMode]})
        </Button>
        <a
          href={DASHBOARDS[typedMode]}
          target="_blank"
          rel="noreferrer"
          className={buttonClass("quiet", "md")}
        >
          Your keys in the Stripe dashboard
          <ExternalLink size={15} aria-hidden="true" />
          <span className="sr-only">(opens in a new tab)</span>
        </a>
      </div>
      {stripe.secretHint !== null && (
        <VerifyKeys key={stripe.version} version={stripe.version} verdict={verdict} />
      )}
    </div>
  );
}

function SecretKeyField({ draft }: { draft: SettingsDraft }) {
  const [isShown, setShown] = useState(false);
  const runs = useHydrated();
  const { secretHint } = draft.loaded.stripe;
  const { secretKey } = draft.keys;
  const kept = secretHint
    ? `A key is stored: ${secretHint}. It is never shown again; leave the field empty to keep it.`
    : "Stored encrypted, and never shown again.";
  const unknown = "Keys begin with sk_test_ or sk_live_.";
  return (
    <div className="relative">
      <Field label="Secret Key" hint={secretKey && !stripeModeOf(secretKey) ? unknown : kept}>
        <Input
          name="integrations.secretKey"
          type={isShown ? "text" : "password"}
          value={secretKey}
          autoComplete="new-password"
          spellCheck={false}
          placeholder={secretHint ?? "sk_test_..."}
          className="pr-12"
          onChange={(event) => draft.setKeys({ ...draft.keys, secretKey: event.target.value })}
        />
      </Field>
      {runs && (
        <IconButton
          label={isShown ? "Hide secret key" : "Show secret key"}
          aria-pressed={isShown}
          className="absolute! top-7 right-0"
          onClick={() => setShown(!isShown)}
          icon={
            isShown ? <EyeOff size={18} aria-hidden="true" /> : <Eye size={18} aria-hidden="true" />
          }
        />
      )}
    </div>
  );
}
