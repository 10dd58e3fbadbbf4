import { getFormProps } from "@conform-to/react";
import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { textProps, useServerForm } from "#app/components/form/use-server-form.tsx";
import { formatMoney, money } from "#core/money-amount.ts";
import {
  DONATION_FAILED,
  DONATION_PRESETS_MINOR,
} from "#features/sales/donations/donation-form.ts";
import { Button, buttonClass } from "#ui/button.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { OptionTiles } from "#ui/option-tiles.tsx";
import { showToast } from "#ui/toast-store.ts";
import type { DonationFormResult } from "./donate-form.server.ts";

/** The result for a missing response; each is a new object, so that every failure is noticed. */
export function unopenedDonation(): DonationFormResult {
  return { form: "donation", status: "error", error: { "": [DONATION_FAILED.description] } };
}

const presets = DONATION_PRESETS_MINOR.map((minorUnits) => ({
  value: String(minorUnits),
  label: formatMoney(money(minorUnits)).replace(/\.00$/, ""),
}));

const FIRST_PRESET = presets[1]?.value ?? null;

type Props = {
  /** The page whose action handles the form. */
  path: string;
  /** Set after a post without JavaScript. */
  actionResult: DonationFormResult | undefined;
};

type DonationFields = Record<"preset" | "own" | "email", string>;

/** A donation is opened here and paid at the provider (decision S7). */
export function DonateForm({ path, actionResult }: Props) {
  const fetcher = useFetcher<DonationFormResult>();
  const result = fetcher.data ?? actionResult;
  const { form, fields, errorOf } = useServerForm<DonationFields>({
    id: "donation-form",
    lastResult: result,
  });
  const submitted = actionResult?.initialValue;
  const [preset, setPreset] = useState<string | null>(
    submitted?.own ? null : String(submitted?.preset ?? FIRST_PRESET),
  );
  const own = useRef<HTMLInputElement>(null);
  const isBusy = fetcher.state !== "idle";
  useEffect(() => {
    if (fetcher.data?.url) window.location.assign(fetcher.data.url);
    if (fetcher.data?.error?.[""]) showToast({ ...DONATION_FAILED, kind: "error" });
  }, [fetcher.data]);
  if (result?.url) return <PaymentLink url={result.url} />;
  return (
    <fetcher.Form
      method="post"
      // Without JavaScript the page reloads and opens at the form.
      action={`${path}#donate`}
      {...getFormProps(form)}
      onSubmit={(event) => (isBusy ? event.preventDefault() : form.onSubmit(event))}
      defaultShouldRevalidate={false}
      className="space-y-6"
    >
      {form.errors && (
        <Notice kind="error" live title={DONATION_FAILED.title}>
          {form.errors}
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
        }}
      />
      <Field
        label="An amount of your own, in dollars"
        optional
        error={preset === null ? errorOf(fields.own) : undefined}
      >
        <Input
          {...textProps(fields.own)}
          ref={own}
          inputMode="decimal"
          autoComplete="off"
          onChange={({ currentTarget }) =>
            setPreset(currentTarget.value.trim() === "" ? FIRST_PRESET : null)
          }
        />
      </Field>
      <Field label="Email" hint="For the receipt." error={errorOf(fields.email)}>
        <Input {...textProps(fields.email)} type="email" autoComplete="email" required />
      </Field>
      <Button type="submit" size="lg" busy={isBusy} busyLabel="Opening the payment page...">
        Donate
      </Button>
      <p className="text-sm text-ink-quiet">You pay on our payment provider's secure page.</p>
    </fetcher.Form>
  );
}

/** JavaScript follows the link at once. */
function PaymentLink({ url }: { url: string }) {
  return (
    <div className="border-y border-line py-10" role="status">
      <p className="display text-2xl">Thank you. One step is left.</p>
      <p className="mt-3 mb-8 max-w-[44ch] text-ink-soft">
        The payment page is ready. If it does not open by itself, use this link.
      </p>
      <a href={url} className={buttonClass("primary", "lg")}>
        Go to the payment page
      </a>
    </div>
  );
}
