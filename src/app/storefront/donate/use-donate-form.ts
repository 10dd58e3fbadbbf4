import type { FormEvent } from "react";
import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { DonationFormResult } from "#features/donations/donation-form-result.ts";
import { DONATION_FAILED } from "#features/donations/donation-form-result.ts";
import type { DonationErrors } from "#features/donations/donation-input.ts";
import { readDonation, submittedDonation } from "#features/donations/donation-input.ts";
import { showToast } from "#ui/toast-store.ts";

function focusFirst(form: HTMLFormElement, errors: DonationErrors): void {
  const control = form.elements.namedItem(errors.amount ? "own" : "email");
  if (control instanceof HTMLElement) control.focus();
}

/** The donation form's state: errors on submit, gone with editing; goes to the payment page as soon as it is open. */
export function useDonateForm(given: DonationFormResult | undefined) {
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
