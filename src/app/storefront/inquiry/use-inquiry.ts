import { useRef, useState } from "react";
import type { InquiryFormResult } from "#features/inbox/inquiry-form-result.ts";
import { INQUIRY_MESSAGES, requestInquiry } from "#features/inbox/inquiry-form-result.ts";
import type { InquiryErrors, InquiryField } from "#features/inbox/inquiry-input.ts";
import { INQUIRY_FIELDS, readInquiry, submittedInquiry } from "#features/inbox/inquiry-input.ts";
import { showToast, toastStore } from "#ui/toast-store.ts";

type Options = {
  /** The inquiry's own page, below which the shop takes it in. */
  path: string;
  /** What the page was rendered with, when the form was sent without script. */
  given: InquiryFormResult | null;
  onSent: () => void;
};

/** Where an inquiry stands (specification 4): idle, busy while it is submitted, then sent or failed. */
export type InquiryState = ReturnType<typeof useInquiry>;

function focusFirst(form: HTMLFormElement, errors: InquiryErrors): void {
  const first = INQUIRY_FIELDS.find((field) => errors[field]);
  const control = first && form.elements.namedItem(first);
  if (control instanceof HTMLElement) control.focus();
}

function sayFailed(reason: string): number {
  return showToast({ title: INQUIRY_MESSAGES.failedTitle, description: reason, kind: "error" });
}

function saySent(): void {
  const { sentTitle, sentText } = INQUIRY_MESSAGES;
  showToast({ title: sentTitle, description: sentText, kind: "success" });
}

/** An inquiry form's state: checked on submit, a field's message gone with editing it; nothing typed is ever touched. */
export function useInquiry({ path, given, onSent }: Options) {
  const [answer, setAnswer] = useState(given);
  const [errors, setErrors] = useState<InquiryErrors>(
    given?.status === "invalid" ? given.errors : {},
  );
  const [busy, setBusy] = useState(false);
  const sending = useRef(false);
  const failure = useRef<number | null>(null);

  function tell(told: InquiryFormResult, form: HTMLFormElement): void {
    setAnswer(told);
    if (told.status === "sent") {
      saySent();
      onSent();
    } else if (told.status === "failed") {
      failure.current = sayFailed(told.reason);
    } else {
      setErrors(told.errors);
      focusFirst(form, told.errors);
    }
  }

  return {
    answer,
    errors,
    busy,
    /** Takes a field's message away. */
    clear: (field: InquiryField) => setErrors((held) => ({ ...held, [field]: undefined })),
    /** Forgets what was said of the form. */
    forget() {
      setAnswer(null);
      setErrors({});
    },
    async submit(form: HTMLFormElement): Promise<void> {
      if (sending.current) return;
      const filled = new FormData(form);
      const read = readInquiry(submittedInquiry(filled));
      setAnswer(null);
      setErrors(read.ok ? {} : read.error);
      if (!read.ok) return focusFirst(form, read.error);
      // What a new try brings is news; that the last one failed is none any more.
      if (failure.current !== null) toastStore.dismiss(failure.current);
      sending.current = true;
      setBusy(true);
      const told = await requestInquiry(path, filled);
      sending.current = false;
      setBusy(false);
      tell(told, form);
    },
  };
}
