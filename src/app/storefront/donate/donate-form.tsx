import { useRef, useState } from "react";
import { formatMoney, money } from "#core/money-amount.ts";
import type { DonationFormResult } from "#features/donations/donation-form-result.ts";
import { DONATION_FAILED } from "#features/donations/donation-form-result.ts";
import { DONATION_PRESETS_MINOR } from "#features/donations/donation-input.ts";
import { Button } from "#ui/button.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Notice } from "#ui/notice.tsx";
import { OptionTiles } from "#ui/option-tiles.tsx";
import { useHydrated } from "#ui/use-hydrated.ts";
import { useDonateForm } from "./use-donate-form.ts";

type Props = {
  /** The page the form stands on, which also takes it in. */
  path: string;
  /** What the page's action said, when the form was sent without script. */
  given: DonationFormResult | undefined;
};

const presets = DONATION_PRESETS_MINOR.map((minorUnits) => ({
  value: String(minorUnits),
  label: formatMoney(money(minorUnits)).replace(/\.00$/, ""),
}));

const FIRST_CHOICE = presets[1]?.value ?? null;

/** Amount and email, then the payment page (decision S7). */
export function DonateForm({ path, given }: Props) {
  const { fetcher, answer, errors, busy, onSubmit, clear } = useDonateForm(given);
  const typed = given && given.status !== "opened" ? given.typed : null;
  const [preset, setPreset] = useState(typed?.own ? null : (typed?.preset ?? FIRST_CHOICE));
  const own = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  if (answer?.status === "opened") return <PaymentLink url={answer.url} />;
  return (
    <fetcher.Form
      method="post"
      // Without script the page loads anew: it opens at the form.
      action={`${path}#donate`}
      onSubmit={onSubmit}
      noValidate={hydrated}
      defaultShouldRevalidate={false}
      className="space-y-6"
    >
      {answer?.status === "failed" && (
        <Notice kind="error" live title={DONATION_FAILED.title}>
          {DONATION_FAILED.description}
        </Notice>
      )}
      <input type="hidden" name="form" value="donation" />
      <OptionTiles
        legend="Amount"
        name="preset"
        options={presets}
        value={preset}
        onChange={(value) => {
          setPreset(value);
          if (own.current) own.current.value = "";
          clear("amount");
        }}
      />
      <Field label="An amount of your own, in dollars" optional error={errors.amount}>
        <Input
          ref={own}
          name="own"
          inputMode="decimal"
          autoComplete="off"
          defaultValue={typed?.own}
          onChange={(event) => {
            setPreset(event.currentTarget.value.trim() === "" ? FIRST_CHOICE : null);
            clear("amount");
          }}
        />
      </Field>
      <Field label="Email" hint="For the receipt." error={errors.email}>
        <Input
          name="email"
          type="email"
          autoComplete="email"
          required
          defaultValue={typed?.email}
          onChange={() => clear("email")}
        />
      </Field>
      <Button type="submit" size="lg" busy={busy} busyLabel="Opening the payment page...">
        Donate
      </Button>
      <p className="text-sm text-ink-quiet">You pay on our payment provider's secure page.</p>
    </fetcher.Form>
  );
}

/** The way to the payment page: taken by itself with script, by hand without. */
function PaymentLink({ url }: { url: string }) {
  return (
    <div className="border-y border-line py-10" role="status">
      <p className="display text-2xl">Thank you. One step is left.</p>
      <p className="mt-3 mb-8 max-w-[44ch] text-ink-soft">
        The payment page is open for you. If it does not come up by itself, go there here.
      </p>
      <a href={url} className={buttonClass("primary", "lg")}>
        Go to the payment page
      </a>
    </div>
  );
}
