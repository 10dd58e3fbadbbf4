import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { formatMoney, money } from "#core/money-amount.ts";
import type { DonationFormResult } from "#features/donations/donation-form-result.ts";
import { DONATION_FAILED } from "#features/donations/donation-form-result.ts";
import type { DonationErrors } from "#features/donations/donation-input.ts";
import {
  DONATION_PRESETS_MINOR,
  readDonation,
  submittedDonation,
} from "#features/donations/donation-input.ts";
import { Button } from "#ui/button.tsx";
import { buttonClass } from "#ui/button-class.ts";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Notice } from "#ui/notice.tsx";
import { OptionTiles } from "#ui/option-tiles.tsx";
import { showToast } from "#ui/toast-store.ts";
import { useHydrated } from "#ui/use-hydrated.ts";

function focusFirst(form: HTMLFormElement, errors: DonationErrors): void {
  const control = form.elements.namedItem(errors.amount ? "own" : "email");
  if (control instanceof HTMLElement) control.focus();
}

/** The donation form's state: errors on submit, gone with editing; goes to the payment page as soon as it is open. */
function useDonateForm(given: DonationFormResult | undefined) {
  const fetcher = useFetcher<DonationFormResult>();
  const [errors, setErrors] = useState<DonationErrors>(
    given?.status === "invalid" ? given.errors : {},
  );
  useEffect(() => {
    const told = fetcher.data;
    if (told?.status === "opened") window.location.assign(told.url);
    if (told?.status === "failed") showToast({ ...DONATION_FAILED, kind: "error" });
    if (told?.status === "invalid") setErrors(told.errors);
  }, [fetcher.data]);
  return {
    fetcher,
    answer: fetcher.data ?? given,
    errors,
    busy: fetcher.state !== "idle",
    clear: (field: keyof DonationErrors) => setErrors((held) => ({ ...held, [field]: undefined })),
    onSubmit(event: FormEvent<HTMLFormElement>) {
      if (fetcher.state !== "idle") return event.preventDefault();
      const read = readDonation(submittedDonation(new FormData(event.currentTarget)));
      setErrors(read.ok ? {} : read.error);
      if (read.ok) return;
      event.preventDefault();
      focusFirst(event.currentTarget, read.error);
    },
  };
}

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
