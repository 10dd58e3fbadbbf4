import type { FieldMetadata } from "@conform-to/react";
import { ExternalLink, Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { controlProps, FormField } from "#app/components/form/form-field.tsx";
import { useAdminAction } from "#app/web/use-admin-action.ts";
import { formatReported } from "#core/money-amount.ts";
import type { PaymentState } from "#features/base/settings/payment-state-queries.server.ts";
import type { AdminSettings } from "#features/base/settings/settings-form.ts";
import { STRIPE_KEY_FIELDS } from "#features/base/settings/settings-sections.ts";
import { shownStripeMode, stripeModeOf } from "#features/base/settings/stripe-keys.ts";
import { Badge } from "#ui/badge.tsx";
import { Button, buttonClass, IconButton } from "#ui/button.tsx";
import { ConfirmDialog } from "#ui/dialog.tsx";
import { FieldError, Input } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { Notice } from "#ui/notice.tsx";
import { modeWord, settingsRefusal } from "./settings-messages.ts";
import type { SettingsEditor } from "./use-settings-form.ts";

const CARD_MODES = {
  test_page: {
    kind: "warning",
    title: "Payments go through the test page",
    text: "No keys are saved, so no money is charged. Copy both keys from the Stripe dashboard into the fields below and save them: customers then pay on Stripe's page from the next order on.",
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

function PaymentStateNotices({ payments }: { payments: PaymentState }) {
  const { foreign, isFromEnvironment, isReported, mode: cardMode, trouble } = payments;
  const cardNotice = cardMode && CARD_MODES[cardMode];
  return (
    <>
      {trouble && (
        <Notice kind="error" title="Card payments do not work at the moment">
          {trouble.text}
        </Notice>
      )}
      {cardNotice ? (
        <Notice kind={cardNotice.kind} title={cardNotice.title}>
          {cardNotice.text}
          {cardMode !== "test_page" && ` ${listeningMessages(isReported)}`}
        </Notice>
      ) : (
        <Notice kind="error" title="The saved keys cannot be used">
          Nobody can pay. Please enter both keys again, of one mode, and save them.
        </Notice>
      )}
      {foreign.length > 0 && (
        <Notice kind="info" title="Another site takes payments on this Stripe account">
          {foreign
            .map(
              ({ amount, payments }) =>
                `${formatReported(amount)} in ${payments === 1 ? "1 payment" : `${payments} payments`}`,
            )
            .join(", ")}{" "}
          so far. They complete no order here; refund them in the Stripe dashboard.
        </Notice>
      )}
      {isFromEnvironment && (
        <Notice kind="info" title="The server's environment gives the keys">
          STRIPE_SECRET_KEY is set there and takes precedence over keys saved here.
        </Notice>
      )}
    </>
  );
}

function listeningMessages(isReported: boolean): string {
  return isReported
    ? "Stripe reports every payment to the shop at once."
    : "Stripe does not report payments by itself, so the shop asks Stripe when a customer returns and every minute. Verify the keys to change that.";
}

const DASHBOARDS = {
  test: "https://dashboard.stripe.com/test/apikeys",
  live: "https://dashboard.stripe.com/apikeys",
};

const PREFIX_HINT = "Keys begin with pk_test_ or pk_live_.";

type Stripe = AdminSettings["stripe"];

type Props = {
  editor: SettingsEditor;
  stripe: Stripe;
  payments: PaymentState | null;
};

/** Edits the Stripe keys and shows what works with them (specification 2, Integrations; decision D5). */
export function StripeIntegration({ editor, stripe, payments }: Props) {
  const { form, fields, saving } = editor;
  const { publishableKey, secretKey } = fields.integrations.getFieldset() as Keys;
  const entered = typeof publishableKey.value === "string" ? publishableKey.value : "";
  const enteredMode = shownStripeMode(entered);
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
      <FormField
        field={publishableKey}
        label={STRIPE_KEY_FIELDS.publishableKey.label}
        hint={entered && !stripeModeOf(entered) ? PREFIX_HINT : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="pk_test_..."
      />
      <SecretKeyField field={secretKey} secretHint={stripe.secretHint} />
      <FieldError id={`${form.id}-keys`} error={fields.integrations.errors?.[0]} />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button
          type="submit"
          name="intent"
          value="save-stripe-keys"
          busy={saving === "save-stripe-keys"}
          busyLabel="Saving Keys..."
        >
          Save Stripe Keys ({modeWord[enteredMode]})
        </Button>
        <a
          href={DASHBOARDS[enteredMode]}
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
        <StoredKeys key={stripe.version} version={stripe.version} hint={stripe.secretHint} />
      )}
    </div>
  );
}

type Keys = Record<"publishableKey" | "secretKey", FieldMetadata<unknown>>;

type SecretProps = { field: FieldMetadata<unknown>; secretHint: string | null };

function SecretKeyField({ field, secretHint }: SecretProps) {
  const [isShown, setShown] = useState(false);
  const isHydrated = useHydrated();
  const entered = typeof field.value === "string" ? field.value : "";
  const stored = secretHint
    ? `A key is stored: ${secretHint}. It is never shown again; leave the field empty to keep it.`
    : "Stored encrypted, and never shown again.";
  const unknown = "Keys begin with sk_test_ or sk_live_.";
  return (
    <div className="relative">
      <FormField
        field={field}
        label={STRIPE_KEY_FIELDS.secretKey.label}
        hint={entered && !stripeModeOf(entered) ? unknown : stored}
      >
        <Input
          {...controlProps(field)}
          type={isShown ? "text" : "password"}
          autoComplete="new-password"
          spellCheck={false}
          placeholder={secretHint ?? "sk_test_..."}
          className="pr-12"
        />
      </FormField>
      {isHydrated && (
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

function StoredKeys({ version, hint }: { version: number; hint: string }) {
  const { post, busy, result } = useAdminAction(settingsRefusal, {
    hasToast: ({ intent }) => intent === "remove-stripe-keys",
  });
  const [running, setRunning] = useState("");
  const [isAsking, setAsking] = useState(false);
  const notice = busy || result?.intent !== "verify-stripe-keys" ? null : result.notice;
  function run(intent: string) {
    setRunning(intent);
    void post({ intent, version: { integrations: version } });
  }
  const look = { type: "submit", name: "intent", size: "sm", variant: "secondary" } as const;
  const isBusy = (intent: string) => busy && running === intent;
  return (
    <div className="space-y-3 border-t border-line pt-5">
      <div className="flex flex-wrap gap-3">
        <Button
          {...look}
          value="verify-stripe-keys"
          busy={isBusy("verify-stripe-keys")}
          busyLabel="Asking Stripe..."
          onClick={(event) => {
            event.preventDefault();
            run("verify-stripe-keys");
          }}
        >
          Verify the stored keys
        </Button>
        <Button
          {...look}
          value="remove-stripe-keys"
          busy={isBusy("remove-stripe-keys")}
          busyLabel="Removing the keys..."
          onClick={(event) => {
            event.preventDefault();
            setAsking(true);
          }}
        >
          Remove the stored keys
        </Button>
      </div>
      {notice && (
        <Notice kind={notice.kind ?? "info"} live title={notice.title}>
          {notice.description}
        </Notice>
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove the Stripe keys?"
        description={`The secret key ${hint} is deleted here. Customers then meet the test page, and orders paid with these keys can only be refunded in the Stripe dashboard.`}
        confirmLabel="Remove the keys"
        onConfirm={() => {
          setAsking(false);
          run("remove-stripe-keys");
        }}
      />
    </div>
  );
}
